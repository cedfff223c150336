import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type DatabaseName, openPlace } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { HttpConnection } from './load/http-connection.ts';
import type { PacedReads } from './load/paced-reads.ts';
import { buildOurs, createAccount, createStore, startOurs } from './served.ts';

// How long a change takes to reach all of 200 event streams of its store, while 500 are written each second, and what
// others pay for that: the time in which a record of another account is read, before and meanwhile.
// This process reads all streams and writes too, so it shares the cores with the server.

const { quick } = benchOptions();
const READERS = 200;
const READERS_OF_KEY = 4;
const WRITES = 500;
/** Connections that write. They keep the pace together, as long as the server does. */
const WRITERS = 16;
const SECONDS = quick ? 5 : 20;
const RECORD_ID = /"recordId":"w(\d+)"/g;

interface Write {
  readonly sentAt: number;
  missing: number;
  deliveredAt: number;
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;
}

async function measure(database: DatabaseName): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-change-readers-'));
  const place = await openPlace(database, folder, 'readers');
  const server = await startOurs({ place, source: quick }, null);
  const base = `http://127.0.0.1:${server.port}`;

  async function send(method: string, path: string, body: object | null, key = server.key): Promise<unknown> {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body === null ? null : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  const writes: Write[] = [];

  /** Opens a stream and notes when it gets which write. */
  async function read(path: string, key: string): Promise<() => void> {
    const request = get(base + path, {
      agent: false,
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
    });
    await new Promise<void>((resolve, reject) => {
      request.once('error', reject);
      request.once('response', (response) => {
        if (response.statusCode !== 200) reject(new Error(`A stream: ${response.statusCode}`));
        let rest = '';
        response.setEncoding('latin1').on('data', (chunk: string) => {
          const text = rest + chunk;
          const end = text.lastIndexOf('\n\n') + 2;
          rest = text.slice(end);
          const now = performance.now();
          for (const [, number] of text.slice(0, end).matchAll(RECORD_ID)) {
            const write = writes[Number(number)];
            if (write !== undefined && --write.missing === 0) write.deliveredAt = now;
          }
          resolve();
        });
      });
    });
    return () => request.destroy();
  }

  try {
    const records = await createStore(server.port);
    const other = createAccount({ place, source: quick });
    const others = await createStore(server.port, other);
    await send('POST', others, { sku: 'one' }, other);

    /** Reads a record of the other account, one request after the other. Returns the milliseconds of each. */
    async function readOthers(seconds: number): Promise<number[]> {
      const reads = { port: server.port, key: other, path: `${others}/one`, milliseconds: seconds * 1_000 };
      const thread = new URL('./load/paced-reads.ts', import.meta.url);
      const reading = new Worker(thread, { workerData: reads satisfies PacedReads });
      const [times] = await once(reading, 'message');
      return times;
    }

    await readOthers(2);
    const before = await readOthers(SECONDS / 2);
    const rssBefore = server.rss();

    const changes = records.replace(/records$/, 'changes?include=record');
    const closing: (() => void)[] = [];
    for (let index = 0; index < READERS / READERS_OF_KEY; index++) {
      const { key } = (await send('POST', '/admin/keys', { name: `reader ${index}` })) as { key: string };
      for (let stream = 0; stream < READERS_OF_KEY; stream++) closing.push(await read(changes, key));
    }

    const reading = readOthers(SECONDS);
    const [cpuBefore, databaseBefore] = [server.cpuSeconds(), server.databaseCpuSeconds()];
    const startedAt = performance.now();
    async function write(connection: HttpConnection): Promise<void> {
      while (writes.length < WRITES * SECONDS) {
        const wait = startedAt + (writes.length / WRITES) * 1_000 - performance.now();
        if (wait > 0) {
          await sleep(wait);
          continue;
        }
        const body = JSON.stringify({ sku: `w${writes.length}`, name: 'A name of some length', price: 12.5 });
        writes.push({ sentAt: performance.now(), missing: READERS, deliveredAt: Number.NaN });
        const head = `POST ${records} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n`;
        const request = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
        const status = await new Promise((resolve) => connection.send(request, resolve));
        if (status !== 201) throw new Error(`A write: ${status}`);
      }
      connection.close();
    }
    await Promise.all(Array.from({ length: WRITERS }, () => write(new HttpConnection(server.port))));
    const meanwhile = await reading;
    const took = (performance.now() - startedAt) / 1_000;
    const deadline = performance.now() + 30_000;
    while (writes.some(({ missing }) => missing > 0) && performance.now() < deadline) await sleep(50);
    const lost = writes.filter(({ missing }) => missing !== 0).length;
    const delivery = writes.filter(({ missing }) => missing === 0).map((one) => one.deliveredAt - one.sentAt);
    for (const close of closing) close();

    const shown = (value: number, digits = 0) => value.toFixed(digits);
    console.log(
      `\n## ${database}, ${READERS} streams, ${shown(writes.length / took)} writes a second, ${SECONDS} s`,
    );
    console.log(
      `from the request to the last stream: p50 ${shown(quantile(delivery, 0.5))} ms, p99 ${shown(quantile(delivery, 0.99))} ms, max ${shown(Math.max(...delivery))} ms; ${lost} not delivered exactly once to each`,
    );
    console.log(
      `a record of another account: p50 ${shown(quantile(before, 0.5), 1)} → ${shown(quantile(meanwhile, 0.5), 1)} ms, p99 ${shown(quantile(before, 0.99), 1)} → ${shown(quantile(meanwhile, 0.99), 1)} ms`,
    );
    console.log(
      `processor time: server ${shown(((server.cpuSeconds() - cpuBefore) / took) * 100)} % of a core, database ${shown(((server.databaseCpuSeconds() - databaseBefore) / took) * 100)} %; memory ${shown(rssBefore)} → ${shown(server.rss())} MB, at most ${shown(server.peak())} MB`,
    );
  } finally {
    await server.stop();
    await place.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!quick) buildOurs();
await measure('sqlite');
await measure('postgres');
