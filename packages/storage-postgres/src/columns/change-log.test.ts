import { EVERYTHING } from '@vitrine/core/adapter';
import type { Filter, Order, Storage, StoreRow } from '@vitrine/core/storage';
import { ColumnCache, type ColumnReply, type Steps } from '@vitrine/storage-sql';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createNumberStore } from '../../../../test/columns/number-store.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { stepsInSnapshot } from '../../../../test/postgres/snapshot.ts';
import { type Connection, openConnection } from '../connections/connection/connection.ts';
import { finish } from '../connections/connection/run-steps.ts';
import { profileOf } from '../dialect/backends.ts';
import { postgresEngine } from '../postgres-engine.ts';
import { postgresStorage } from '../postgres-storage.ts';
import { postgresChanges } from './change-log.ts';
import { trimChanges } from './trim-changes.ts';

const engine = postgresEngine(profileOf('postgres'));
let database: TestDatabase;
let storage: Storage;
let reader: Connection;
let store: StoreRow;
let stores = 0;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: true });
  storage = postgresStorage({ url: database.url, columnBytes: 0 });
  await storage.migrate();
  reader = await openConnection({
    config: { connectionString: database.url },
    role: 'read',
    onEnd: () => undefined,
  });
});

afterAll(async () => {
  await reader.close();
  await storage.close();
  await database.drop();
});

beforeEach(async () => {
  store = await createNumberStore(storage, `store-${++stores}`);
  await write(['a', 1], ['b', 2], ['c', 3]);
});

function write(...records: readonly (readonly [id: string, n: number])[]) {
  const given = records.map(([id, n]) => ({ id, complete: true, slots: ['n0'] as const, values: [n] }));
  return storage.records.upsert(store, given, 2);
}

/** A client that ends with the test. */
async function client(): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: database.url });
  await opened.connect();
  onTestFinished(() => opened.end());
  return opened;
}

function insert(writer: pg.Client, id: string, n: number) {
  return writer.query(
    `INSERT INTO records (store_id, seq, id, created_at, updated_at, n0)
    VALUES ($1, nextval('records_numbers'), $2, 2, 2, $3)`,
    [store.id, id, n],
  );
}

function createCache(): ColumnCache {
  const options = { bytes: 1024 * 1024, recordsMin: 0, codesMax: 4_096, isEager: false };
  return new ColumnCache(engine, postgresChanges(), options, () => undefined);
}

function inSnapshot<Result>(steps: Steps<Result>): Promise<Result> {
  return stepsInSnapshot(reader, steps);
}

async function ask(cache: ColumnCache, where: Filter = EVERYTHING): Promise<ColumnReply> {
  const args = { storeId: store.id, storeNumber: store.seq, expiredUpTo: null, where };
  return inSnapshot(
    cache.answer({ search: { name: 'countRecords', args }, spent: 1e9, saved: 10, published: null }),
  );
}

async function newest(cache: ColumnCache): Promise<unknown> {
  const order: Order = { column: 'n0', direction: 'desc' };
  const page = { shape: 'n0', limit: 10, maxBytes: null, batch: 11, isWide: false, order, after: null };
  const args = { storeId: store.id, storeNumber: store.seq, expiredUpTo: null, where: EVERYTHING, ...page };
  const reply = await inSnapshot(
    cache.answer({ search: { name: 'findRecords', args }, spent: 1e9, saved: 10, published: null }),
  );
  const result = 'result' in reply ? reply.result : null;
  return typeof result === 'object' && result !== null && 'rows' in result
    ? result.rows.map(([id]) => id)
    : reply;
}

/** Watches the store and loads its columns as far as possible. */
async function load(cache: ColumnCache): Promise<void> {
  if (cache.mustWatch) await finish(cache.watch(), reader.execute);
  await inSnapshot(cache.readLog());
  while (cache.hasWork) await inSnapshot(cache.work());
}

async function arrangeLoaded(): Promise<ColumnCache> {
  const cache = createCache();
  for (const where of [EVERYTHING, SMALL]) {
    await ask(cache, where);
    await expect.poll(() => load(cache).then(() => cache.isWaiting)).toBe(false);
  }
  return cache;
}

const SMALL: Filter = { column: 'n0', op: 'lt', value: 100 };

/** Returns the number of different records in each entry. */
async function logOf(id: string): Promise<unknown[]> {
  const { rows } = await (await client()).query('SELECT seqs FROM record_changes WHERE store_id = $1', [id]);
  return rows.map(({ seqs }) => new Set(seqs).size);
}

/** Returns the numbers of the records of a store by id. */
async function numbersOf(writer: pg.Client, id: string): Promise<Record<string, string>> {
  const { rows } = await writer.query('SELECT id, seq FROM records WHERE store_id = $1', [id]);
  return Object.fromEntries(rows.map(({ id: record, seq }) => [record, seq]));
}

