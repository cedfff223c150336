import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERYTHING } from '@vitrine/core/adapter';
import type { Filter, StoreRow } from '@vitrine/core/storage';
import {
  ColumnCache,
  type ColumnReply,
  type ColumnRequest,
  runSteps,
  type Steps,
} from '@vitrine/storage-sql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askBusyStores, quarterOfMemory } from '../../../test/columns/busy-stores.ts';
import { type Connection, fixed, openConnection } from './connections/connection.ts';
import { sqliteChanges } from './dialect/sqlite-changes.ts';
import { sqliteDialect } from './dialect/sqlite-dialect.ts';
import { type SqliteStorage, sqliteStorage } from './sqlite-storage.ts';

let folder: string;
let storage: SqliteStorage;
let connection: Connection;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-columns-'));
  const path = join(folder, 'data.db');
  storage = sqliteStorage({ path, columnBytes: 0 });
  await storage.migrate();
  connection = openConnection({ path, role: 'read' });
});

afterEach(async () => {
  connection.close();
  await storage.close();
  rmSync(folder, { recursive: true });
});

const MB = 1024 * 1024;

function createCache(bytes = 16 * MB, recordsMin = 0): ColumnCache {
  return new ColumnCache(
    sqliteDialect,
    sqliteChanges,
    { bytes, recordsMin, codesMax: 4_096, isEager: false },
    () => undefined,
  );
}

function inSnapshot<Result>(steps: Steps<Result>): Result {
  connection.execute(fixed('BEGIN'));
  try {
    return runSteps(steps, connection.execute);
  } finally {
    connection.execute(fixed('COMMIT'));
  }
}

function work(cache: ColumnCache): void {
  while (cache.hasWork) inSnapshot(cache.work());
}

/** Creates a store with records whose number is their index and whose text is one of `texts`. */
async function arrangeStore(id: string, records: number, texts = 5): Promise<StoreRow> {
  const property = { required: false, unique: false, description: null } as const;
  const store = await storage.stores.insert({
    id,
    accountId: 'account',
    name: id,
    description: null,
    recordTtl: null,
    storeType: 'library',
    properties: [
      { ...property, name: 'n', type: 'number', slot: 'n0' },
      { ...property, name: 't', type: 'string', slot: 't0' },
    ],
    createdAt: 1,
    updatedAt: 1,
  });
  await write(store, 0, records, (i) => [i, `text ${i % texts}`]);
  return store;
}

function write(store: StoreRow, from: number, to: number, values: (i: number) => [number, string]) {
  const indexes = Array.from({ length: to - from }, (_, i) => from + i);
  return storage.records.upsert(
    store,
    indexes.map((i) => ({ id: `id-${i}`, complete: true, slots: ['n0', 't0'], values: values(i) })),
    2,
  );
}

function count({ id, seq }: StoreRow, where: Filter, spent = 1e9): ColumnRequest {
  const args = { storeId: id, storeNumber: seq, expiredUpTo: null, where };
  return { search: { name: 'countRecords', args }, spent, saved: 10, published: null };
}

function ask(cache: ColumnCache, asked: ColumnRequest): ColumnReply {
  return inSnapshot(cache.answer(asked));
}

const LARGE: Filter = { column: 'n0', op: 'gte', value: 100 };

test('columns are loaded when scans have taken as long as the load would, and then answer', async () => {
  const store = await arrangeStore('store', 5_000);
  const cache = createCache();
  const few = ask(cache, count(store, LARGE, 0.001));
  expect(few).toEqual({ declined: { after: 0, spent: expect.closeTo(6, 0), refused: [] } });
  expect(cache.hasWork).toBe(false);
  expect(ask(cache, count(store, LARGE, 100))).toMatchObject({ declined: { refused: [] } });
  work(cache);
  expect(ask(cache, count(store, LARGE))).toMatchObject({ result: 4_900 });
  expect(cache.use).toMatchObject({ stores: 1, loads: 1, evictions: 0, rebuilds: 0 });
});

test('stores with few records are never loaded', async () => {
  const store = await arrangeStore('store', 200);
  const cache = createCache(16 * MB, 201);
  expect(ask(cache, count(store, LARGE))).toMatchObject({ declined: { spent: Number.POSITIVE_INFINITY } });
  expect(cache.hasWork).toBe(false);
});

test('an answer contains every change that is committed before it', async () => {
  const store = await arrangeStore('store', 300);
  const cache = createCache();
  ask(cache, count(store, LARGE));
  work(cache);
  await write(store, 290, 310, () => [1, 'changed']);
  await storage.records.delete(store, ['id-299', 'id-298', 'id-5'], 3);
  expect(ask(cache, count(store, LARGE))).toMatchObject({ result: 190 });
  expect(ask(cache, count(store, EVERYTHING))).toMatchObject({ result: 307 });
});

test('columns of more slots are added to those that are loaded, while records change', async () => {
  const store = await arrangeStore('store', 5_000);
  const cache = createCache();
  ask(cache, count(store, LARGE));
  work(cache);
  const text: Filter = { column: 't0', op: 'eq', value: 'text 1' };
  expect(ask(cache, count(store, text))).toMatchObject({ declined: { refused: [] } });
  inSnapshot(cache.work());
  await write(store, 0, 10, (i) => [i, 'text 1']);
  await write(store, 5_000, 5_003, (i) => [i, 'text 1']);
  await storage.records.delete(store, ['id-4001'], 3);
  expect(ask(cache, count(store, LARGE))).toMatchObject({ result: 4_902 });
  work(cache);
  expect(ask(cache, count(store, text))).toMatchObject({ result: 1_000 + 8 + 3 - 1 });
});

