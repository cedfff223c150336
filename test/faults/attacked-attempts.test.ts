import { setTimeout as wait } from 'node:timers/promises';
import { postgresStorage } from '@vitrine/storage-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { expectServed, readUnder } from './attacked-readers.ts';
import { arrangeReaders, type Reader } from './attempted-queries.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

/** Longer than the 50 ms that the server gives an attempt. */
const LOCK_MS = 120;
/** Killed sessions or exceeded times after which an attack ends. */
const EVENTS = 20;

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

test('pages whose attempts are killed again and again are read as scans, so that no answer is refused', async () => {
  let killed = 0;
  const attack = async () => {
    killed += await endSessions();
    await wait(50);
  };
  const seen = await readUnder(server.url, accounts, attack, () => killed >= EVENTS);
  expect(killed).toBeGreaterThanOrEqual(EVENTS);
  expectServed(seen);
});

test('attempts that exceed their time again and again are made as scans, so that no answer is refused', async () => {
  timeouts = 0;
  const seen = await readUnder(server.url, accounts, lockRecords, () => timeouts >= EVENTS);
  expect(timeouts).toBeGreaterThanOrEqual(EVENTS);
  expectServed(seen);
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
  const seen = await readUnder(server.url, accounts, attack, () => killed >= EVENTS && timeouts >= EVENTS);
  expect(killed).toBeGreaterThanOrEqual(EVENTS);
  expect(timeouts).toBeGreaterThanOrEqual(EVENTS);
  expectServed(seen, (right) => right / 10);
  const after = await readUnder(
    server.url,
    accounts,
    () => wait(100),
    () => true,
  );
  expectServed(after);
  expect(server.stderr()).not.toMatch(/unhandled|uncaught/i);
});
