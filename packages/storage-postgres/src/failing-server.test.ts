import { UnavailableError } from '@vitrine/core/adapter';
import type { Storage } from '@vitrine/core/storage';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { postgresStorage } from './postgres-storage.ts';
import type { PostgresStorageOptions } from './storage-options.ts';

const JOB = { kind: 'k', payload: '{}', accountId: null, runAt: 1, key: 'k' };
const REF = { id: 'store', accountId: 'account' };

let database: TestDatabase;
let url: string;
/** A session that holds locks. */
let holder: pg.Client;
/** Reads and ends sessions. The holder's transaction would see them as of its first read. */
let operator: pg.Client;
const opened: Storage[] = [];

beforeEach(async () => {
  database = await createTestDatabase({ migrated: true });
  ({ url } = database);
  const storage = open();
  await storage.migrate();
  await storage.stores.insert({
    ...REF,
    name: 'Shoes',
    description: null,
    recordTtl: null,
    storeType: 'x',
    properties: [],
    createdAt: 1,
    updatedAt: 1,
  });
  [holder, operator] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all([holder.connect(), operator.connect()]);
});
afterEach(async () => {
  await Promise.all([holder.end(), operator.end()]);
  await Promise.all(opened.splice(0).map((storage) => storage.close()));
  await database.drop();
});

function open(change: Partial<PostgresStorageOptions> = {}): Storage {
  const storage = postgresStorage({ url, pool: 6, ...change });
  opened.push(storage);
  return storage;
}

async function expectUnavailable(run: Promise<unknown>, sqlstate: string): Promise<void> {
  const error = await run.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnavailableError);
  if (!(error instanceof UnavailableError)) return;
  expect(String(error.cause)).toContain(sqlstate);
  expect(error.retryAfterSeconds).toBeGreaterThan(0);
}

async function whileLocked(run: () => Promise<void>): Promise<void> {
  await holder.query('BEGIN');
  await holder.query("SELECT 1 FROM stores WHERE id = 'store' FOR UPDATE");
  try {
    await run();
  } finally {
    await holder.query('ROLLBACK');
  }
}

/** Resolves when a session of this database waits for a lock. */
async function signalBlocked(signal: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> {
  const waiting = "datname = current_database() AND wait_event_type = 'Lock'";
  const signalled = async () =>
    (await operator.query(`SELECT ${signal}(pid) FROM pg_stat_activity WHERE ${waiting}`)).rowCount;
  await expect.poll(signalled, { timeout: 8_000, interval: 20 }).toBeGreaterThan(0);
}

test('a transaction and a single statement are unavailable if they wait too long for a lock', async () => {
  const storage = open({ lockTimeout: 100 });
  const store = await storage.stores.get('account', 'store');
  if (store === null) throw new Error('the store is there');
  await whileLocked(async () => {
    await expectUnavailable(storage.stores.update(REF, { name: 'x' }, 2), '55P03');
    const record = { id: 'a', slots: [], values: [] };
    await expectUnavailable(storage.records.insert(store, record, 2), '55P03');
  });
  expect((await storage.stores.update(REF, { name: 'Boots' }, 2))?.name).toBe('Boots');
});

test('a statement is unavailable if it takes too long or an operator cancels it', async () => {
  await whileLocked(async () => {
    await expectUnavailable(open({ statementTimeout: 200 }).stores.update(REF, { name: 'x' }, 2), '57014');
    const waiting = open().stores.update(REF, { name: 'x' }, 2);
    const cancelled = expectUnavailable(waiting, '57014');
    await signalBlocked('pg_cancel_backend');
    await cancelled;
  });
});

test('a read-only server runs reads and refuses writes', async () => {
  const readOnly = new URL(url);
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  const storage = open({ url: readOnly.href });
  const store = await storage.stores.get('account', 'store');
  if (store === null) throw new Error('the store is there');
  await expectUnavailable(storage.stores.update(REF, { name: 'x' }, 2), '25006');
  await expectUnavailable(storage.records.insert(store, { id: 'a', slots: [], values: [] }, 2), '25006');
  await expectUnavailable(storage.jobs.enqueue([JOB]), '25006');
  expect(await storage.records.get(store, 'a', 2)).toBeNull();
});

test('a write is unavailable if an operator ends its session', async () => {
  const storage = open();
  await whileLocked(async () => {
    const waiting = expectUnavailable(storage.stores.update(REF, { name: 'x' }, 2), '57P01');
    await signalBlocked('pg_terminate_backend');
    await waiting;
  });
  expect((await storage.stores.get('account', 'store'))?.name).toBe('Shoes');
});
