import { setTimeout as wait } from 'node:timers/promises';
import type { Slot, Storage, StoreRow } from '@vitrine/core/storage';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { type Backend, profileOf } from '../dialect/backends.ts';
import { storageByProfile } from '../storage-by-profile.ts';
import { REMEMBERED_MS } from './recent-reads.ts';

/** Much longer than a change takes, so that a wait is recognized on a slow machine too. */
const LONG = 2_000;

let database: TestDatabase;
let url: string;
const opened: Storage[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  ({ url } = await database.createSchema());
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((storage) => storage.close()));
});
afterAll(() => database.drop());

function open(rememberFor: number, backend: Backend = 'postgres', at: string = url): Storage {
  const storage = storageByProfile({ url: at, rememberFor, pool: 6 }, profileOf(backend));
  opened.push(storage);
  return storage;
}

function property(slot: Slot) {
  const rules = { required: false, unique: false, description: null };
  return {
    name: slot,
    type: slot.startsWith('t') ? ('string' as const) : ('number' as const),
    slot,
    ...rules,
  };
}

async function arrange(storage: Storage): Promise<StoreRow> {
  await storage.migrate();
  await storage.apiKeys.insert({
    id: 'key',
    accountId: 'account',
    storeId: null,
    name: 'k',
    hash: 'h',
    prefix: 'p',
    createdAt: 1,
    lastUsedAt: null,
    expiresAt: null,
    readOnly: false,
    addresses: null,
    exchanges: null,
  });
  return storage.stores.insert({
    id: 'store',
    accountId: 'account',
    name: 'Shoes',
    description: null,
    recordTtl: null,
    storeType: 'x',
    properties: [property('t0'), property('n0')],
    createdAt: 1,
    updatedAt: 1,
  });
}

/** Resolves when the storage has its presence and has cached the store and the key. */
async function remember(storage: Storage): Promise<void> {
  await expect
    .poll(
      async () => {
        await storage.apiKeys.findByHash('h');
        await storage.stores.get('account', 'store');
        return storage
          .metrics()
          .some(
            ({ name, labels, value }) =>
              name === 'vitrine_pool_connections' && labels?.group === 'presence' && value === 1,
          );
      },
      { timeout: 10_000, interval: 10 },
    )
    .toBe(true);
  await storage.apiKeys.findByHash('h');
  await storage.stores.get('account', 'store');
}

async function millisecondsOf(run: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await run();
  return performance.now() - from;
}

function rename(storage: Storage, name: string): Promise<StoreRow | null> {
  return storage.stores.update({ id: 'store', accountId: 'account' }, { name }, 2);
}

test('a single server does not wait, even if a server of another layout in the database has a cache', async () => {
  const stranger = open(LONG, 'postgres', (await database.createSchema()).url);
  await arrange(stranger);
  const one = open(LONG);
  await arrange(one);
  await wait(LONG);
  await Promise.all([remember(one), remember(stranger)]);
  expect(await millisecondsOf(() => rename(one, 'Boots'))).toBeLessThan(LONG / 2);
  expect((await one.stores.get('account', 'store'))?.name).toBe('Boots');
  const revoke = () => one.apiKeys.revoke('account', 'key', { keepOneAccountKey: false, now: 2 });
  expect(await millisecondsOf(revoke)).toBeLessThan(LONG / 2);
});

test('a change of cached rows waits until the cache of another server has expired; other changes do not wait', async () => {
  const [one, other] = [open(LONG), open(LONG)];
  const store = await arrange(one);
  await wait(LONG);
  await remember(other);
  expect(await millisecondsOf(() => rename(one, 'Boots'))).toBeGreaterThanOrEqual(LONG);
  const current = await other.stores.get('account', 'store');
  expect(current?.name).toBe('Boots');
  if (current === null) return;
  const free = async () => {
    await one.records.insert(current, { id: 'a', slots: [], values: [] }, 3);
    await one.stores.insert({ ...store, id: 'another' });
    await one.apiKeys.touch([{ keyId: 'key', at: 5 }]);
  };
  expect(await millisecondsOf(free)).toBeLessThan(LONG / 2);
});

test('a change on a connection that is younger than cached results may be waits until it is that old', async () => {
  const one = open(LONG);
  await arrange(one);
  await database.endConnections('vitrine');
  // Writes on a connection whose end is not noticed yet fail, and change nothing.
  for (let failed = true; failed; ) {
    const took = await millisecondsOf(async () => {
      failed = await rename(one, 'Boots').then(
        () => false,
        () => true,
      );
    });
    if (!failed) expect(took).toBeGreaterThan(LONG / 2);
  }
});

test('slots are released only after the caches of other servers have expired', async () => {
  const [one, other] = [open(LONG), open(LONG)];
  const store = await arrange(one);
  await wait(LONG);
  await remember(other);
  expect(await millisecondsOf(() => one.stores.releaseSlots(store, ['t0']))).toBeGreaterThanOrEqual(LONG);
});

test('a change that one server has acknowledged is visible at every other server', async () => {
  const [one, other, third] = [open(REMEMBERED_MS), open(REMEMBERED_MS), open(REMEMBERED_MS)];
  const store = await arrange(one);
  const key = { id: 'key', accountId: 'account', storeId: null, name: '', prefix: '', createdAt: 1 };
  const stop = new AbortController();
  const reading = [one, other].map(async (storage) => {
    // Varies the time of the last query within the lifetime of the cache.
    while (!stop.signal.aborted) {
      await storage.apiKeys.findByHash('h');
      await storage.stores.get('account', 'store');
      await wait(1);
    }
  });
  for (let round = 0; round < 12; round++) {
    // The third server makes changes and caches nothing, as a command does.
    const changer = [one, other, third][round % 3] ?? one;
    const changed = await rename(changer, `name ${round}`);
    const seen = await Promise.all(opened.map((storage) => storage.stores.get('account', 'store')));
    expect(seen).toEqual(opened.map(() => changed));
    await changer.apiKeys.revoke('account', 'key', { keepOneAccountKey: false, now: 2 });
    const found = await Promise.all(opened.map((storage) => storage.apiKeys.findByHash('h')));
    expect(found).toEqual(opened.map(() => null));
    await changer.apiKeys.insert({
      ...key,
      hash: 'h',
      lastUsedAt: null,
      expiresAt: null,
      readOnly: false,
      addresses: null,
      exchanges: null,
    });
    await wait(20 * (round % 4));
  }
  await third.stores.markDeleted(store, 9, []);
  const left = await Promise.all(opened.map((storage) => storage.stores.get('account', 'store')));
  expect(left).toEqual([null, null, null]);
  stop.abort();
  await Promise.all(reading);
});

test('a server whose presence has ended clears its cache, still responds, and opens a new presence', async () => {
  const [one, other] = [open(LONG), open(LONG)];
  await arrange(one);
  await wait(LONG);
  await remember(other);
  await database.endConnections('vitrine');
  expect((await other.stores.get('account', 'store'))?.name).toBe('Shoes');
  await expect.poll(() => rename(one, 'Boots').catch(() => null), { timeout: 10_000 }).not.toBeNull();
  expect((await other.stores.get('account', 'store'))?.name).toBe('Boots');
  await remember(other);
  expect(await millisecondsOf(() => rename(one, 'Sandals'))).toBeGreaterThanOrEqual(LONG);
  expect((await other.stores.get('account', 'store'))?.name).toBe('Sandals');
});
