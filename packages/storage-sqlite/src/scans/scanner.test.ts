import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERYTHING, NEWEST_FIRST } from '@vitrine/core/adapter';
import type { RecordEncoding, Storage, StoreRow } from '@vitrine/core/storage';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sqliteStorage } from '../sqlite-storage.ts';

let folder: string;
let storage: Storage;
let store: StoreRow;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-scanner-'));
  // Before the storage, whose timers are then faked too.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  storage = sqliteStorage({ path: join(folder, 'data.db') });
  await storage.migrate();
  store = await storage.stores.insert({
    id: 'store',
    accountId: 'account',
    name: 'A store',
    description: null,
    recordTtl: null,
    storeType: 'library',
    properties: [],
    createdAt: 1,
    updatedAt: 1,
  });
});

afterEach(async () => {
  vi.useRealTimers();
  await storage.close();
  rmSync(folder, { recursive: true });
});

const threads = () => storage.metrics?.().find(({ name }) => name === 'vitrine_scan_threads')?.value;
const count = () => storage.records.count(store, EVERYTHING, 2);

const ENCODING: RecordEncoding = {
  format: 'json',
  columns: ['id'],
  members: [{ name: 'id', cell: 0, type: 'string', isGuarded: false }],
};

async function exportAll(): Promise<void> {
  const query = { where: EVERYTHING, order: NEWEST_FIRST, limit: 10 };
  for await (const _ of storage.records.export(store, query, ENCODING, 2)) {
  }
}

test('ends threads of scans and exports that have had no work for 10 s, and starts others when they are needed', async () => {
  await count();
  await exportAll();
  vi.advanceTimersByTime(5_000);
  expect(threads()).toBe(2);
  await count();
  vi.advanceTimersByTime(6_000);
  expect(threads()).toBe(1);
  vi.advanceTimersByTime(6_000);
  expect(threads()).toBe(0);
  expect(await count()).toBe(0);
  await exportAll();
  expect(threads()).toBe(2);
});

test('while several accounts scan, a further thread is ready for one whose scan would wait', async () => {
  const other = await storage.stores.insert({ ...store, id: 'other', accountId: 'another' });
  await count();
  expect(threads()).toBe(1);
  await storage.records.count(other, EVERYTHING, 2);
  expect(threads()).toBe(2);
  // The thread that both used ends, the ready one when only one account has scanned for a minute.
  vi.advanceTimersByTime(12_000);
  expect(threads()).toBe(1);
  await storage.records.count(other, EVERYTHING, 2);
  expect(threads()).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(threads()).toBe(0);
});