test('several bounds of one number all apply, and no record is between bounds that cross', async () => {
  const store = await arrangeStore('store', 300);
  const cache = createCache();
  const bound = (op: 'gt' | 'gte' | 'lt' | 'lte', value: number): Filter => ({ column: 'n0', op, value });
  ask(cache, count(store, LARGE));
  work(cache);
  expect(ask(cache, count(store, { all: [LARGE, bound('lt', 200), bound('gt', 149)] }))).toMatchObject({
    result: 50,
  });
  expect(ask(cache, count(store, { all: [LARGE, bound('lte', 99)] }))).toMatchObject({ result: 0 });
  expect(ask(cache, count(store, { all: [LARGE, bound('lte', 100)] }))).toMatchObject({ result: 1 });
  expect(ask(cache, count(store, { any: [LARGE, bound('lt', 50)] }))).toMatchObject({ result: 250 });
});

test('text of many different values is loaded again as it is, and answers', async () => {
  const store = await arrangeStore('store', 4_200, 4_200);
  const cache = createCache();
  const either = (...values: string[]): Filter => ({ column: 't0', op: 'in', values });
  ask(cache, count(store, either('text 7', 'text 4199', 'text 4200')));
  work(cache);
  expect(cache.use.loads).toBe(2);
  await write(store, 4_190, 4_300, (i) => [i, i % 2 === 0 ? 'text 7' : 'Ärger']);
  expect(ask(cache, count(store, either('text 7', 'text 4199')))).toMatchObject({ result: 56 });
  const contains: Filter = { column: 't0', op: 'contains', value: 'ärg' };
  expect(ask(cache, count(store, contains))).toMatchObject({ result: 55 });
  expect(ask(cache, count(store, { column: 't0', op: 'endsWith', value: ' 77' }))).toMatchObject({
    result: 1,
  });
});

test('text that is too long is refused, and the other columns answer', async () => {
  const store = await arrangeStore('store', 4_200, 4_200);
  await write(store, 3, 4, () => [3, 'x'.repeat(5_000)]);
  const cache = createCache();
  const both: Filter = { all: [LARGE, { column: 't0', op: 'eq', value: 'text 200' }] };
  ask(cache, count(store, both));
  work(cache);
  expect(ask(cache, count(store, both))).toMatchObject({ declined: { refused: ['t0'] } });
  expect(cache.hasWork).toBe(false);
  expect(ask(cache, count(store, LARGE))).toMatchObject({ result: 4_100 });
});

test('many changes are read between questions, not within one', async () => {
  const store = await arrangeStore('store', 6_000);
  const cache = createCache();
  ask(cache, count(store, LARGE));
  work(cache);
  await write(store, 0, 6_000, () => [7, 'changed']);
  expect(ask(cache, count(store, LARGE))).toMatchObject({ declined: { after: 0, spent: 0 } });
  expect(cache.hasWork).toBe(true);
  work(cache);
  expect(ask(cache, count(store, LARGE))).toMatchObject({ result: 0 });
  expect(cache.use).toMatchObject({ loads: 1, rebuilds: 0 });
});

test('columns are dropped when the log does not reach back to them', async () => {
  const store = await arrangeStore('store', 300);
  const cache = createCache();
  ask(cache, count(store, LARGE));
  work(cache);
  await write(store, 0, 3, () => [1_000, 'changed']);
  const writing = openConnection({ path: join(folder, 'data.db'), role: 'write' });
  writing.execute(
    fixed('DELETE FROM changed_records WHERE change < (SELECT max(change) FROM changed_records)'),
  );
  writing.close();
  expect(ask(cache, count(store, LARGE))).toHaveProperty('declined');
  expect(cache.use).toMatchObject({ rebuilds: 1 });
  work(cache);
  expect(ask(cache, count(store, LARGE))).toMatchObject({ result: 203 });
});

test('the memory is bounded, and only stores that save more take it from others', async () => {
  const stores: StoreRow[] = [];
  for (const id of ['a', 'b', 'c', 'd']) stores.push(await arrangeStore(id, 300));
  // Three pages for each: values, numbers of records, and which of them exist. The limit is eight.
  const cache = createCache(0.5 * MB);
  for (const store of stores.slice(0, 2)) {
    ask(cache, count(store, LARGE, 1_000));
    work(cache);
  }
  const [a, b, c, d] = stores as [StoreRow, StoreRow, StoreRow, StoreRow];
  expect(ask(cache, count(a, LARGE))).toMatchObject({ result: 200 });
  expect(ask(cache, count(c, LARGE, 1_500))).toMatchObject({ declined: { spent: 3_000 } });
  expect(cache.hasWork).toBe(false);
  ask(cache, count(d, LARGE, 3_000));
  work(cache);
  expect(ask(cache, count(d, LARGE))).toMatchObject({ result: 200 });
  expect(ask(cache, count(a, LARGE, 0))).toMatchObject({ result: 200 });
  expect(ask(cache, count(b, LARGE, 0))).toHaveProperty('declined');
  expect(cache.use.evictions).toBe(1);
  expect(cache.use.bytes).toBeLessThanOrEqual(0.5 * MB);
});

test('fifty busy stores that need four times the memory do not take it from each other all the time', async () => {
  const stores: StoreRow[] = [];
  for (let i = 0; i < 50; i++) stores.push(await arrangeStore(`store-${i}`, 300));
  const bytes = quarterOfMemory(50);
  const cache = createCache(bytes);
  const report = await askBusyStores(
    { cache, stores, where: LARGE, ask: (asked) => ask(cache, asked), work: () => work(cache) },
    3_000,
  );
  expect(report.answers).toEqual([200]);
  expect(report.bytes).toBeLessThanOrEqual(bytes);
  expect(report.hits).toBeGreaterThan(1_000);
  expect(report.evictions).toBeLessThan(report.hits / 20);
});
