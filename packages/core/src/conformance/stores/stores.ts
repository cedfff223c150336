import assert from 'node:assert/strict';
import type { StoreRow } from '../../ground/rows.ts';
import type { StoreWork } from '../../storage/stores/stores.ts';
import {
  accountRow,
  arrangeNamedStores,
  arrangeStore,
  listStores,
  NOW,
  newJob,
  newStore,
  present,
  property,
  SECOND,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

export const stores = topic('stores', [
  {
    id: 'insert-get',
    title: 'get returns the store as it was inserted, without freed slots',
    async run({ storage }) {
      const account = accountRow();
      await storage.accounts.insert(account);
      const given = newStore(account.id, {
        name: 'It\'s a "store" \u{1F6CD}',
        description: 'Zeile 1\nZeile 2',
        recordTtl: 2_147_483_647,
        storeType: 'api_key:0190',
        properties: [
          property('t0', { name: 'sku', required: true, unique: true, description: 'Artikel' }),
          property('n0', { name: 'in stock', type: 'boolean' }),
          property('n1', { name: 'since', type: 'datetime' }),
          property('t30', { name: 'größe', type: 'url_link' }),
        ],
      });
      const inserted = await storage.stores.insert(given);
      assert.deepEqual(await storage.stores.get(account.id, given.id), inserted);
      const { seq, version, freedSlots, isLogged, ...rest } = inserted;
      assert.deepEqual(rest, given);
      assert.deepEqual([freedSlots, isLogged], [[], false]);
      assert(Number.isSafeInteger(seq) && Number.isSafeInteger(version));
    },
  },
  {
    id: 'get-missing',
    title: "get returns null for an unknown store and for another account's store",
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const other = await arrangeStore(storage);
      assert.equal(await storage.stores.get(store.accountId, 'unknown'), null);
      assert.equal(await storage.stores.get(other.accountId, store.id), null);
    },
  },
  {
    id: 'update',
    title: 'update changes the given members, keeps the others, and changes version and updatedAt',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0'], { description: 'before', recordTtl: 60 });
      const renamed = present(await storage.stores.update(store, { name: 'After' }, NOW + SECOND));
      assert.notEqual(renamed.version, store.version);
      const { version, ...rest } = renamed;
      assert.deepEqual(
        { ...rest, version: store.version },
        { ...store, name: 'After', updatedAt: NOW + SECOND },
      );
      const cleared = present(
        await storage.stores.update(store, { description: null, recordTtl: null }, NOW + SECOND),
      );
      assert.deepEqual([cleared.name, cleared.description, cleared.recordTtl], ['After', null, null]);
      assert(cleared.version !== version && cleared.version !== store.version);
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), cleared);
    },
  },
  {
    id: 'update-race',
    title: 'racing updates of different members both take effect, with different versions',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const [a, b] = await Promise.all([
        storage.stores.update(store, { name: 'raced' }, NOW),
        storage.stores.update(store, { recordTtl: 99 }, NOW),
      ]);
      assert.notEqual(a?.version, b?.version);
      const after = present(await storage.stores.get(store.accountId, store.id));
      assert.deepEqual([after.name, after.recordTtl], ['raced', 99]);
    },
  },
  {
    id: 'update-foreign',
    title: "writes do not change another account's store and enqueue no jobs for it",
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const foreign = { id: store.id, accountId: (await arrangeStore(storage)).accountId };
      const jobs = [newJob({ kind: 'follow' })];
      const change = { properties: [property('t1')], freedSlots: [], requireEmpty: false, enqueue: jobs };
      assert.equal(await storage.stores.update(foreign, { name: 'mine now' }, NOW, jobs), null);
      assert.equal(await storage.stores.changeSchema(foreign, store.version, change, NOW), null);
      assert.equal(await storage.stores.markDeleted(foreign, NOW, jobs), false);
      await storage.stores.releaseSlots(foreign, ['t0']);
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), store);
      assert.deepEqual(await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND), []);
    },
  },
  {
    id: 'update-enqueues',
    title: 'update enqueues jobs',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await storage.stores.update(store, { recordTtl: 1 }, NOW, [
        newJob({ kind: 'follow', payload: '{"a":1}' }),
      ]);
      const claimed = await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND);
      assert.deepEqual(
        claimed.map((job) => job.payload),
        ['{"a":1}'],
      );
    },
  },
  {
    id: 'delete',
    title: 'a deleted store does not exist for any method, and deleting it again returns false',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const job = newJob({ kind: 'follow' });
      assert.equal(await storage.stores.markDeleted(store, NOW, [job]), true);
      assert.equal((await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND)).length, 1);
      assert.equal(await storage.stores.get(store.accountId, store.id), null);
      assert.deepEqual(await listStores(storage, store.accountId), { rows: [], more: false });
      assert.equal(await storage.stores.update(store, { name: 'back' }, NOW), null);
      const change = { properties: store.properties, freedSlots: [], requireEmpty: false, enqueue: [] };
      assert.equal(await storage.stores.changeSchema(store, store.version, change, NOW), null);
      await storage.stores.releaseSlots(store, ['t0']);
      assert.equal(await storage.stores.markDeleted(store, NOW, [newJob({ kind: 'follow' })]), false);
      assert.deepEqual(await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND), []);
    },
  },
  {
    id: 'delete-race',
    title: 'one of several racing deletions returns true, and only its jobs are enqueued',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const results = await Promise.all(
        Array.from({ length: 6 }, () => storage.stores.markDeleted(store, NOW, [newJob({ kind: 'follow' })])),
      );
      assert.equal(results.filter(Boolean).length, 1);
      assert.equal((await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND)).length, 1);
    },
  },
  {
    id: 'remove-deleted',
    title: 'removeDeleted removes a deleted store, but not one that is not deleted',
    async run({ storage }) {
      const [kept, gone] = await arrangeNamedStores(storage, ['kept', 'gone']);
      const deleted = present(gone ?? null);
      await storage.stores.markDeleted(deleted, NOW, []);
      for (const id of [deleted.id, deleted.id, kept?.id ?? '', 'unknown'])
        await storage.stores.removeDeleted(id);
      assert.equal(await storage.stores.get(deleted.accountId, deleted.id), null);
      assert.deepEqual((await listStores(storage, deleted.accountId)).rows, [kept]);
    },
  },
  {
    id: 'list-work',
    title:
      'listWork returns the stores of all accounts that are deleted, have a recordTtl or freed slots, by id',
    async run({ storage: { stores }, storage }) {
      const arranged = [];
      for (const recordTtl of [null, null, 60, 5, null])
        arranged.push(await arrangeStore(storage, ['t0', 't1'], { recordTtl }));
      const [freed, idle, expiring, deleted, gone] = arranged as [
        StoreRow,
        StoreRow,
        StoreRow,
        StoreRow,
        StoreRow,
      ];
      const properties = freed.properties.slice(0, 1);
      const change = { properties, freedSlots: ['t1'], requireEmpty: false, enqueue: [] } as const;
      const changed = await stores.changeSchema(freed, freed.version, change, NOW);
      await stores.markDeleted(deleted, NOW, []);
      await stores.markDeleted(gone, NOW, []);
      const work = ({ id, accountId }: StoreRow, rest: Partial<StoreWork>): StoreWork => {
        return { id, accountId, recordTtl: null, freedSlots: [], deletedAt: null, ...rest };
      };
      const expected = [
        work(freed, { freedSlots: ['t1'] }),
        work(expiring, { recordTtl: 60 }),
        work(deleted, { recordTtl: 5, deletedAt: NOW }),
        work(gone, { deletedAt: NOW }),
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      assert.deepEqual(await stores.listWork(null, 10), expected);
      assert.deepEqual(await stores.listWork(null, 3), expected.slice(0, 3));
      assert.deepEqual(await stores.listWork(expected[1]?.id ?? '', 10), expected.slice(2));
      assert(changed !== null && typeof changed !== 'string');
      await stores.releaseSlots(changed, ['t1']);
      await stores.removeDeleted(gone.id);
      await stores.update(expiring, { recordTtl: null }, NOW);
      assert.deepEqual(
        (await stores.listWork(null, 10)).map(({ id }) => id),
        [deleted.id],
      );
      assert.notEqual(await stores.get(idle.accountId, idle.id), null);
    },
  },
  {
    id: 'rows-are-copies',
    title: 'changing an argument or a returned object later changes no stored data',
    async run({ storage }) {
      const account = accountRow();
      await storage.accounts.insert(account);
      const properties = [property('t0'), property('t1')];
      const inserted = await storage.stores.insert(newStore(account.id, { properties }));
      const before = structuredClone(inserted);
      properties.pop();
      // A storage may freeze the objects that it returns.
      for (const rows of [inserted.properties, inserted.freedSlots]) {
        if (!Object.isFrozen(rows)) (rows as unknown[]).length = 0;
      }
      assert.deepEqual(await storage.stores.get(account.id, before.id), before);
    },
  },
  {
    id: 'follow-up-jobs',
    title: 'insert, update and markDeleted enqueue their jobs',
    async run({ storage }) {
      const account = accountRow();
      await storage.accounts.insert(account);
      const [inserted, updated, deleted] = ['inserted', 'updated', 'deleted'].map((key) =>
        newJob({ key, payload: key }),
      );
      const store = await storage.stores.insert(newStore(account.id), [present(inserted ?? null)]);
      await storage.stores.update(store, { name: 'renamed' }, NOW, [present(updated ?? null)]);
      await storage.stores.markDeleted(store, NOW, [present(deleted ?? null)]);
      const kind = present(inserted ?? null).kind;
      const claimed = await storage.jobs.claim([kind], 10, NOW + SECOND, NOW + 2 * SECOND);
      assert.deepEqual(
        claimed.map((job) => job.payload),
        ['inserted', 'updated', 'deleted'],
      );
    },
  },
]);
