import assert from 'node:assert/strict';
import { KeyTakenError } from '../../ground/errors.ts';
import type { StoreRow } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import type { NewIdempotencyKey } from '../../storage/writes/idempotency-keys.ts';
import type { KeyedWrite } from '../../storage/writes/write-options.ts';
import { apiKeyRow, arrangeStore, listStores, NOW, newStore, record, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeAccount, arrangeBlob, KEEP_ALL, newFrame, newImage } from '../images/arrange-images.ts';
import { arrangeMap, newLocation, newMap } from '../maps/arrange-maps.ts';

let lastKey = 0;

function newKey(accountId: string, change: Partial<NewIdempotencyKey> = {}): NewIdempotencyKey {
  const number = ++lastKey;
  return {
    accountId,
    key: `hash of key ${number}`,
    request: `hash of request ${number}`,
    plan: `plan ${number} 漢`,
    createdAt: NOW,
    expiresAt: NOW + 60 * SECOND,
    ...change,
  };
}

/** Returns the result that is kept with a key. Undefined: the key is free. */
async function resultOf(
  storage: Storage,
  { accountId, key }: NewIdempotencyKey,
  now = NOW,
): Promise<unknown> {
  const row = await storage.idempotencyKeys.get(accountId, key, now);
  return row === null ? undefined : JSON.parse(row.result);
}

async function countRecords(storage: Storage, store: StoreRow): Promise<number> {
  return storage.records.count(store, { all: [] }, NOW);
}

function taken(error: unknown): boolean {
  return error instanceof KeyTakenError;
}