async function eachOf<Result>(
  ids: readonly string[],
  read: (id: string) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const id of ids) results.push(await read(id));
  return results;
}

/** Returns the different numbers in the log of a store, in order. */
async function loggedNumbers(writer: pg.Client, id: string): Promise<string[]> {
  const { rows } = await writer.query(
    'SELECT DISTINCT unnest(seqs) AS seq FROM record_changes WHERE store_id = $1 ORDER BY seq',
    [id],
  );
  return rows.map(({ seq }) => seq);
}

test('a store that is not watched is not logged', async () => {
  await write(['a', 5], ['d', 4]);
  expect(await logOf(store.id)).toEqual([]);
});

test('inserts, updates and deletes of a watched store are logged, and what is rolled back is not', async () => {
  await arrangeLoaded();
  await write(['d', 4], ['e', 5]);
  await storage.records.delete(store, ['a', 'none'], 3);
  const writer = await client();
  await writer.query('BEGIN');
  await insert(writer, 'f', 6);
  await writer.query('ROLLBACK');
  await writer.query("UPDATE records SET seq = nextval('records_numbers') WHERE store_id = $1 AND id = 'd'", [
    store.id,
  ]);
  expect(await logOf(store.id)).toEqual([2, 1, 2]);
});

test.each([
  ['an update', "UPDATE records SET seq = nextval('records_numbers') WHERE store_id = $1 AND id = 'a'"],
  [
    'ON CONFLICT',
    `INSERT INTO records (store_id, seq, id, created_at, updated_at)
    VALUES ($1, nextval('records_numbers'), 'a', 2, 2)
    ON CONFLICT (store_id, id) DO UPDATE SET seq = excluded.seq`,
  ],
  [
    'MERGE',
    `MERGE INTO records USING (SELECT $1 AS store) AS given ON store_id = store AND id = 'a'
    WHEN MATCHED THEN UPDATE SET seq = nextval('records_numbers')`,
  ],
])('both numbers are logged when %s changes the number of a record', async (_, statement) => {
  await arrangeLoaded();
  const writer = await client();
  for (const isolation of ['READ COMMITTED', 'REPEATABLE READ']) {
    await writer.query('DELETE FROM record_changes');
    const before = await numbersOf(writer, store.id);
    await writer.query(`BEGIN ISOLATION LEVEL ${isolation}`);
    await writer.query(statement, [store.id]);
    await writer.query('COMMIT');
    const after = await numbersOf(writer, store.id);
    expect(after.a).not.toBe(before.a);
    expect(await loggedNumbers(writer, store.id)).toEqual([before.a, after.a]);
  }
});

test('a statement that changes several stores logs each of them that is watched', async () => {
  const stores = [store];
  await arrangeLoaded();
  store = await createNumberStore(storage, `unwatched-${store.id}`);
  await write(['a', 1], ['b', 2]);
  stores.push(store);
  store = await createNumberStore(storage, `watched-${store.id}`);
  await write(['a', 1], ['b', 2]);
  stores.push(store);
  await arrangeLoaded();
  const ids = stores.map(({ id }) => id);
  const writer = await client();
  const [first = {}, second = {}, third = {}] = await eachOf(ids, (id) => numbersOf(writer, id));
  const logged = () => eachOf(ids, (id) => loggedNumbers(writer, id));
  await writer.query('UPDATE records SET n0 = n0 + 1 WHERE store_id = ANY($1) AND id <> $2', [ids, 'c']);
  expect(await logged()).toEqual([[first.a, first.b], [], [third.a, third.b]]);
  await writer.query('DELETE FROM record_changes');
  await writer.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await writer.query("DELETE FROM records WHERE store_id = ANY($1) AND id = 'b'", [ids]);
  await writer.query('COMMIT');
  expect(await logged()).toEqual([[first.b], [second.b], [third.b]]);
});

test('a record that is committed after records with higher numbers is found, at its place', async () => {
  const cache = await arrangeLoaded();
  const [first, second] = [await client(), await client()];
  await first.query('BEGIN');
  await insert(first, 'late', 7);
  await insert(second, 'early', 7);
  await insert(second, 'last', 1);
  expect(await newest(cache)).toEqual(['early', 'c', 'b', 'last', 'a']);
  await first.query('COMMIT');
  expect(await newest(cache)).toEqual(['early', 'late', 'c', 'b', 'last', 'a']);
  expect(await ask(cache, SMALL)).toMatchObject({ result: 6 });
});

test('columns are not loaded while a transaction runs that may not have seen the watch', async () => {
  const writer = await client();
  await writer.query('BEGIN');
  await insert(writer, 'd', 4);
  const cache = createCache();
  await ask(cache);
  await load(cache);
  // A later transaction that ends does not matter.
  await write(['e', 5]);
  await load(cache);
  expect(cache.isWaiting).toBe(true);
  await writer.query('COMMIT');
  await expect.poll(() => load(cache).then(() => cache.isWaiting)).toBe(false);
  expect(await ask(cache)).toMatchObject({ result: 5 });
});

