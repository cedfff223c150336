import assert from 'node:assert/strict';
import { EVERYTHING } from '../../query/ast.ts';
import { fold } from '../../query/fold.ts';
import {
  arrangeNamedStores,
  arrangeRecords,
  arrangeStore,
  listStores,
  NOW,
  newJob,
  numberedRecords,
  present,
  record,
  SECOND,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { readPages } from '../fixtures/page-walk.ts';

const LATER = NOW + 60 * SECOND;

export const deletedStores = topic('deleted-stores', [
  {
    id: 'restore-store',
    title:
      'restore makes a deleted store live again with its records, under a new version, and enqueues jobs',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0'], { name: 'Größe', recordTtl: 600 });
      await arrangeRecords(
        storage,
        store,
        numberedRecords(120, (i) => ({ t0: `text ${i}`, n0: i % 7 })),
      );
      await storage.stores.markDeleted(store, LATER, []);
      const deleted = present(await storage.stores.getDeleted(store.id));
      assert.deepEqual([deleted.deletedAt, deleted.store.updatedAt], [LATER, LATER]);
      assert.equal(await storage.records.count(deleted.store, EVERYTHING, LATER), 120);
      const restored = present(
        await storage.stores.restore(store, LATER - 1, LATER + SECOND, [newJob({ kind: 'follow' })]),
      );
      const { version, updatedAt, ...rest } = restored;
      assert.equal(updatedAt, LATER + SECOND);
      assert.deepEqual({ ...rest, version: store.version, updatedAt: store.updatedAt }, store);
      assert(version !== store.version && version !== deleted.store.version);
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), restored);
      assert.equal(await storage.stores.getDeleted(store.id), null);
      assert.deepEqual((await listStores(storage, store.accountId)).rows, [restored]);
      assert.equal(await storage.records.count(restored, EVERYTHING, LATER), 120);
      assert.deepEqual((await storage.records.get(restored, 'r0100', LATER))?.values, ['text 100', 2]);
      const twos = { column: 'n0', op: 'eq', value: 2 } as const;
      assert.equal(await storage.records.count(restored, twos, LATER), 17);
      assert.equal((await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND)).length, 1);
    },
  },
  {
    id: 'restore-store-writes',
    title: 'writes that were planned before the deletion of a store are stale after its restore',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a', { t0: 'kept' })]);
      await storage.stores.markDeleted(store, NOW, []);
      assert.equal(await storage.records.insert(store, record('b'), NOW), 'stale');
      const restored = present(await storage.stores.restore(store, NOW - 1, NOW, []));
      assert.equal(await storage.records.insert(store, record('b'), NOW), 'stale');
      assert.equal(await storage.records.insert(restored, record('b'), NOW), 'created');
      assert.equal(await storage.records.purge(store.id, 10), 0);
      await storage.stores.removeDeleted(store.id);
      assert.equal(await storage.records.count(restored, EVERYTHING, NOW), 2);
      const changed = present(await storage.stores.update(restored, { name: 'Again' }, NOW));
      assert.equal(changed.name, 'Again');
      assert.equal(await storage.stores.markDeleted(changed, NOW, []), true);
      assert.equal(await storage.records.purge(store.id, 10), 2);
    },
  },
  {
    id: 'restore-store-refused',
    title:
      'restore returns null for a store that is live, foreign, unknown, removed or was deleted too long ago',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const other = await arrangeStore(storage);
      const jobs = [newJob({ kind: 'follow' })];
      assert.equal(await storage.stores.restore(store, NOW - 1, NOW, jobs), null);
      assert.equal(await storage.stores.getDeleted(store.id), null);
      await storage.stores.markDeleted(store, NOW, []);
      const foreign = { id: store.id, accountId: other.accountId };
      assert.equal(await storage.stores.restore(foreign, NOW - 1, NOW, jobs), null);
      assert.equal(await storage.stores.restore(store, NOW, NOW, jobs), null);
      assert.equal(await storage.stores.restore({ ...store, id: 'unknown' }, NOW - 1, NOW, jobs), null);
      assert.equal(present(await storage.stores.getDeleted(store.id)).deletedAt, NOW);
      await storage.stores.removeDeleted(store.id);
      assert.equal(await storage.stores.restore(store, NOW - 1, NOW, jobs), null);
      assert.equal(await storage.stores.getDeleted(store.id), null);
      assert.deepEqual(await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND), []);
    },
  },
  {
    id: 'restore-store-race',
    title: 'one of several racing restores succeeds, and only its jobs are enqueued',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await storage.stores.markDeleted(store, NOW, []);
      const restored = await Promise.all(
        Array.from({ length: 6 }, () =>
          storage.stores.restore(store, NOW - 1, NOW, [newJob({ kind: 'follow' })]),
        ),
      );
      assert.equal(restored.filter((row) => row !== null).length, 1);
      assert.equal((await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND)).length, 1);
    },
  },
  {
    id: 'list-deleted-stores',
    title: 'listDeleted lists the stores of an account that were deleted after a time, in pages and by name',
    async run({ storage }) {
      const stores = await arrangeNamedStores(storage, ['Äpfel', 'äpfel', 'Birnen', 'live', 'ÄPFEL alt']);
      const [foreign] = await arrangeNamedStores(storage, ['Äpfel']);
      const [first, second, third, live, old] = stores;
      await storage.stores.markDeleted(present(foreign ?? null), NOW + 5, []);
      await storage.stores.markDeleted(present(old ?? null), NOW, []);
      for (const [i, store] of [third, first, second].entries())
        await storage.stores.markDeleted(present(store ?? null), NOW + 1 + i, []);
      const accountId = present(live ?? null).accountId;
      const list = (before: number | null, nameContains: string | null = null) =>
        storage.stores.listDeleted(accountId, { nameContains, deletedAfter: NOW, before, limit: 2 });
      const seen = await readPages(
        2,
        (before) => list(before),
        ({ store }) => store.seq,
      );
      assert.deepEqual(
        seen.map(({ store, deletedAt }) => [store.id, deletedAt]),
        [
          [third?.id, NOW + 1],
          [second?.id, NOW + 3],
          [first?.id, NOW + 2],
        ],
      );
      assert.deepEqual(
        (await list(null, fold('ÄPFEL'))).rows.map(({ store }) => store.name),
        ['äpfel', 'Äpfel'],
      );
    },
  },
]);
