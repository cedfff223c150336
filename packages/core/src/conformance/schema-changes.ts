import assert from 'node:assert/strict';
import type { PropertyRow, Slot, SlotValue, StoreRow } from '../storage/rows.ts';
import type { SchemaChange, Storage } from '../storage/storage.ts';
import {
  arrangeRecords,
  arrangeStore,
  NOW,
  newJob,
  numberedRecords,
  present,
  property,
  record,
  SECOND,
  values,
  walkToEnd,
} from './arrange.ts';
import { topic } from './case.ts';

function schemaChange(properties: readonly PropertyRow[], change: Partial<SchemaChange> = {}): SchemaChange {
  return { properties, freedSlots: [], requireEmpty: false, enqueue: [], ...change };
}

async function clearAll(
  storage: Storage,
  store: StoreRow,
  slots: readonly Slot[],
  limit: number,
): Promise<void> {
  await walkToEnd<number>(async (after) => {
    const answer = await storage.records.clearSlots(store, slots, after, limit);
    assert(answer !== 'stale');
    return answer.next;
  });
}

/** Deletes the property in `slot`, clears the slot and gives it to a new property. */
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
  await clearAll(storage, freed, [slot], 10);
  await storage.stores.releaseSlots(freed, [slot]);
  const released = present(await storage.stores.get(store.accountId, store.id));
  assert.deepEqual(released.freedSlots, []);
  const again = [...without, property(slot, { name: 'a new one' })];
  return present(await storage.stores.changeSchema(released, released.version, schemaChange(again), NOW));
}