export const idempotencyKeys = topic('idempotency-keys', [
  {
    id: 'kept-with-write',
    title: 'each write that succeeds under a key keeps the key with its plan and its result',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const { accountId } = store;
      const map = await storage.maps.insert(newMap({ accountId }));
      const blob = await arrangeBlob(storage);
      const image = newImage(accountId, { blob, uses: [blob] });
      const { records, stores, apiKeys, maps, locations, images, drafts } = storage;
      const made: readonly ((options: KeyedWrite) => Promise<unknown>)[] = [
        (options) => records.insert(store, record('a'), NOW, options),
        (options) => records.upsert(store, [record('a', { t0: 'x' }), record('b')], NOW, options),
        (options) => records.delete(store, ['b', 'unknown'], NOW, options),
        (options) => stores.insert(newStore(accountId), [], options),
        (options) => apiKeys.insert(apiKeyRow(accountId), options),
        (options) => maps.insert(newMap({ accountId }), options),
        (options) => locations.insert(map, newLocation(), options),
        (options) => images.insert(image, options),
        (options) => drafts.insert(newFrame(accountId), KEEP_ALL, options),
      ];
      for (const make of made) {
        const { createdAt: _, ...key } = newKey(accountId);
        const result = await make({ key: { ...key, createdAt: NOW } });
        const row = await storage.idempotencyKeys.get(accountId, key.key, NOW);
        assert(row !== null);
        assert.deepEqual({ ...row, result: undefined }, { ...key, result: undefined });
        // The rows of stores are in the form of the storage.
        if (make !== made[3]) assert.deepEqual(JSON.parse(row.result), result ?? null);
      }
      assert.equal(await countRecords(storage, store), 1);
      assert.equal((await listStores(storage, accountId)).rows.length, 2);
    },
  },
  {
    id: 'taken',
    title: 'a write under a key that is taken is refused and changes nothing',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const key = newKey(store.accountId);
      const { records, stores, maps } = storage;
      assert.equal(await records.insert(store, record('a'), NOW, { key }), 'created');
      await assert.rejects(records.insert(store, record('b'), NOW, { key }), taken);
      const again = { key: { ...key, request: 'another', plan: 'another' } };
      await assert.rejects(records.upsert(store, [record('a', { t0: 'x' })], NOW, again), taken);
      await assert.rejects(records.delete(store, ['a'], NOW, again), taken);
      await assert.rejects(stores.insert(newStore(store.accountId), [], again), taken);
      await assert.rejects(maps.insert(newMap({ accountId: store.accountId }), again), taken);
      assert.equal(await countRecords(storage, store), 1);
      assert.equal((await storage.records.get(store, 'a', NOW))?.values[0], null);
      assert.equal((await listStores(storage, store.accountId)).rows.length, 1);
      assert.equal((await storage.maps.list(store.accountId, { before: null, limit: 9 })).rows.length, 0);
      const row = await storage.idempotencyKeys.get(store.accountId, key.key, NOW);
      assert.deepEqual([row?.request, row?.plan], [key.request, key.plan]);
    },
  },
  {
    id: 'free-after-refusal',
    title: 'a write that does not succeed leaves its key free',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const { accountId } = store;
      const map = await arrangeMap(storage);
      await storage.locations.insert(map, newLocation({ uniqueId: 'u' }));
      await storage.records.insert(store, record('a'), NOW);
      const stale = { ...store, version: store.version + 1 };
      const key = newKey(accountId);
      const { records, locations } = storage;
      assert.equal(await records.insert(store, record('a'), NOW, { key }), 'exists');
      assert.equal(await records.insert(stale, record('b'), NOW, { key }), 'stale');
      assert.equal(await records.upsert(stale, [record('b')], NOW, { key }), 'stale');
      assert.equal(await locations.insert(map, newLocation({ uniqueId: 'u' }), { key }), 'taken');
      assert.equal(await locations.insert({ ...map, id: map.id + 1 }, newLocation(), { key }), null);
      assert.deepEqual(await records.upsert(store, [], NOW, { key }), []);
      assert.deepEqual(await records.delete(store, [], NOW, { key }), []);
      assert.equal(await resultOf(storage, key), undefined);
      assert.equal(await records.insert(store, record('b'), NOW, { key }), 'created');
      assert.equal(await resultOf(storage, key), 'created');
    },
  },
  {
    id: 'free-after-error',
    title: 'a write that fails with an error leaves its key free',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const key = newKey(accountId);
      const { images } = storage;
      await assert.rejects(images.insert(newImage(accountId, { uses: ['a removed blob'] }), { key }));
      assert.equal(await resultOf(storage, key), undefined);
      await images.insert(newImage(accountId), { key });
      assert.notEqual(await resultOf(storage, key), undefined);
    },
  },
  {
    id: 'racing-writes',
    title: 'of racing writes under one key one succeeds, and those under other keys all do',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const key = newKey(store.accountId);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, (_, i) =>
          i % 2 === 0
            ? storage.records.insert(store, record(`r${i}`), NOW, { key })
            : storage.records.upsert(store, [record(`r${i}`)], NOW, { key }),
        ),
      );
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      assert.equal(refusals.length, 11);
      assert(refusals.every(taken));
      assert.equal(await countRecords(storage, store), 1);
      const others = Array.from({ length: 12 }, (_, i) =>
        storage.records.insert(store, record(`o${i}`), NOW, { key: newKey(store.accountId) }),
      );
      assert((await Promise.all(others)).every((outcome) => outcome === 'created'));
      assert.equal(await countRecords(storage, store), 13);
    },
  },
  {
    id: 'accounts',
    title: 'the keys of two accounts are independent',
    async run({ storage }) {
      const [one, other] = [await arrangeAccount(storage), await arrangeAccount(storage)];
      const key = newKey(one);
      await storage.maps.insert(newMap({ accountId: one }), { key });
      assert.equal(await resultOf(storage, { ...key, accountId: other }), undefined);
      await storage.maps.insert(newMap({ accountId: other }), { key: { ...key, accountId: other } });
      assert.notEqual(await resultOf(storage, { ...key, accountId: other }), undefined);
    },
  },
  {
    id: 'expiry',
    title: 'an expired key is free, and is purged within the limit',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const { accountId } = store;
      const keys = [1, 2, 3].map((seconds) => newKey(accountId, { expiresAt: NOW + seconds * SECOND }));
      for (const [i, key] of keys.entries()) {
        await storage.records.insert(store, record(`r${i}`), NOW, { key });
      }
      const [first, second, third] = keys as [NewIdempotencyKey, NewIdempotencyKey, NewIdempotencyKey];
      const later = NOW + 2 * SECOND;
      assert.equal(await resultOf(storage, first, NOW + SECOND - 1), 'created');
      assert.equal(await resultOf(storage, first, NOW + SECOND), undefined);
      const again = { ...second, request: 'again', createdAt: later, expiresAt: later + SECOND };
      assert.deepEqual(await storage.records.delete(store, ['r1'], later, { key: again }), ['r1']);
      const row = await storage.idempotencyKeys.get(accountId, second.key, later);
      assert.deepEqual([row?.request, row?.result], ['again', '["r1"]']);
      assert.equal(await storage.idempotencyKeys.purgeExpired(10, later), 1);
      assert.equal(await resultOf(storage, third, later), 'created');
      assert.equal(await storage.idempotencyKeys.purgeExpired(1, NOW + 60 * SECOND), 1);
      assert.equal(await storage.idempotencyKeys.purgeExpired(10, NOW + 60 * SECOND), 1);
      assert.equal(await storage.idempotencyKeys.purgeExpired(10, NOW + 60 * SECOND), 0);
    },
  },
  {
    id: 'durable',
    title: 'a key survives a restart with its write',
    durable: true,
    async run({ storage, reopen }) {
      const store = await arrangeStore(storage);
      const key = newKey(store.accountId);
      await storage.records.upsert(store, [record('a')], NOW, { key });
      const reopened = await reopen();
      assert.deepEqual(await resultOf(reopened, key), ['created']);
      await assert.rejects(reopened.records.upsert(store, [record('b')], NOW, { key }), taken);
    },
  },
]);
