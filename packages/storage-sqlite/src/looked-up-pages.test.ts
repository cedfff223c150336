import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Filter, Storage, StoreRow } from '@vitrine/core/storage';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tunedStorage } from './sqlite-storage.ts';

/** Every search asks the columns, and each text column has more texts than codes. */
const WIDE = { recordsMin: 0, codesMax: 1, isEager: true, changesKept: 100 };
/** Longer than a read with a filter may take on the main thread. */
const LONGER_MS = 20;

async function arrange() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-looked-up-'));
  const storage = tunedStorage({ path: join(folder, 'data.db'), columnBytes: 8 * 1024 * 1024 }, WIDE);
  onTestFinished(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  await storage.migrate();
  const store = await storage.stores.insert({
    id: 'store',
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
  const records = Array.from({ length: 1_000 }, (_, i) => ({
    id: `r${i}`,
    slots: ['t0', 'n0'] as const,
    values: [`name ${i % 500}`, i],
    complete: true,
  }));
  await storage.records.upsert(store, records, 2);
  return { storage, store };
}

/** Reads the page of the records with a name. Two searches within a text are made by a function that asks for the time. */
async function named(storage: Storage, store: StoreRow, name: string): Promise<string[]> {
  const where: Filter = {
    all: [
      { column: 't0', op: 'eq', value: name },
      { column: 't0', op: 'contains', value: 'name' },
      { column: 't0', op: 'contains', value: 'e' },
    ],
  };
  const order = { column: 'n0', direction: 'desc' } as const;
  const { rows } = await storage.records.find(store, { where, order, after: null, limit: 10 }, 3);
  return rows.map(({ id }) => id);
}

test('a page is looked up however long the thread has read nothing before', async () => {
  const { storage, store } = await arrange();
  expect(await named(storage, store, 'name 7')).toEqual(['r507', 'r7']);
  await wait(LONGER_MS);
  expect(await named(storage, store, 'name 8')).toEqual(['r508', 'r8']);
});

test('a page whose time is spent while it is looked up is read as a scan', async () => {
  const { storage, store } = await arrange();
  expect(await named(storage, store, 'name 7')).toEqual(['r507', 'r7']);
  const { now } = performance;
  let later = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    later += LONGER_MS;
    return now.call(performance) + later;
  });
  onTestFinished(() => clock.mockRestore());
  expect(await named(storage, store, 'name 8')).toEqual(['r508', 'r8']);
  expect(later).toBeGreaterThan(0);
});
