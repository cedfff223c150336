import assert from 'node:assert/strict';
import { KeyTakenError } from '../ground/errors.ts';
import type { StoreRow } from '../ground/rows.ts';
import type { KeyedWrites, NewIdempotencyKey } from '../storage/idempotency-keys.ts';
import type { Storage } from '../storage/storage.ts';
import { apiKeyRow, arrangeStore, listStores, NOW, newStore, record, SECOND } from './arrange.ts';
import { arrangeAccount, arrangeBlob, KEEP_ALL, newFrame, newImage } from './arrange-images.ts';
import { arrangeMap, newLocation, newMap } from './arrange-maps.ts';
import { topic } from './case.ts';

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
      const made: readonly ((writes: KeyedWrites) => Promise<unknown>)[] = [
        ({ records }) => records.insert(store, record('a'), NOW),
        ({ records }) => records.upsert(store, [record('a', { t0: 'x' }), record('b')], NOW),
        ({ records }) => records.delete(store, ['b', 'unknown'], NOW),
        ({ stores }) => stores.insert(newStore(accountId)),
        ({ apiKeys }) => apiKeys.insert(apiKeyRow(accountId)),
        ({ maps }) => maps.insert(newMap({ accountId })),
        ({ locations }) => locations.insert(map, newLocation()),
        ({ images }) => images.insert(image),
        ({ drafts }) => drafts.insert(newFrame(accountId), KEEP_ALL),
      ];
      for (const make of made) {
        const { createdAt: _, ...key } = newKey(accountId);
        const result = await make(storage.idempotencyKeys.writes({ ...key, createdAt: NOW }));
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
      const writes = storage.idempotencyKeys.writes(key);
      assert.equal(await writes.records.insert(store, record('a'), NOW), 'created');
      await assert.rejects(writes.records.insert(store, record('b'), NOW), taken);
      const again = storage.idempotencyKeys.writes({ ...key, request: 'another', plan: 'another' });
      await assert.rejects(again.records.upsert(store, [record('a', { t0: 'x' })], NOW), taken);
      await assert.rejects(again.records.delete(store, ['a'], NOW), taken);
      await assert.rejects(again.stores.insert(newStore(store.accountId)), taken);
      await assert.rejects(again.maps.insert(newMap({ accountId: store.accountId })), taken);
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
      const { records, locations } = storage.idempotencyKeys.writes(key);
      assert.equal(await records.insert(store, record('a'), NOW), 'exists');
      assert.equal(await records.insert(stale, record('b'), NOW), 'stale');
      assert.equal(await records.upsert(stale, [record('b')], NOW), 'stale');
      assert.equal(await locations.insert(map, newLocation({ uniqueId: 'u' })), 'taken');
      assert.equal(await locations.insert({ ...map, id: map.id + 1 }, newLocation()), null);
      assert.deepEqual(await records.upsert(store, [], NOW), []);
      assert.deepEqual(await records.delete(store, [], NOW), []);
      assert.equal(await resultOf(storage, key), undefined);
      assert.equal(await records.insert(store, record('b'), NOW), 'created');
      assert.equal(await resultOf(storage, key), 'created');
    },
  },
  {
    id: 'free-after-error',
    title: 'a write that fails with an error leaves its key free',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const key = newKey(accountId);
      const { images } = storage.idempotencyKeys.writes(key);
      await assert.rejects(images.insert(newImage(accountId, { uses: ['a removed blob'] })));
      assert.equal(await resultOf(storage, key), undefined);
      await images.insert(newImage(accountId));
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
        Array.from({ length: 12 }, (_, i) => {
          const { records } = storage.idempotencyKeys.writes(key);
          return i % 2 === 0
            ? records.insert(store, record(`r${i}`), NOW)
            : records.upsert(store, [record(`r${i}`)], NOW);
        }),
      );
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      assert.equal(refusals.length, 11);
      assert(refusals.every(taken));
      assert.equal(await countRecords(storage, store), 1);
      const others = Array.from({ length: 12 }, (_, i) =>
        storage.idempotencyKeys.writes(newKey(store.accountId)).records.insert(store, record(`o${i}`), NOW),
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
      await storage.idempotencyKeys.writes(key).maps.insert(newMap({ accountId: one }));
      assert.equal(await resultOf(storage, { ...key, accountId: other }), undefined);
      await storage.idempotencyKeys
        .writes({ ...key, accountId: other })
        .maps.insert(newMap({ accountId: other }));
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
        await storage.idempotencyKeys.writes(key).records.insert(store, record(`r${i}`), NOW);
      }
      const [first, second, third] = keys as [NewIdempotencyKey, NewIdempotencyKey, NewIdempotencyKey];
      const later = NOW + 2 * SECOND;
      assert.equal(await resultOf(storage, first, NOW + SECOND - 1), 'created');
      assert.equal(await resultOf(storage, first, NOW + SECOND), undefined);
      const again = { ...second, request: 'again', createdAt: later, expiresAt: later + SECOND };
      assert.deepEqual(await storage.idempotencyKeys.writes(again).records.delete(store, ['r1'], later), [
        'r1',
      ]);
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
      await storage.idempotencyKeys.writes(key).records.upsert(store, [record('a')], NOW);
      const reopened = await reopen();
      assert.deepEqual(await resultOf(reopened, key), ['created']);
      await assert.rejects(
        reopened.idempotencyKeys.writes(key).records.upsert(store, [record('b')], NOW),
        taken,
      );
    },
  },
]);
