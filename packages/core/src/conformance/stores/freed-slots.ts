import assert from 'node:assert/strict';
import type { Slot, SlotValue, StoreRow } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  arrangeNumbered,
  arrangeRecords,
  arrangeStore,
  findRows,
  NOW,
  present,
  property,
  record,
  schemaChange,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { clearAllSlots } from '../fixtures/steps.ts';

/** Deletes the property with the slot, clears the slot and assigns it to a new property. */
async function recycle(storage: Storage, store: StoreRow, slot: Slot): Promise<StoreRow> {
  const without = store.properties.filter((kept) => kept.slot !== slot);
  const freed = present(
    await storage.stores.changeSchema(
      store,
      store.version,
      schemaChange(without, { freedSlots: [slot] }),
      NOW,
    ),
  );
  assert.deepEqual(freed.freedSlots, [slot]);
  await clearAllSlots(storage, freed, [slot], 10);
  await storage.stores.releaseSlots(freed, [slot]);
  const released = present(await storage.stores.get(store.accountId, store.id));
  assert.deepEqual(released.freedSlots, []);
  const again = [...without, property(slot, { name: 'a new one' })];
  return present(await storage.stores.changeSchema(released, released.version, schemaChange(again), NOW));
}

export const freedSlots = topic('freed-slots', [
  {
    id: 'recycle-slot',
    title: 'a slot that was cleared and released is empty for its next property',
    async run({ storage }) {
      for (const slot of ['t0', 'n0', 't23', 'n23', 't24', 'n24', 't40'] as const) {
        const store = await arrangeStore(storage, [slot, 't1', 'n1', 't25', 'n25']);
        const value: SlotValue = slot.startsWith('t') ? 'ÄÖ' : 7;
        const kept = { t1: 'Ä', n1: 1, t25: 'Ö', n25: 2 };
        await arrangeNumbered(storage, store, 35, () => ({ [slot]: value, ...kept }));
        const recycled = await recycle(storage, store, slot);
        const rows = await findRows(
          storage,
          recycled,
          { where: { all: [] }, order: { column: 'id', direction: 'asc' }, after: null, limit: 100 },
          NOW,
        );
        assert.equal(rows.length, 35);
        for (const row of rows)
          assert.deepEqual([row.values, row.updatedAt], [['Ä', 1, 'Ö', 2, null], NOW], slot);
        assert.equal(await storage.records.count(recycled, { column: slot, op: 'notEmpty' }, NOW), 0, slot);
        if (slot.startsWith('t')) {
          const folded = { column: slot, op: 'contains', value: 'ä' } as const;
          assert.equal(await storage.records.count(recycled, folded, NOW), 0, slot);
        }
      }
    },
  },
  {
    id: 'clear-slots-steps',
    title:
      'clearSlots clears a bounded number of records in each step, and only the given slots of the store',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0', 't30']);
      const other = await arrangeStore(storage, ['t0']);
      await arrangeRecords(storage, other, [record('r0000', { t0: 'theirs' })]);
      assert.deepEqual(await storage.records.clearSlots(store, ['t0'], null, 10), { next: null });
      await arrangeNumbered(storage, store, 25, (i) => ({ t0: 'x', n0: i, t30: 'y' }));
      const isSet = { column: 't0', op: 'notEmpty' } as const;
      const first = await storage.records.clearSlots(store, ['t0', 't30'], null, 10);
      assert.equal(await storage.records.count(store, isSet, NOW), 15);
      assert(first !== 'stale' && first.next !== null);
      await clearAllSlots(storage, store, ['t0', 't30'], 1);
      assert.equal(await storage.records.count(store, isSet, NOW), 0);
      assert.equal(await storage.records.count(store, { column: 't30', op: 'notEmpty' }, NOW), 0);
      assert.equal(await storage.records.count(store, { column: 'n0', op: 'notEmpty' }, NOW), 25);
      assert.deepEqual((await storage.records.get(other, 'r0000', NOW))?.values, ['theirs']);
    },
  },
  {
    id: 'clear-slots-stale',
    title: 'clearSlots is stale and clears nothing for another version and in a deleted store',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a', { t0: 'x' })]);
      const updated = present(await storage.stores.update(store, { name: 'other' }, NOW));
      assert.equal(await storage.records.clearSlots(store, ['t0'], null, 10), 'stale');
      assert.deepEqual((await storage.records.get(updated, 'a', NOW))?.values, ['x', null]);
      await storage.stores.markDeleted(updated, NOW, []);
      assert.equal(await storage.records.clearSlots(updated, ['t0'], null, 10), 'stale');
    },
  },
  {
    id: 'clear-slots-ttl',
    title: 'clearSlots clears expired records too, because a longer recordTtl can restore them',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't1'], { recordTtl: 1, createdAt: 0, updatedAt: 0 });
      await arrangeRecords(storage, store, [record('a', { t0: 'x', t1: 'y' })], 0);
      await clearAllSlots(storage, store, ['t0'], 10);
      const kept = present(await storage.stores.update(store, { recordTtl: null }, NOW));
      assert.deepEqual((await storage.records.get(kept, 'a', NOW))?.values, [null, 'y']);
    },
  },
  {
    id: 'release-slots',
    title: 'releaseSlots removes the given freed slots and makes a racing schema change stale',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const change = schemaChange(store.properties, { freedSlots: ['t7', 'n8', 't30'] });
      const freed = present(await storage.stores.changeSchema(store, store.version, change, NOW));
      await storage.stores.releaseSlots(freed, ['t30', 'n8']);
      const released = present(await storage.stores.get(store.accountId, store.id));
      assert.deepEqual(released.freedSlots, ['t7']);
      assert.equal(await storage.stores.changeSchema(freed, freed.version, change, NOW), 'stale');
      assert.equal(await storage.records.insert(freed, record('a'), NOW), 'stale');
    },
  },
]);
