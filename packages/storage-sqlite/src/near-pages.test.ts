import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Filter, Storage, StoreRow } from '@vitrine/core/storage';
import { createSqlStorage } from '@vitrine/storage-sql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { searchesBy } from '../../../test/columns/searches-by.ts';
import { memoryDriver } from './memory-driver.ts';
import { sqliteStorage } from './sqlite-storage.ts';

let storage: Storage;
let store: StoreRow;
/** Returns the pages that were read as scans since the test began. */
const scans = () => searchesBy(storage, 'scan');

beforeEach(async () => {
  storage = createSqlStorage(memoryDriver());
  await storage.migrate();
  store = await newStore(storage, 'store');
});

afterEach(() => storage.close());

function newStore(storage: Storage, id: string): Promise<StoreRow> {
  return storage.stores.insert({
    id,
    accountId: 'account',
    name: 'A store',
    description: null,
    recordTtl: null,
    storeType: 'library',
    properties: [
      { name: 'text', type: 'string', required: false, unique: false, description: null, slot: 't0' },
      { name: 'number', type: 'number', required: false, unique: false, description: null, slot: 'n0' },
    ],
    createdAt: 1,
    updatedAt: 1,
  });
}

/** Adds records with the numbers from `from` on. */
async function add(into: StoreRow, from: number, count: number, text = 'x'): Promise<void> {
  const records = Array.from({ length: count }, (_, i) => ({
    id: `r${from + i}`,
    slots: ['t0', 'n0'] as const,
    values: [text, from + i],
    complete: true,
  }));
  await storage.records.upsert(into, records, 2);
}

async function idsOf(where: Filter, limit: number, below?: number) {
  const after = below === undefined ? null : { value: below, seq: below };
  const { rows, more } = await storage.records.find(store, { where, order: NEWEST_FIRST, after, limit }, 3);
  return { ids: rows.map(({ id }) => id), more, last: rows.at(-1)?.seq };
}

const below = (value: number): Filter => ({ column: 'n0', op: 'lt', value });
const notBelow = (value: number): Filter => ({ column: 'n0', op: 'gte', value });

test('a short page that is full within 512 numbers is read at once, wherever it begins', async () => {
  await add(store, 0, 2_000);
  const first = await idsOf(below(1_500), 8);
  expect(first).toMatchObject({
    ids: ['r1499', 'r1498', 'r1497', 'r1496', 'r1495', 'r1494', 'r1493', 'r1492'],
    more: true,
  });
  expect(scans()).toBe(0);
  const next = await idsOf(below(1_000), 2, first.last);
  expect(next).toMatchObject({ ids: ['r999', 'r998'], more: true });
  expect(scans()).toBe(0);
});

test('a page whose matches are too far apart is read as a scan', async () => {
  await add(store, 0, 4_000);
  // The 512th of 4,000 is r3488.
  expect((await idsOf(below(3_489), 1)).ids).toEqual(['r3488']);
  expect(scans()).toBe(0);
  expect((await idsOf(below(3_488), 1)).ids).toEqual(['r3487']);
  expect(scans()).toBe(1);
  expect(await idsOf(below(3), 8)).toMatchObject({ ids: ['r2', 'r1', 'r0'], more: false });
  expect(scans()).toBe(2);
});

test('a page that is likely to be full within 2,048 numbers is read at once', async () => {
  await add(store, 0, 4_000);
  // Every hundredth record: six within 512 numbers, 20 within 2,048.
  const hundredths = Array.from({ length: 40 }, (_, i) => i * 100);
  const where: Filter = { column: 'n0', op: 'in', values: hundredths };
  const ids = hundredths.toReversed().map((number) => `r${number}`);
  expect(await idsOf(where, 15)).toMatchObject({ ids: ids.slice(0, 15), more: true });
  expect(scans()).toBe(0);
  expect(await idsOf(where, 30)).toMatchObject({ ids: ids.slice(0, 30), more: true });
  expect(scans()).toBe(1);
});

test('a page whose matches end within these numbers is read as a scan', async () => {
  await add(store, 0, 4_000);
  // 60 matches within the first 512 numbers, and none after them.
  expect(await idsOf(notBelow(3_940), 100)).toMatchObject({ ids: { length: 60 }, more: false });
  expect(scans()).toBe(1);
});

test('the rest of a store is a page, and records of other stores are not part of it', async () => {
  expect(await idsOf(below(5), 8)).toMatchObject({ ids: [], more: false });
  await add(await newStore(storage, 'another'), 0, 10);
  await add(store, 0, 512);
  await add(await newStore(storage, 'third'), 0, 10);
  expect(await idsOf(below(3), 8)).toMatchObject({ ids: ['r2', 'r1', 'r0'], more: false });
  expect(await idsOf(below(3), 2)).toMatchObject({ ids: ['r2', 'r1'], more: true });
  expect(await idsOf(below(3), 3)).toMatchObject({ more: false });
  expect(await idsOf(below(-1), 3)).toMatchObject({ ids: [], more: false });
  expect(scans()).toBe(0);
  await storage.records.delete(store, ['r511', 'r300', 'r1', 'r0'], 3);
  expect(await idsOf(below(4), 8)).toMatchObject({ ids: ['r3', 'r2'], more: false });
});

test('searches within texts and long pages are scans from the start', async () => {
  await add(store, 0, 200);
  await idsOf(below(190), 100);
  expect(scans()).toBe(0);
  await idsOf(below(190), 101);
  expect(scans()).toBe(1);
  expect((await idsOf({ any: [{ column: 't0', op: 'contains', value: 'x' }] }, 2)).ids).toEqual([
    'r199',
    'r198',
  ]);
  expect(scans()).toBe(2);
});

test('large records end the attempt in time, and later reads work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-near-'));
  const file = sqliteStorage({ path: join(folder, 'data.db') });
  try {
    await file.migrate();
    store = await newStore(file, 'store');
    await storage.close();
    storage = file;
    for (let from = 0; from < 400; from += 40) await add(store, from, 40, `${from}`.padEnd(250_000, 'x'));
    const threads = () => file.metrics?.().find(({ name }) => name === 'vitrine_scan_threads')?.value;
    expect(threads()).toBe(0);
    const isOther: Filter = { column: 't0', op: 'ne', value: ''.padEnd(250_000, 'x') };
    expect(await idsOf({ all: [isOther, below(2)] }, 4)).toMatchObject({ ids: ['r1', 'r0'], more: false });
    expect(threads()).toBe(1);
    expect((await file.records.get(store, 'r7', 3))?.id).toBe('r7');
  } finally {
    await file.close();
    rmSync(folder, { recursive: true });
  }
});
