import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { residentBytes } from './probe.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY } from './versioned-records.ts';

/** The server's limits: headers within 10 s, the whole request within 30 s, checked every 5 s. */
const HEADERS_WITHIN = 10_000 + 5_000;
const REQUEST_WITHIN = 30_000 + 5_000;
const SLACK = 3_000;
const IDLE_CONNECTIONS = 10_000;

/** The number of files that the process may open; the server inherits it. */
const files = Number(spawnSync('sh', ['-c', 'ulimit -n']).stdout.toString());

describe('clients that are slow, silent or many', () => {
  let server: ServerProcess;
  let port: number;

  beforeAll(async () => {
    server = await startProcess({
      VITRINE_DATABASE_URL: 'memory:',
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'error',
    });
    port = Number(new URL(server.url).port);
  });
  afterAll(() => server.end('SIGKILL'));

  /** Sends a beginning, then one byte each second, until the server closes the connection. */
  async function drip(beginning: string, more: string): Promise<{ response: string; closedAfter: number }> {
    const socket = connect(port, '127.0.0.1');
    let response = '';
    socket.setEncoding('utf8').on('data', (text) => {
      response += text;
    });
    socket.on('error', () => {});
    await once(socket, 'connect');
    const from = performance.now();
    socket.write(beginning);
    let sent = 0;
    const dripping = setInterval(() => socket.write(more[sent++ % more.length] ?? ''), 1_000);
    await once(socket, 'close');
    clearInterval(dripping);
    return { response, closedAfter: performance.now() - from };
  }

  async function health(): Promise<number> {
    const from = performance.now();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    return performance.now() - from;
  }

  test('dripping headers, bodies and chunks are cut off in time with 408, while others are served', async () => {
    const post = `POST /v2/stores HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ACCOUNT_KEY}\r\nContent-Type: application/json\r\n`;
    const cases = {
      headers: drip('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a'),
      body: drip(`${post}Content-Length: 1000\r\n\r\n{"name":"`, 'a'),
      chunks: drip(`${post}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n'),
      silence: drip('', ''),
    };
    const probes: number[] = [];
    let over = false;
    const probing = (async () => {
      while (!over) {
        probes.push(await health());
        await wait(100);
      }
    })();
    const [headers, body, chunks, silence] = await Promise.all(Object.values(cases));
    over = true;
    await probing;
    console.log({
      closedAfterSeconds: [headers, body, chunks, silence].map((end) =>
        Math.round((end?.closedAfter ?? 0) / 1_000),
      ),
      slowestProbe: Math.round(Math.max(...probes)),
    });
    expect(headers?.response).toMatch(/^HTTP\/1\.1 408 /);
    expect(headers?.response).toContain('application/problem+json');
    expect(headers?.closedAfter).toBeLessThan(HEADERS_WITHIN + SLACK);
    expect(silence?.closedAfter).toBeLessThan(HEADERS_WITHIN + SLACK);
    for (const end of [body, chunks]) {
      expect(end?.response).toMatch(/^HTTP\/1\.1 408 /);
      expect(end?.closedAfter).toBeLessThan(REQUEST_WITHIN + SLACK);
    }
    expect(server.stderr()).not.toMatch(/uncaught|unhandled|aborted/i);
  });

  test.each([
    ['a header of 40 kB', `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['a path of 40 kB', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    [
      'a length with chunks',
      'POST /v2/stores HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'two lengths',
      'POST /v2/stores HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}',
      400,
    ],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
  ])('%s is refused at once and the connection closed', async (_, sent, status) => {
    const { response } = await drip(sent, '');
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toContain('application/problem+json');
  });

  test(
    'one address cannot close the server for others',
    verifies('operations.connections'),
    async ({ skip }) => {
      if (files < IDLE_CONNECTIONS + 1_000) {
        skip();
        return;
      }
      const sockets: Socket[] = [];
      while (sockets.length < IDLE_CONNECTIONS / 2) {
        const from = { port, host: '127.0.0.1', localAddress: '127.0.0.9' };
        const some = Array.from({ length: 250 }, () =>
          connect(from)
            .on('error', () => {})
            .resume(),
        );
        await Promise.all(
          some.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])),
        );
        sockets.push(...some);
      }
      await expect
        .poll(() => sockets.filter(({ closed }) => closed).length, { timeout: 20_000 })
        .toBeGreaterThan(500);
      await health();
      for (const socket of sockets) socket.destroy();
    },
  );

  test(
    'ten thousand idle connections delay no other client, and their memory is freed',
    verifies('operations.healthz'),
    async ({ skip }) => {
      if (files < IDLE_CONNECTIONS + 1_000) {
        console.warn(
          `NOT TESTED: ${IDLE_CONNECTIONS} connections, because a process may open only ${files} files.`,
        );
        skip();
        return;
      }
      const opened = () => readdirSync(`/proc/${server.child.pid}/fd`).length;
      const memory = () => residentBytes(server.child.pid ?? 0) / 2 ** 20;
      await health();
      const before = { opened: opened(), memory: memory() };
      const sockets: Socket[] = [];
      while (sockets.length < IDLE_CONNECTIONS) {
        // One address may have a quarter of the connections.
        const localAddress = `127.0.0.${2 + ((sockets.length / 250) % 4)}`;
        const some = Array.from({ length: 250 }, () =>
          connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {}),
        );
        await Promise.all(some.map((socket) => once(socket, 'connect')));
        sockets.push(...some);
      }
      const probes: number[] = [];
      for (let i = 0; i < 200; i++) probes.push(await health());
      const during = { opened: opened(), memory: memory() };
      for (const socket of sockets) socket.destroy();
      const from = performance.now();
      while (opened() > before.opened + 50 && performance.now() - from < 20_000) await wait(100);
      probes.sort((a, b) => a - b);
      console.log({
        before,
        during,
        after: { opened: opened(), memory: memory() },
        probeMedian: probes[100],
        probeP99: probes[198],
      });
      expect(during.opened).toBeGreaterThan(IDLE_CONNECTIONS);
      expect(probes[198]).toBeLessThan(200);
      expect(during.memory - before.memory).toBeLessThan(300);
      expect(opened()).toBeLessThan(before.opened + 50);
    },
  );
});
