import type { Filter, Storage, StoreRow } from '@vitrine/core/storage';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerersOfSearches, EXPECTED_ANSWERERS } from '../../../../test/columns/answerers-of-searches.ts';
import { createNumberStore, writeNumbers } from '../../../../test/columns/number-store.ts';
import { startCluster } from '../../../../test/postgres/cluster.ts';
import { createTestDatabase } from '../../../../test/postgres/database.ts';
import { verifies } from '../../../../test/requirements.ts';
import { type Backend, profileOf } from '../dialect/backends.ts';
import { storageByProfile } from '../storage-by-profile.ts';
import { localKeeper } from './local-keeper.ts';

const MB = 1024 * 1024;
const EAGER = { recordsMin: 0, codesMax: 4_096, isEager: true };
/** Milliseconds in which a thread starts, also on a busy machine. */
const START_MS = 60_000;
const LARGE: Filter = { column: 'n0', op: 'gte', value: 100 };

function open(url: string, columnBytes: number, backend: Backend = 'postgres', isEager = true): Storage {
  const storage = storageByProfile({ url, columnBytes, ...EAGER, isEager }, profileOf(backend));
  onTestFinished(() => storage.close());
  return storage;
}

async function arrange(columnBytes: number, backend: Backend = 'postgres', isEager = true) {
  const database = await createTestDatabase({ migrated: backend === 'postgres' });
  onTestFinished(() => database.drop());
  const storage = open(database.url, columnBytes, backend, isEager);
  await storage.migrate();
  const store = await createNumberStore(storage);
  await writeNumbers(storage, store, 0, 1_000);
  return { database, storage, store };
}

function columnMetrics(storage: Storage): Record<string, number> {
  const own = storage.metrics().filter(({ name }) => name.startsWith('vitrine_columns_'));
  return Object.fromEntries(own.map(({ name, value }) => [name.slice('vitrine_columns_'.length), value]));
}

/** Counts until columns answer. */
async function start(storage: Storage, store: StoreRow, expected = 900): Promise<void> {
  const hits = () => columnMetrics(storage).hits_total ?? 0;
  const before = hits();
  const counted = async () => {
    expect(await storage.records.count(store, LARGE, 2)).toBe(expected);
    return hits();
  };
  await expect.poll(counted, { timeout: START_MS }).toBeGreaterThan(before);
}

describe('columns in a thread', { timeout: 180_000 }, () => {
  test('searches are answered from columns in a thread, and metrics show it', async () => {
    const { storage, store } = await arrange(MB);
    await start(storage, store);
    expect(await storage.records.aggregate(store, 'sum', 'n0', LARGE, 2)).toBe((900 * (100 + 999)) / 2);
    expect(columnMetrics(storage)).toEqual({
      bytes: 3 * 65_536,
      bytes_max: MB,
      stores: 1,
      hits_total: 2,
      fallbacks_total: expect.any(Number),
      loads_total: 1,
      evictions_total: 0,
      rebuilds_total: 0,
    });
  });

  test('a server answers by what another one has written and deleted', async () => {
    const { database, storage, store } = await arrange(MB);
    const other = open(database.url, MB);
    await other.migrate();
    await start(storage, store);
    await start(other, store);
    for (let i = 0; i < 5; i++) {
      expect(await storage.records.count(store, LARGE, 2)).toBe(900 + 10 * i - i);
      await writeNumbers(other, store, 1_000 + 10 * i, 1_010 + 10 * i);
      await other.records.delete(store, [`id-${500 + i}`], 3);
      expect(await other.records.count(store, LARGE, 2)).toBe(900 + 10 * (i + 1) - (i + 1));
    }
    expect(columnMetrics(storage)).toMatchObject({ hits_total: 6, rebuilds_total: 0 });
  });

  test('columns that are not eager are loaded between searches', async () => {
    const { storage, store } = await arrange(MB, 'postgres', false);
    await start(storage, store);
    expect(columnMetrics(storage)).toMatchObject({ loads_total: 1 });
  });

  test('after their connection was ended, SQL answers, and then columns again', async () => {
    const { database, storage, store } = await arrange(MB);
    await start(storage, store);
    await database.endConnections('vitrine');
    await start(storage, store);
  });

  test('a search whose caller leaves ends, and the next one is answered', async () => {
    const { storage, store } = await arrange(MB);
    const left = new AbortController();
    const counting = storage.records.count(store, LARGE, 2, { signal: left.signal });
    left.abort(new Error('left'));
    await expect(counting).rejects.toThrow('left');
    expect(await storage.records.count(store, LARGE, 2)).toBe(900);
  });

  test.each<[number, Backend]>([
    [0, 'postgres'],
    [MB, 'citus'],
  ])('with %i bytes for columns and the backend %s there are none', async (bytes, backend) => {
    const { storage, store } = await arrange(bytes, backend);
    expect(await storage.records.count(store, LARGE, 2)).toBe(900);
    expect(columnMetrics(storage)).toEqual({});
  });

  test('after a crash of the server, answers are those of the records that are left', {
    timeout: 120_000,
  }, async () => {
    const cluster = await startCluster({ durable: true });
    onTestFinished(() => cluster.stop());
    const storage = open(cluster.url, MB);
    await storage.migrate();
    const store = await createNumberStore(storage);
    for (let i = 0; i < 3; i++) {
      await writeNumbers(storage, store, 100 * i, 100 * (i + 1));
      await start(storage, store, 100 * i);
      await cluster.kill('SIGKILL');
      await cluster.start();
      await expect.poll(() => storage.ping().then(() => 'up', String)).toBe('up');
      expect(await storage.records.count(store, { all: [] }, 2)).toBe(100 * (i + 1));
    }
  });
});

// An attempt has 50 ms, which the database may not get while other tests run.
test('each kind of search has its answerer', {
  ...verifies('query.answered-by.names'),
  retry: 3,
}, async () => {
  const database = await createTestDatabase({ migrated: true });
  onTestFinished(() => database.drop());
  const options = { url: database.url, pool: 10, columnBytes: 8 * MB, ...EAGER, codesMax: 1 };
  const storage = storageByProfile({ ...options, startKeeper: localKeeper }, profileOf('postgres'));
  onTestFinished(() => storage.close());
  await storage.migrate();
  expect(await answerersOfSearches(storage)).toEqual(EXPECTED_ANSWERERS);
});
