import assert from 'node:assert/strict';
import type { Slot, SlotValue, StoreRow } from '../../ground/rows.ts';
import { NEWEST_FIRST } from '../../query/ast.ts';
import type { Storage } from '../../storage/storage.ts';
import {
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

/** Returns a copy of a value of the record with this id. */
async function copyOf(
  storage: Storage,
  store: StoreRow,
  id: string,
  value: string | number,
  copy: SlotValue,
) {
  const { seq } = present(await storage.records.get(store, id, NOW));
  return { seq, value, copy };
}

export const copiedSlots = topic('copied-slots', [
  {
    id: 'copy-slot',
    title:
      'copySlot sets a slot where the other one has the given value, between slots of all kinds and places',
    async run({ storage }) {
      for (const [from, to] of [
        ['t0', 'n0'],
        ['n0', 't0'],
        ['t0', 't30'],
        ['t30', 'n30'],
        ['n30', 't31'],
        ['t31', 't1'],
      ] as const satisfies readonly (readonly [Slot, Slot])[]) {
        const store = await arrangeStore(storage, [from, to, 't2', 't40']);
        const [old, given] = [from.startsWith('t') ? 'Ä' : 1, to.startsWith('t') ? 'Größe' : 2.5];
        const all = { [from]: old, t2: 'kept', t40: 'far' };
        await arrangeRecords(storage, store, [record('a', all), record('b', all), record('c', all)]);
        const isSet = { column: to, op: 'notEmpty' } as const;
        // Storages with columns have read the empty slot before.
        assert.equal(await storage.records.count(store, isSet, NOW), 0);
        const copies = [
          await copyOf(storage, store, 'a', old, given),
          await copyOf(storage, store, 'b', from.startsWith('t') ? 'ä' : 3, given),
        ];
        assert.equal(await storage.records.copySlot(store, { from, to }, copies), 'copied');
        const query = { where: { all: [] }, order: NEWEST_FIRST, after: null, limit: 10 };
        const rows = await findRows(storage, store, query, NOW);
        const values = rows.map((row) => [row.id, ...row.values]);
        assert.deepEqual(values, [
          ['c', old, null, 'kept', 'far'],
          ['b', old, null, 'kept', 'far'],
          ['a', old, given, 'kept', 'far'],
        ]);
        assert.equal(await storage.records.count(store, isSet, NOW), 1);
        if (typeof given === 'number') continue;
        const found = { column: to, op: 'contains', value: 'größe' } as const;
        assert.equal(await storage.records.count(store, found, NOW), 1);
        await storage.records.copySlot(store, { from, to }, [await copyOf(storage, store, 'a', old, null)]);
        assert.equal(await storage.records.count(store, isSet, NOW), 0);
      }
    },
  },
  {
    id: 'copy-slot-silent',
    title: 'copySlot moves no time, has no entry in the log, reaches expired records and no other store',
    async run({ storage }) {
      const ttl = { recordTtl: 1, createdAt: 0, updatedAt: 0, changes: true };
      const store = await arrangeStore(storage, ['t0', 'n0'], ttl);
      const other = await arrangeStore(storage, ['t0', 'n0']);
      await arrangeRecords(storage, other, [record('a', { t0: '1' })]);
      await arrangeRecords(storage, store, [record('a', { t0: '1' })], 0);
      const { seq } = present(await storage.records.get({ ...store, recordTtl: null }, 'a', NOW));
      const position = (await storage.changes.positions([store.id])).get(store.id);
      await storage.records.copySlot(store, { from: 't0', to: 'n0' }, [{ seq, value: '1', copy: 1 }]);
      assert.equal((await storage.changes.positions([store.id])).get(store.id), position);
      const kept = present(await storage.stores.update(store, { recordTtl: null }, NOW));
      const row = present(await storage.records.get(kept, 'a', NOW));
      assert.deepEqual([row.updatedAt, ...row.values], [0, '1', 1]);
      assert.deepEqual((await storage.records.get(other, 'a', NOW))?.values, ['1', null]);
    },
  },
  {
    id: 'copy-slot-stale',
    title: 'copySlot is stale and sets nothing for another version and in a deleted store',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0']);
      await arrangeRecords(storage, store, [record('a', { t0: '1' })]);
      const copies = [await copyOf(storage, store, 'a', '1', 1)];
      const places = { from: 't0', to: 'n0' } as const;
      assert.equal(await storage.records.copySlot(store, places, []), 'copied');
      const updated = present(await storage.stores.update(store, { name: 'other' }, NOW));
      assert.equal(await storage.records.copySlot(store, places, copies), 'stale');
      assert.deepEqual((await storage.records.get(updated, 'a', NOW))?.values, ['1', null]);
      await storage.stores.markDeleted(updated, NOW, []);
      assert.equal(await storage.records.copySlot(updated, places, copies), 'stale');
    },
  },
  {
    id: 'becoming-kept',
    title: 'a schema keeps the change of type of a property, and its earlier places',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0']);
      const form = { decimal: 'comma', dates: 'dmy', unit: '€' } as const;
      const changed = {
        ...property('t0'),
        becoming: { type: 'number', slot: 'n0', form, unsets: true },
        earlier: [{ type: 'boolean', slot: 'n1', since: 2, until: 3, form }],
      } as const;
      await storage.stores.changeSchema(store, store.version, schemaChange([changed]), NOW);
      assert.deepEqual((await storage.stores.get(store.accountId, store.id))?.properties, [changed]);
    },
  },
]);
