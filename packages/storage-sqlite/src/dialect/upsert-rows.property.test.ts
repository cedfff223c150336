import { MAX_RECORD_BYTES } from '@vitrine/core/adapter';
import type { StoreRow } from '@vitrine/core/storage';
import {
  createSqlStorage,
  type GivenRecord,
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
    write: (records: readonly GivenRecord[], now: number) => write(connection, upsert, store, records, now),
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
  records: readonly GivenRecord[],
  now: number,
) {
  const guard = { storeId: id, storeNumber: seq, accountId, version };
  const args = { ...guard, now, expiredUpTo: null, by: null, log: null, storeShape: 't0,t1,n0', records };
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

function recordsOf(shape: string): fc.Arbitrary<GivenRecord[]> {
  const value = (slot: string) => (slot.startsWith('n') ? number : long(shape));
  const record = fc.tuple(id, fc.tuple(...shape.split(',').map(value)));
  return fc
    .tuple(fc.array(record, { minLength: 1, maxLength: 25 }), fc.boolean())
    .map(([records, complete]) => records.map(([own, values]) => ({ id: own, shape, values, complete })));
}

const batch = fc
  .array(fc.constantFrom('t0', 't1,n0', 'n0', 't0,t1,n0').chain(recordsOf), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat());

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
      for (const [at, records] of batches.entries()) {
        expect(grouped.write(records, at + 2)).toEqual(single.write(records, at + 2));
        expect(grouped.records()).toEqual(single.records());
      }
    }),
  );
});

test('a record that would be too large keeps its values, and the others of its statement are written', () => {
  grouped.clear();
  const half = 'x'.repeat(MAX_RECORD_BYTES / 2);
  const ids = Array.from({ length: 10 }, (_, i) => `r${i}`);
  const records = (shape: string, valueAt: (at: number) => string) =>
    ids.map((own, at) => ({ id: own, shape, values: [valueAt(at)], complete: true }));
  grouped.write(
    records('t0', (at) => (at === 4 ? `${half}x` : 'x')),
    2,
  );
  const outcomes = grouped.write(
    records('t1', () => half),
    3,
  );
  expect(outcomes).toEqual(ids.map((_, i) => (i === 4 ? 'too_large' : 'updated')));
});

test('updates use up no numbers, and a new record among them at most those of its statement', () => {
  grouped.clear();
  const records = (ids: readonly string[]) =>
    ids.map((own) => ({ id: own, shape: 't0', values: ['x'], complete: true }));
  const ids = Array.from({ length: 40 }, (_, i) => `r${i}`);
  grouped.write(records(ids), 2);
  const before = Number(grouped.lastNumber());
  grouped.write(records(ids), 3);
  expect(grouped.lastNumber()).toBe(before);
  expect(grouped.write(records([...ids.slice(1), 'new']), 4)).toEqual([
    ...ids.slice(1).map(() => 'updated'),
    'created',
  ]);
  expect(Number(grouped.lastNumber()) - before).toBeLessThanOrEqual(10);
});
