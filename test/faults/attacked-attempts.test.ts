import { setTimeout as wait } from 'node:timers/promises';
import { postgresStorage } from '@vitrine/storage-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { arrangeReaders, type Reader, readPages, type Seen } from './attempted-queries.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

/** Milliseconds after which an attack ends that has not had its effect, and how many readers each account has. */
const ATTACK_MS = 60_000;
const READERS = 3;
/** Longer than the 50 ms that the server gives an attempt. */
const LOCK_MS = 120;
/** The slowest answer, in milliseconds. A scan ends after 10 s; the rest is a margin for a loaded machine. */
const ANSWER_MS = 14_000;
/** Killed sessions or exceeded times, and right pages of each account, after which an attack ends. */
const EVENTS = 20;
const PAGES = 60;

/** Only attempts have such a statement. Their sessions show the last one while they are idle. */
const END_SESSIONS = `
  SELECT pg_terminate_backend(pid)
  FROM pg_stat_activity
  WHERE datname = current_database()
    AND query LIKE '%UNION ALL%OFFSET%'
    AND pid <> pg_backend_pid()`;

let cluster: Cluster;
let server: ServerProcess;
/** Ends sessions. */
let operator: pg.Client;
/** Holds locks. */
let holder: pg.Client;
let accounts: Reader[];
let timeouts = 0;

beforeAll(async () => {
  cluster = await startCluster({
    onLog(text) {
      timeouts += text.split('canceling statement due to statement timeout').length - 1;
    },
  });
  accounts = await arrangeReaders(postgresStorage({ url: cluster.url }), 3);
  operator = new pg.Client({ connectionString: cluster.url });
  holder = new pg.Client({ connectionString: cluster.url });
  await Promise.all([operator.connect(), holder.connect()]);
}, 120_000);
// Each test has a server of its own, which remembers no failed attempts.
beforeEach(async () => {
  server = await startProcess({ VITRINE_DATABASE_URL: cluster.url, VITRINE_LOG_LEVEL: 'error' });
  return () => server.end('SIGKILL');
});
afterAll(async () => {
  await Promise.all([operator?.end(), holder?.end()]);
  await cluster?.stop();
});

/**
 * Runs the attack again and again while readers of all accounts read, until it has had its effect and each account has read
 * enough. Returns what each account has seen.
 */
async function readUnder(attack: () => Promise<unknown>, hasEffect: () => boolean): Promise<Seen[]> {
  const ended = new AbortController();
  const reading: Promise<void>[] = [];
  const seen = accounts.map((account) => {
    const own: Seen = { right: 0, refused: 0, slowest: 0, faults: [] };
    for (let i = 0; i < READERS; i++) reading.push(readPages(server.url, account, own, ended.signal));
    return own;
  });
  const isEnough = () => hasEffect() && seen.every(({ right }) => right >= PAGES);
  const endsAt = performance.now() + ATTACK_MS;
  while (!isEnough() && performance.now() < endsAt) await attack();
  ended.abort();
  await Promise.all(reading);
  return seen;
}

/** Ends the sessions of attempts. Returns their number. */
async function endSessions(): Promise<number> {
  return (await operator.query(END_SESSIONS)).rowCount ?? 0;
}

/** Locks all records for longer than an attempt may take. */
async function lockRecords(): Promise<void> {
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE records IN ACCESS EXCLUSIVE MODE');
  await wait(LOCK_MS);
  await holder.query('ROLLBACK');
  await wait(LOCK_MS);
}

/** Expects right answers and at most some refusals, of every account, in time. */
function expectServed(seen: readonly Seen[], refusedMax: (right: number) => number): void {
  console.log(seen);
  for (const { right, refused, slowest, faults } of seen) {
    expect(faults).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(PAGES);
    expect(refused).toBeLessThanOrEqual(refusedMax(right));
    expect(slowest).toBeLessThan(ANSWER_MS);
  }
}

test('pages whose attempts are killed again and again are read as scans, so that no answer is refused', async () => {
  let killed = 0;
  const attack = async () => {
    killed += await endSessions();
    await wait(50);
  };
  const seen = await readUnder(attack, () => killed >= EVENTS);
  expect(killed).toBeGreaterThanOrEqual(EVENTS);
  expectServed(seen, () => 0);
});

test('attempts that exceed their time again and again are made as scans, so that no answer is refused', async () => {
  timeouts = 0;
  const seen = await readUnder(lockRecords, () => timeouts >= EVENTS);
  expect(timeouts).toBeGreaterThanOrEqual(EVENTS);
  expectServed(seen, () => 0);
});

test('both at once leave a server that reads as before', async () => {
  timeouts = 0;
  let killed = 0;
  const attack = async () => {
    const locking = lockRecords();
    await wait(LOCK_MS / 4);
    killed += await endSessions();
    await locking;
  };
  const seen = await readUnder(attack, () => killed >= EVENTS && timeouts >= EVENTS);
  expect(killed).toBeGreaterThanOrEqual(EVENTS);
  expect(timeouts).toBeGreaterThanOrEqual(EVENTS);
  expectServed(seen, (right) => right / 10);
  const after = await readUnder(
    () => wait(100),
    () => true,
  );
  expectServed(after, () => 0);
  expect(server.stderr()).not.toMatch(/unhandled|uncaught/i);
});
