import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Filter, Storage } from '@vitrine/core/storage';
import { expect, onTestFinished, test } from 'vitest';
import { answerersOfSearches, EXPECTED_ANSWERERS } from '../../../../test/columns/answerers-of-searches.ts';
import { createNumberStore, writeNumbers } from '../../../../test/columns/number-store.ts';
import { verifies } from '../../../../test/requirements.ts';
import { type SqliteTuning, tunedStorage } from '../sqlite-storage.ts';

const EAGER: SqliteTuning = { recordsMin: 0, codesMax: 4_096, isEager: true, changesKept: 100 };
const MB = 1024 * 1024;

async function arrange(columnBytes: number, tuning = EAGER) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-columns-'));
  const storage = tunedStorage({ path: join(folder, 'data.db'), columnBytes }, tuning);
  onTestFinished(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  await storage.migrate();
  const store = await createNumberStore(storage);
  await writeNumbers(storage, store, 0, 1_000);
  return { storage, store };
}

function columnMetrics(storage: Storage): Record<string, number> {
  const own = storage.metrics().filter(({ name }) => name.startsWith('vitrine_columns_'));
  return Object.fromEntries(own.map(({ name, value }) => [name.slice('vitrine_columns_'.length), value]));
}

const LARGE: Filter = { column: 'n0', op: 'gte', value: 100 };

test('searches are answered from columns, and metrics show it', async () => {
  const { storage, store } = await arrange(MB);
  expect(await storage.records.count(store, LARGE, 2)).toBe(900);
  expect(await storage.records.aggregate(store, 'sum', 'n0', LARGE, 2)).toBe((900 * (100 + 999)) / 2);
  expect(columnMetrics(storage)).toEqual({
    bytes: 3 * 65_536,
    bytes_max: MB,
    stores: 1,
    hits_total: 2,
    fallbacks_total: 0,
    loads_total: 1,
    evictions_total: 0,
    rebuilds_total: 0,
  });
});

test('SQL answers what columns do not hold, and what does not fit into their memory', async () => {
  const { storage, store } = await arrange(2 * 65_536);
  const byId: Filter = { all: [LARGE, { column: 'id', op: 'contains', value: '99' }] };
  expect(await storage.records.count(store, byId, 2)).toBe(18);
  expect(columnMetrics(storage)).toMatchObject({ hits_total: 0, fallbacks_total: 0 });
  expect(await storage.records.count(store, LARGE, 2)).toBe(900);
  expect(columnMetrics(storage)).toMatchObject({ hits_total: 0, fallbacks_total: 1, bytes: 0 });
});

test('without memory for columns no thread keeps them', async () => {
  const { storage, store } = await arrange(0);
  expect(await storage.records.count(store, LARGE, 2)).toBe(900);
  expect(columnMetrics(storage)).toEqual({});
});

test('a search whose caller leaves ends, and the next one is answered', async () => {
  const { storage, store } = await arrange(MB);
  const left = new AbortController();
  const counting = storage.records.count(store, LARGE, 2, { signal: left.signal });
  left.abort(new Error('left'));
  await expect(counting).rejects.toThrow('left');
  expect(await storage.records.count(store, LARGE, 2)).toBe(900);
});

test('small stores are left to SQL', async () => {
  const { storage, store } = await arrange(MB, { ...EAGER, recordsMin: 1_001 });
  expect(await storage.records.count(store, LARGE, 2)).toBe(900);
  expect(columnMetrics(storage)).toMatchObject({ hits_total: 0, fallbacks_total: 1, stores: 0 });
});

test('each kind of search has its answerer', verifies('query.answered-by.names'), async () => {
  const { storage } = await arrange(8 * MB, { ...EAGER, codesMax: 1 });
  expect(await answerersOfSearches(storage)).toEqual(EXPECTED_ANSWERERS);
});
