import { MAX_RECORD_BYTES, type StoreRow } from '@vitrine/core/storage';
import {
  createSqlStorage,
  type RecordRun,
  type RecordWrites,
  rowWrites,
  runSteps,
} from '@vitrine/storage-sql';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, fixed, openConnection } from '../connections/connection.ts';
import { memoryDriver } from '../memory-driver.ts';
import { sqliteEngine } from './sqlite-engine.ts';
import { upsertRows } from './upsert-rows.ts';

type Upsert = RecordWrites['upsertRecords'];

const RECORDS = fixed(
  'SELECT id, t0, f0, t1, n0, created_at, updated_at FROM records ORDER BY store_id, seq',
);
const CLEAR = fixed('DELETE FROM records');
const LAST_NUMBER = fixed('SELECT last FROM record_numbers');

/** A store in memory whose batches are written in one of two ways. */
async function openStore(upsert: Upsert) {
  const connection = openConnection({ path: ':memory:', role: 'write' });
  const storage = createSqlStorage(memoryDriver(connection));
  await storage.migrate();
  const property = { required: false, unique: false, description: null };
  const store = await storage.stores.insert({
    id: 'store',
    accountId: 'account',
    name: 'A store',
    description: null,
    recordTtl: null,
    storeType: 'library',
    properties: [
      { ...property, name: 'a', type: 'string', slot: 't0' },
      { ...property, name: 'b', type: 'string', slot: 't1' },
      { ...property, name: 'c', type: 'number', slot: 'n0' },
    ],
    createdAt: 1,
    updatedAt: 1,
  });
  return {
    write: (runs: readonly RecordRun[], now: number) => write(connection, upsert, store, runs, now),
    clear: () => connection.execute(CLEAR),
    records: () => connection.execute(RECORDS),
    lastNumber: () => connection.execute(LAST_NUMBER)[0]?.[0],
    close: () => storage.close(),
  };
}

function write(
  connection: Connection,
  upsert: Upsert,
  { id, seq, accountId, version }: StoreRow,
  runs: readonly RecordRun[],
  now: number,
) {
  const guard = { storeId: id, storeNumber: seq, accountId, version };
  const args = { ...guard, now, expiredUpTo: null, storeShape: 't0,t1,n0', runs };
  return runSteps(upsert(sqliteEngine, args), connection.execute);
}

const id = fc.integer({ min: 0, max: 30 }).map((number) => `r${number}`);
/** Two of the long texts together are too large for a record. */
const text = fc.constantFrom(
  '',
  'x',
  'Ä',
  'x'.repeat(MAX_RECORD_BYTES / 2),
  'ä'.repeat(MAX_RECORD_BYTES / 4),
  null,
);
const number = fc.constantFrom(1, 2.5, null);
const long = (shape: string) => (shape === 't0,t1,n0' ? fc.constantFrom('x', 'Ä', null) : text);

function runOf(shape: string): fc.Arbitrary<RecordRun> {
  const value = (slot: string) => (slot.startsWith('n') ? number : long(shape));
  const record = fc.tuple(id, fc.tuple(...shape.split(',').map(value)));
  return fc
    .tuple(fc.array(record, { minLength: 1, maxLength: 25 }), fc.boolean())
    .map(([records, complete]) => ({
      shape,
      complete,
      ids: records.map(([own]) => own),
      values: records.map(([, values]) => values),
    }));
}

const batch = fc.array(fc.constantFrom('t0', 't1,n0', 'n0', 't0,t1,n0').chain(runOf), {
  minLength: 1,
  maxLength: 4,
});

let grouped: Awaited<ReturnType<typeof openStore>>;
let single: typeof grouped;

beforeAll(async () => {
  grouped = await openStore(upsertRows);
  single = await openStore(rowWrites.upsertRecords);
});

afterAll(async () => {
  await grouped.close();
  await single.close();
});

test('several records a statement have the outcomes and the rows of records written one by one', () => {
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 3 }), (batches) => {
      grouped.clear();
      single.clear();
      for (const [at, runs] of batches.entries()) {
        expect(grouped.write(runs, at + 2)).toEqual(single.write(runs, at + 2));
        expect(grouped.records()).toEqual(single.records());
      }
    }),
  );
});

test('a record that would be too large keeps its values, and the others of its statement are written', () => {
  grouped.clear();
  const half = 'x'.repeat(MAX_RECORD_BYTES / 2);
  const ids = Array.from({ length: 10 }, (_, i) => `r${i}`);
  const run = (shape: string, values: string[]) => [
    { shape, complete: true, ids, values: values.map((value) => [value]) },
  ];
  grouped.write(
    run(
      't0',
      ids.map((_, i) => (i === 4 ? `${half}x` : 'x')),
    ),
    2,
  );
  const outcomes = grouped.write(
    run(
      't1',
      ids.map(() => half),
    ),
    3,
  );
  expect(outcomes).toEqual(ids.map((_, i) => (i === 4 ? 'too_large' : 'updated')));
});

test('updates use up no numbers, and a new record among them at most those of its statement', () => {
  grouped.clear();
  const run = (ids: readonly string[]) => [
    { shape: 't0', complete: true, ids, values: ids.map(() => ['x']) },
  ];
  const ids = Array.from({ length: 40 }, (_, i) => `r${i}`);
  grouped.write(run(ids), 2);
  const before = Number(grouped.lastNumber());
  grouped.write(run(ids), 3);
  expect(grouped.lastNumber()).toBe(before);
  expect(grouped.write(run([...ids.slice(1), 'new']), 4)).toEqual([
    ...ids.slice(1).map(() => 'updated'),
    'created',
  ]);
  expect(Number(grouped.lastNumber()) - before).toBeLessThanOrEqual(10);
});
