import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectServed, readUnder } from './attacked-readers.ts';
import { arrangeReaders, type Reader } from './attempted-queries.ts';
import { BUSY_ACTS } from './busy-acts.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

const BUSY_FILE = fileURLToPath(new URL('./busy-file.ts', import.meta.url));
/** Longer than the 5 ms that an attempt may take. */
const STOP_MS = 20;
/** Stops after which an attack ends, and how often each act of `busy-file.ts` is done. */
const STOPS = 100;
const ROUNDS = 4;
/** Milliseconds between two requests of the neighbour, and its slowest answer: less than `busy-file.ts` keeps its lock. */
const NEIGHBOUR_EVERY_MS = 10;
const NEIGHBOUR_MS = 1_000;

let folder: string;
let path: string;
let server: ServerProcess;
let accounts: Reader[];
let neighbour: Reader;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-attempts-'));
  path = join(folder, 'vitrine.db');
  const [first, ...others] = await arrangeReaders(sqliteStorage({ path }), 4);
  if (first === undefined) throw new Error('there are no readers');
  neighbour = first;
  accounts = others;
}, 120_000);
// Each test has a server of its own, which remembers no failed attempts.
beforeEach(async () => {
  server = await startProcess({ VITRINE_DATABASE_URL: `sqlite:${path}`, VITRINE_LOG_LEVEL: 'error' });
  return () => server.end('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the threads that read scans now. There are none while all attempts find their page. */
async function scanThreads(): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^vitrine_scan_threads (\d+)$/m.exec(metrics)?.[1]);
}

/** Stops the process in the middle of whatever it does, so that the time of an attempt that runs is spent. */
async function stopServer(): Promise<void> {
  server.child.kill('SIGSTOP');
  await wait(STOP_MS);
  server.child.kill('SIGCONT');
  await wait(STOP_MS);
}

/** Lists a record of another account again and again until the signal. Returns the slowest answer in milliseconds. */
async function listAsNeighbour(ended: AbortSignal): Promise<number> {
  let slowest = 0;
  while (!ended.aborted) {
    const startedAt = performance.now();
    const response = await fetch(`${server.url}/v2/stores/${neighbour.storeId}/records?limit=1`, {
      headers: { authorization: `Bearer ${neighbour.key}` },
    });
    await response.arrayBuffer();
    slowest = Math.max(slowest, performance.now() - startedAt);
    expect(response.status).toBe(200);
    await wait(NEIGHBOUR_EVERY_MS);
  }
  return slowest;
}

test('pages whose attempts spend their time again and again are read as scans, so that no answer is refused', async () => {
  expect(await scanThreads()).toBe(0);
  let stops = 0;
  let threads = 0;
  const attack = async () => {
    await stopServer();
    stops++;
    threads = Math.max(threads, await scanThreads());
  };
  const seen = await readUnder(server.url, accounts, attack, () => stops >= STOPS && threads > 0);
  expect(threads).toBeGreaterThan(0);
  expectServed(seen);
  expect(server.stderr()).not.toMatch(/unhandled|uncaught/i);
});

test('another process that locks, changes and rewrites the file makes no page be refused and no neighbour wait', async () => {
  const done = Object.fromEntries(BUSY_ACTS.map((act) => [act, 0]));
  const busy = fork(BUSY_FILE, [path]);
  busy.on('message', (act: string) => {
    done[act] = (done[act] ?? 0) + 1;
  });
  const ended = new AbortController();
  try {
    const listing = listAsNeighbour(ended.signal);
    const hasEffect = () => Object.values(done).every((count) => count >= ROUNDS);
    const seen = await readUnder(server.url, accounts, () => wait(100), hasEffect);
    ended.abort();
    const slowest = await listing;
    console.log(done, { slowest });
    expect(hasEffect()).toBe(true);
    expectServed(seen);
    expect(slowest).toBeLessThan(NEIGHBOUR_MS);
  } finally {
    ended.abort();
    busy.kill('SIGKILL');
  }
  const database = new Database(path, { readonly: true });
  expect(database.pragma('quick_check', { simple: true })).toBe('ok');
  database.close();
});
