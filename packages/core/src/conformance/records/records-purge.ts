import assert from 'node:assert/strict';
import { arrangeNumbered, arrangeRecords, arrangeStore, NOW, numberedRecords } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

export const recordsPurge = topic('records-purge', [
  {
    id: 'steps',
    title: 'purge removes at most the limit of records of a deleted store, until none are left',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't24']);
      const other = await arrangeStore(storage, ['t0', 't24']);
      const records = numberedRecords(25, () => ({ t0: 'x', t24: 'y' }));
      await arrangeRecords(storage, store, records);
      await arrangeRecords(storage, other, records);
      await storage.stores.markDeleted(store, NOW, []);
      const removed: number[] = [];
      for (let i = 0; i < 4; i++) removed.push(await storage.records.purge(store.id, 10));
      assert.deepEqual(removed, [10, 10, 5, 0]);
      await storage.stores.removeDeleted(store.id);
      assert.equal(await storage.records.count(other, { all: [] }, NOW), 25);
    },
  },
  {
    id: 'expired-too',
    title: 'purge removes expired records of a deleted store, too',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0'], { recordTtl: 1 });
      const records = numberedRecords(3, () => ({}));
      await arrangeRecords(storage, store, records, 0);
      await storage.stores.markDeleted(store, NOW, []);
      assert.equal(await storage.records.purge(store.id, 10), 3);
    },
  },
  {
    id: 'live-store',
    title: 'purge removes nothing from a store that is not deleted',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeNumbered(storage, store, 3);
      assert.equal(await storage.records.purge(store.id, 10), 0);
      assert.equal(await storage.records.count(store, { all: [] }, NOW), 3);
    },
  },
]);
