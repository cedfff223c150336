import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { stallingProxy } from './stalling-proxy.ts';
import { ACCOUNT_KEY } from './versioned-records.ts';

const CLI = fileURLToPath(new URL('../../packages/vitrine/src/cli.ts', import.meta.url));
/** Milliseconds from the signal to the end of the process. */
const STOP_WITHIN = 10_000;
const UNFINISHED = 75;

let folder: string;
let file: string;
const ends: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-stop-'));
  file = join(folder, 'vitrine.db');
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
});

async function start(databaseUrl: string): Promise<ServerProcess> {
  const server = await startProcess({
    VITRINE_DATABASE_URL: databaseUrl,
    VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
    VITRINE_LOG_LEVEL: 'warn',
  });
  ends.push(() => server.end('SIGKILL'));
  return server;
}

function send(server: ServerProcess, path: string, body?: object): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${ACCOUNT_KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
}

async function stop(server: ServerProcess) {
  const from = performance.now();
  const { code, signal } = await server.end('SIGTERM');
  return { code, signal, after: performance.now() - from };
}

/** Creates a store in which `SLOW_SEARCH` takes seconds. */
async function fillStore(server: ServerProcess): Promise<string> {
  const store = { name: 'S', properties: [{ name: 't', type: 'string' }] };
  const { id } = (await (await send(server, '/v2/stores', store)).json()) as { id: string };
  const records = Array.from({ length: 15 }, () => ({ t: 'Ä'.repeat(100_000) }));
  for (let i = 0; i < 20; i++) {
    expect((await send(server, `/v2/stores/${id}/records/batch`, { records })).status).toBe(200);
  }
  return id;
}
const SLOW_SEARCH = {
  match: 'any',
  filters: Array.from({ length: 50 }, (_, n) => ({ field: 't', op: 'contains', value: `ä${n}` })),
};

describe('SIGTERM ends the server within 10 s', () => {
  test(
    'while the database is frozen: requests return 503, and the exit code reports unfinished work',
    verifies('operations.stop-in-time'),
    async () => {
      const database = await createTestDatabase();
      ends.push(() => database.drop());
      const proxy = await stallingProxy(database.url);
      ends.push(() => proxy.close());
      const server = await start(proxy.url);
      expect((await send(server, '/v2/stores')).status).toBe(200);
      proxy.stall();
      const stuck = send(server, '/v2/stores', { name: 'S', properties: [{ name: 't', type: 'string' }] });
      await wait(500);
      const { code, after } = await stop(server);
      expect(after).toBeLessThan(STOP_WITHIN);
      expect(code).toBe(UNFINISHED);
      expect((await stuck).status).toBe(503);
      expect(server.stderr()).toMatch(/Stopped waiting for .*the storage|ended by force/);
    },
  );

  test('while slow searches are running and waiting', async () => {
    const server = await start(`sqlite:${file}`);
    const id = await fillStore(server);
    const searches = Array.from({ length: 8 }, () =>
      send(server, `/v2/stores/${id}/records/search`, SLOW_SEARCH).catch(() => null),
    );
    await wait(500);
    const { code, after } = await stop(server);
    expect(after).toBeLessThan(STOP_WITHIN);
    expect([0, UNFINISHED]).toContain(code);
    await Promise.all(searches);
  });

  test('while a client does not read its export', async () => {
    const server = await start(`sqlite:${file}`);
    const id = await fillStore(server);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    ends.push(() => socket.destroy());
    socket.on('error', () => {}).pause();
    socket.write(
      `GET /v2/stores/${id}/records/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ACCOUNT_KEY}\r\n\r\n`,
    );
    await wait(1_000);
    const { code, after } = await stop(server);
    expect([code, after < STOP_WITHIN]).toEqual([0, true]);
    const opened = new Database(file, { readonly: true });
    expect(opened.pragma('integrity_check', { simple: true })).toBe('ok');
    opened.close();
  });

  test('and a second signal ends it at once, even during a search', async () => {
    const server = await start(`sqlite:${file}`);
    const id = await fillStore(server);
    void send(server, `/v2/stores/${id}/records/search`, SLOW_SEARCH).catch(() => null);
    await wait(300);
    server.child.kill('SIGTERM');
    await wait(20);
    const { code, signal, after } = await stop(server);
    expect(after).toBeLessThan(2_000);
    // 0: it had stopped before the second signal. SIGTERM: the signal met the program that `endProcess` starts in its place.
    expect([0, 143, 'SIGTERM']).toContain(signal ?? code);
  });
});

describe('a failed start ends the process', () => {
  test('after the server listens: with a code and one line', verifies('run.failed-start'), async () => {
    await promisify(execFile)(process.execPath, [
      '--conditions=vitrine-source',
      CLI,
      'migrate',
      '--database-url',
      `sqlite:${file}`,
    ]).catch(() => null);
    const database = new Database(file);
    database.exec(
      `CREATE TRIGGER no_accounts BEFORE INSERT ON accounts BEGIN SELECT RAISE(ABORT, 'no'); END`,
    );
    database.close();
    const args = [
      '--conditions=vitrine-source',
      CLI,
      'serve',
      '--port',
      '0',
      '--database-url',
      `sqlite:${file}`,
    ];
    const ended = await promisify(execFile)(process.execPath, args, { timeout: 60_000 }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining('Vitrine ') });
    expect(ended.stderr.match(/^error: /gm)).toHaveLength(1);
  });

  test('while it waits for a frozen database: within 10 s after SIGTERM', async () => {
    const database = await createTestDatabase();
    ends.push(() => database.drop());
    const proxy = await stallingProxy(database.url);
    ends.push(() => proxy.close());
    proxy.stall();
    const child = execFile(process.execPath, ['--conditions=vitrine-source', CLI, 'serve', '--port', '0'], {
      env: { ...process.env, VITRINE_DATABASE_URL: proxy.url },
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await proxy.reached;
    const from = performance.now();
    child.kill('SIGTERM');
    expect(await ended).not.toBe(0);
    expect(performance.now() - from).toBeLessThan(STOP_WITHIN);
  });
});