test('a transaction that reads an older snapshot logs its changes in any case', async () => {
  const writer = await client();
  await writer.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await writer.query('SELECT 1 FROM stores');
  const cache = await arrangeLoaded();
  await insert(writer, 'd', 4);
  await writer.query('COMMIT');
  expect(await ask(cache, SMALL)).toMatchObject({ result: 4 });
});

test('columns are loaded again when entries were removed that were not read', async () => {
  const cache = await arrangeLoaded();
  const end = trimChanges(engine, (await other()).execute, 10);
  onTestFinished(end);
  await write(['d', 4]);
  await expect.poll(() => logOf(store.id)).toEqual([]);
  end();
  expect(await ask(cache, SMALL)).toHaveProperty('declined');
  expect(cache.use).toMatchObject({ rebuilds: 1 });
  await ask(cache, SMALL);
  await expect.poll(() => load(cache).then(() => cache.isWaiting)).toBe(false);
  expect(await ask(cache, SMALL)).toMatchObject({ result: 4 });
});

test('entries that were read are removed, and columns stay', async () => {
  const cache = await arrangeLoaded();
  await write(['d', 4]);
  expect(await ask(cache, SMALL)).toMatchObject({ result: 4 });
  const end = trimChanges(engine, (await other()).execute, 200);
  onTestFinished(end);
  await expect.poll(() => inSnapshot(cache.readLog()).then(() => logOf(store.id))).toEqual([]);
  end();
  await write(['e', 5]);
  expect(await ask(cache, SMALL)).toMatchObject({ result: 5 });
  expect(cache.use.rebuilds).toBe(0);
});

async function other(): Promise<Connection> {
  const config = { connectionString: database.url };
  const opened = await openConnection({ config, role: 'write', onEnd: () => undefined });
  onTestFinished(() => opened.close());
  return opened;
}

test.each([
  ['ends', []],
  ['ends and begins again', ['INSERT INTO watched_stores SELECT $1, pg_current_xact_id(), now()']],
])('columns are loaded again when the watch of their store %s', async (_, after) => {
  const cache = await arrangeLoaded();
  const writer = await client();
  await writer.query('DELETE FROM watched_stores WHERE store_id = $1', [store.id]);
  await write(['d', 4]);
  for (const statement of after) await writer.query(statement, [store.id]);
  expect(await ask(cache, SMALL)).toHaveProperty('declined');
  expect(cache.use.rebuilds).toBe(1);
});

test('a watch that nobody has renewed ends', async () => {
  const writer = await client();
  await writer.query(
    "INSERT INTO watched_stores SELECT $1, pg_current_xact_id(), now() - interval '1 hour'",
    [store.id],
  );
  onTestFinished(trimChanges(engine, (await other()).execute, 10));
  await expect
    .poll(() => writer.query('SELECT 1 FROM watched_stores WHERE store_id = $1', [store.id]))
    .toMatchObject({ rowCount: 0 });
});

test('another server, or the same one after a restart, makes the columns be loaded again', () => {
  const changes = postgresChanges();
  const read = (since: string | null, startedAt: string | null) => {
    const steps = changes.read(engine, since, []);
    steps.next();
    return steps.next([['snapshot', '10:10:', startedAt]]);
  };
  expect(read(null, '09:00').value).toMatchObject({ position: '10:10:', isComplete: true });
  expect(read('10:10:', '09:00').value).toMatchObject({ isComplete: true });
  expect(read('10:10:', '09:01').value).toMatchObject({ isComplete: false });
  expect(() => read('10:10:', null)).toThrow('standby');
});

test('records after the last row are read only if the log has new ones', async () => {
  const cache = await arrangeLoaded();
  const { execute } = reader;
  const texts: string[] = [];
  const noting: Connection['execute'] = (statement) => {
    texts.push(statement.text);
    return execute(statement);
  };
  async function readsOf(expected: number): Promise<number> {
    texts.length = 0;
    await execute({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] });
    const args = { storeId: store.id, storeNumber: store.seq, expiredUpTo: null, where: EVERYTHING };
    const asked = {
      search: { name: 'countRecords', args },
      spent: 1e9,
      saved: 10,
      published: null,
    } as const;
    expect(await finish(cache.answer(asked), noting)).toMatchObject({ result: expected });
    await execute({ text: 'COMMIT', values: [] });
    return texts.filter((text) => /ORDER BY seq\s+LIMIT/.test(text)).length;
  }
  await readsOf(3);
  expect(await readsOf(3)).toBe(0);
  await write(['d', 4]);
  expect(await readsOf(4)).toBe(1);
  await write(['a', 5]);
  expect(await readsOf(4)).toBe(0);
  await storage.records.delete(store, ['b'], 3);
  expect(await readsOf(3)).toBe(0);
});
