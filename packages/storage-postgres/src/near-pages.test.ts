import { NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Filter, Storage, StoreRow } from '@vitrine/core/storage';
import { startOperation } from '@vitrine/storage-sql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { openConnection } from './connections/connection/connection.ts';
import { finish } from './connections/connection/run-steps.ts';
import { profileOf } from './dialect/backends.ts';
import { postgresEngine } from './postgres-engine.ts';
import { storageByProfile } from './storage-by-profile.ts';

const RECORDS = 3_000;
const NOW = 1_000_000;
const TTL = 600;

let database: TestDatabase;
/** Makes attempts. */
let storage: Storage;
/** Has too few connections for attempts, so that it reads every page as a scan. */
let scanning: Storage;
let store: StoreRow;
/** Its records expire. */
let expiring: StoreRow;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: true });
  const open = (pool: number) => storageByProfile({ url: database.url, pool }, profileOf('postgres'));
  storage = open(10);
  scanning = open(5);
  await storage.migrate();
  store = await newStore('store', null);
  expiring = await newStore('expiring', TTL);
  for (const into of [store, expiring]) {
    for (let from = 0; from < RECORDS; from += 500) await add(into, from, 500);
    const deleted = Array.from({ length: RECORDS / 7 }, (_, i) => `r${i * 7}`);
    await storage.records.delete(into, deleted, NOW);
  }
});

afterAll(async () => {
  await Promise.all([storage.close(), scanning.close()]);
  await database.drop();
});

function newStore(id: string, recordTtl: number | null): Promise<StoreRow> {
  const property = { required: false, unique: false, description: null };
  return storage.stores.insert({
    id,
    accountId: 'account',
    name: 'A store',
    description: null,
    recordTtl,
    storeType: 'library',
    properties: [
      { ...property, name: 'text', type: 'string', slot: 't0' },
      { ...property, name: 'number', type: 'number', slot: 'n0' },
      { ...property, name: 'more', type: 'number', slot: 'n30' },
    ],
    createdAt: 1,
    updatedAt: 1,
  });
}

/** The older half of the records has expired at `NOW` where records expire. */
async function add(into: StoreRow, from: number, count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, i) => ({
    id: `r${from + i}`,
    slots: ['t0', 'n0', 'n30'] as const,
    values: [`t${(from + i) % 10}`, from + i, (from + i) % 3 === 0 ? null : (from + i) % 3],
    complete: true,
  }));
  await storage.records.upsert(into, records, from < RECORDS / 2 ? NOW - TTL * 1_000 : NOW - 1);
}

const FILTERS: readonly Filter[] = [
  { column: 't0', op: 'eq', value: 't3' },
  { column: 't0', op: 'in', values: ['t3', 't"4', 't5'] },
  { column: 't0', op: 'empty' },
  { column: 'n0', op: 'in', values: [1, 1_500, 2_990, 2_995.5] },
  { column: 'n0', op: 'lt', value: 900 },
  { column: 'n30', op: 'eq', value: 2 },
  { column: 'n30', op: 'in', values: [1, 2] },
  {
    any: [
      { column: 'n30', op: 'empty' },
      { column: 'created_at', op: 'lt', value: 1.5 },
    ],
  },
  {
    all: [
      { column: 'seq', op: 'gt', value: 10 },
      { column: 'id', op: 'ne', value: 'r2999' },
    ],
  },
  { any: [] },
];

/** Returns the pages of a walk. Ends it after the fourth. */
async function pagesOf(from: Storage, of: StoreRow, where: Filter, limit: number) {
  const pages = [];
  let after: { value: number; seq: number } | null = null;
  do {
    const query = { where, order: NEWEST_FIRST, after, limit, maxBytes: 1_000_000 };
    const page = await from.records.find(of, query, NOW);
    pages.push(page);
    const last = page.rows.at(-1);
    after = page.more && last !== undefined ? { value: last.seq, seq: last.seq } : null;
  } while (after !== null && pages.length < 4);
  return pages;
}

function attemptConnections(): number | undefined {
  const isOfAttempts = (labels: Readonly<Record<string, string>> = {}) => labels.group === 'attempts';
  return storage
    .metrics?.()
    .find((metric) => metric.name === 'vitrine_pool_connections' && isOfAttempts(metric.labels))?.value;
}

test.each([1, 8, 60])('attempts find the pages of %i records that scans find', async (limit) => {
  for (const of of [store, expiring]) {
    for (const where of FILTERS) {
      expect(await pagesOf(storage, of, where, limit)).toEqual(await pagesOf(scanning, of, where, limit));
    }
  }
  expect(attemptConnections()).toBe(1);
});

test('a page that 2,048 records fill, or that is the rest of the store, is found by an attempt', async () => {
  // Has no time limit.
  const connection = await openConnection({
    config: { connectionString: database.url },
    role: 'read',
    onEnd: () => undefined,
  });
  const attempt = async (where: Filter, below: number | null, limit: number, batch = limit + 1) => {
    const args = {
      storeId: store.id,
      storeNumber: store.seq,
      shape: 't0,n0,n30',
      where,
      order: NEWEST_FIRST,
      after: below === null ? null : { value: below, seq: below },
      limit,
      maxBytes: 1_000_000,
      batch,
      isWide: false,
      expiredUpTo: null,
    };
    const dialect = postgresEngine(profileOf('postgres'));
    const found = await finish(startOperation(dialect, 'findNearRecords', args), connection.execute);
    return found === null ? null : { ids: found.rows.map(([id]) => id), more: found.more };
  };
  try {
    expect(await attempt({ column: 'n0', op: 'lte', value: 2_998 }, null, 2)).toEqual({
      ids: ['r2998', 'r2997'],
      more: true,
    });
    const first: Filter = { column: 'n0', op: 'lt', value: 3 };
    expect(await attempt(first, 500, 8)).toEqual({ ids: ['r2', 'r1'], more: false });
    expect(await attempt(first, 500, 2)).toEqual({ ids: ['r2', 'r1'], more: false });
    expect(await attempt(first, 500, 1)).toEqual({ ids: ['r2'], more: true });
    expect(await attempt(first, null, 8)).toBe(null);
    // More than 16 records that may be large are not read at once.
    expect(await attempt(first, 500, 17, 4)).toBe(null);
    expect(await attempt(first, 500, 16, 4)).toEqual({ ids: ['r2', 'r1'], more: false });
  } finally {
    await connection.close();
  }
});