export const schemaChanges = topic('schema-changes', [
  {
    id: 'replace',
    title: 'replaces the property list in order, moves version and updatedAt, and enqueues',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const properties = [
        property('n0', { required: true }),
        property('t5', { name: 'new', description: 'x' }),
        property('t0'),
      ];
      const change = schemaChange(properties, {
        freedSlots: ['t9', 'n30'],
        enqueue: [newJob({ kind: 'follow' })],
      });
      const changed = present(await storage.stores.changeSchema(store, store.version, change, NOW + SECOND));
      assert.deepEqual(changed.properties, properties);
      assert.deepEqual(changed.freedSlots, ['t9', 'n30']);
      assert.equal(changed.updatedAt, NOW + SECOND);
      assert.notEqual(changed.version, store.version);
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), changed);
      assert.equal((await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND)).length, 1);
    },
  },
  {
    id: 'stale',
    title: 'refuses a change that was planned under another version, and enqueues nothing',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const updated = present(await storage.stores.update(store, { name: 'other' }, NOW));
      const change = schemaChange([property('t1')], { enqueue: [newJob({ kind: 'follow' })] });
      assert.equal(await storage.stores.changeSchema(store, store.version, change, NOW), 'stale');
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), updated);
      assert.deepEqual(await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND), []);
      assert.equal(
        await storage.stores.changeSchema({ ...store, id: 'unknown' }, store.version, change, NOW),
        null,
      );
    },
  },
  {
    id: 'race',
    title: 'of racing changes planned under one version, one is done and the others are stale',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          storage.stores.changeSchema(store, store.version, schemaChange([property(`t${i}`)]), NOW),
        ),
      );
      const done = answers.filter((answer) => answer !== 'stale');
      assert.equal(done.length, 1);
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), done[0]);
    },
  },
  {
    id: 'require-empty',
    title: 'refuses a change for empty stores while a live record is there; expired ones do not count',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0'], { recordTtl: 10 });
      const change = schemaChange([property('t0'), property('t1')], {
        requireEmpty: true,
        enqueue: [newJob({ kind: 'follow' })],
      });
      await arrangeRecords(storage, store, [record('a')]);
      assert.equal(
        await storage.stores.changeSchema(store, store.version, change, NOW + 9 * SECOND),
        'not_empty',
      );
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), store);
      assert.deepEqual(await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND), []);
      present(await storage.stores.changeSchema(store, store.version, change, NOW + 10 * SECOND));
      const other = await arrangeStore(storage);
      present(await storage.stores.changeSchema(other, other.version, change, NOW));
    },
  },
  {
    id: 'require-empty-race',
    title: 'a change for empty stores and a racing insert never both succeed',
    async run({ storage }) {
      for (let round = 0; round < 10; round++) {
        const store = await arrangeStore(storage);
        const change = schemaChange([property('t0'), property('t1')], { requireEmpty: true });
        const insert = () => storage.records.insert(store, record('a'), NOW);
        const alter = () => storage.stores.changeSchema(store, store.version, change, NOW);
        const [inserted, changed] =
          round % 2 === 0
            ? await Promise.all([insert(), alter()])
            : (await Promise.all([alter(), insert()])).toReversed();
        assert.notEqual(inserted === 'created', typeof changed === 'object', `${inserted} and ${changed}`);
      }
    },
  },
  {
    id: 'values-follow',
    title: 'reads give one value for each property, in the order of the schema that was passed',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0', 't24']);
      await arrangeRecords(storage, store, [record('a', { t0: 'x', n0: 1, t24: 'y' })]);
      const [t0, n0, t24] = store.properties as [PropertyRow, PropertyRow, PropertyRow];
      const properties = [t24, property('n24'), n0, property('t1'), t0];
      const changed = present(
        await storage.stores.changeSchema(store, store.version, schemaChange(properties), NOW),
      );
      assert.deepEqual((await storage.records.get(changed, 'a', NOW))?.values, ['y', null, 1, null, 'x']);
    },
  },
  {
    id: 'recycle-slot',
    title: 'a slot that was cleared and released starts empty under its next property',
    async run({ storage }) {
      for (const slot of ['t0', 'n0', 't23', 'n23', 't24', 'n24', 't40'] as const) {
        const store = await arrangeStore(storage, [slot, 't1', 'n1', 't25', 'n25']);
        const value: SlotValue = slot.startsWith('t') ? 'ÄÖ' : 7;
        const kept = { t1: 'Ä', n1: 1, t25: 'Ö', n25: 2 };
        await arrangeRecords(
          storage,
          store,
          numberedRecords(35, () => ({ [slot]: value, ...kept })),
        );
        const recycled = await recycle(storage, store, slot);
        const rows = await storage.records.find(
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
    title: 'clearing goes in steps that end, and leaves records outside the step as they are',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0', 't30']);
      const other = await arrangeStore(storage, ['t0']);
      await arrangeRecords(storage, other, [record('r0000', { t0: 'theirs' })]);
      assert.deepEqual(await storage.records.clearSlots(store, ['t0'], null, 10), { next: null });
      await arrangeRecords(
        storage,
        store,
        numberedRecords(25, (i) => ({ t0: 'x', n0: i, t30: 'y' })),
      );
      const isSet = { column: 't0', op: 'notEmpty' } as const;
      const first = await storage.records.clearSlots(store, ['t0', 't30'], null, 10);
      assert.equal(await storage.records.count(store, isSet, NOW), 15);
      assert(first !== 'stale' && first.next !== null);
      await clearAll(storage, store, ['t0', 't30'], 1);
      assert.equal(await storage.records.count(store, isSet, NOW), 0);
      assert.equal(await storage.records.count(store, { column: 't30', op: 'notEmpty' }, NOW), 0);
      assert.equal(await storage.records.count(store, { column: 'n0', op: 'notEmpty' }, NOW), 25);
      assert.deepEqual((await storage.records.get(other, 'r0000', NOW))?.values, ['theirs']);
    },
  },
  {
    id: 'clear-slots-stale',
    title: 'clearing under another version, or in a deleted store, is stale and clears nothing',
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
    title: 'clearing reaches expired records too: a longer time to live may bring them back',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't1'], { recordTtl: 1, createdAt: 0, updatedAt: 0 });
      await arrangeRecords(storage, store, [record('a', { t0: 'x', t1: 'y' })], 0);
      await clearAll(storage, store, ['t0'], 10);
      const kept = present(await storage.stores.update(store, { recordTtl: null }, NOW));
      assert.deepEqual((await storage.records.get(kept, 'a', NOW))?.values, [null, 'y']);
    },
  },
  {
    id: 'release-slots',
    title: 'releasing takes the named slots out and makes a racing schema change stale',
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
  {
    id: 'stale-insert-race',
    title:
      'an insert that races a schema change is created before it or stale, never written under the old schema after it',
    async run({ storage }) {
      for (let round = 0; round < 10; round++) {
        const store = await arrangeStore(storage, ['t0', 't1']);
        const change = schemaChange([property('t1')], { freedSlots: ['t0'] });
        const inserts = () =>
          Promise.all(
            Array.from({ length: 5 }, (_, i) =>
              storage.records.insert(store, record(`r${i}`, { t0: 'old' }), NOW),
            ),
          );
        const [before, changed, after] = await Promise.all([
          inserts(),
          storage.stores.changeSchema(store, store.version, change, NOW),
          Promise.all([
            storage.records.insert(store, record('late', { t0: 'old' }), NOW),
            storage.records.upsert(store, [record('later', { t0: 'old' })], NOW),
          ]),
        ]);
        const current = present(changed);
        const written = [...before, ...after].filter((outcome) => outcome !== 'stale').length;
        assert.equal(await storage.records.count(current, { all: [] }, NOW), written);
        assert.equal(await storage.records.insert(store, record('x'), NOW), 'stale');
        assert.equal(await storage.records.patch(store, 'r0', values({ t0: 'y' }), NOW), 'stale');
        assert.equal(await storage.records.count(current, { all: [] }, NOW), written);
      }
    },
  },
]);
