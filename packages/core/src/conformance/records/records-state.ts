import assert from 'node:assert/strict';
import type { Slot } from '../../ground/rows.ts';
import type { RecordState } from '../../storage/records/record-state.ts';
import {
  arrangeRecords,
  arrangeStore,
  NOW,
  present,
  property,
  record,
  SECOND,
  values,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

const SLOTS: readonly Slot[] = ['t0', 'n0', 't24', 'n24'];
const HELD = { t0: 'Ä', n0: 0.1, t24: 'Ö', n24: null } as const;

export const recordsState = topic('records-state', [
  {
    id: 'patch',
    title: 'patch with the present state changes the record, also for slots without a column',
    async run({ storage }) {
      const store = await arrangeStore(storage, SLOTS);
      await arrangeRecords(storage, store, [record('a', HELD), record('b')]);
      const before = present(await storage.records.get(store, 'a', NOW));
      const change = values({ n0: null, t24: 'new', n24: 1 });
      const patched = await storage.records.patch(store, 'a', change, NOW + 1, { expected: before });
      assert.deepEqual(patched, { ...before, updatedAt: NOW + 1, values: ['Ä', null, 'new', 1] });
      assert.deepEqual(await storage.records.get(store, 'a', NOW), patched);
      const other = present(await storage.records.get(store, 'b', NOW));
      assert.equal(await storage.records.patch(store, 'missing', change, NOW, { expected: other }), null);
    },
  },
  {
    id: 'changed',
    title: 'a write that expects another state is changed and writes nothing, also within one millisecond',
    async run({ storage }) {
      const store = await arrangeStore(storage, SLOTS);
      await arrangeRecords(storage, store, [record('a', HELD)]);
      const before = present(await storage.records.get(store, 'a', NOW));
      for (const change of [{ t0: 'B' }, { n0: null }, { t24: 'ö' }, { n24: 0 }]) {
        const state = present(await storage.records.get(store, 'a', NOW));
        const after = present(await storage.records.patch(store, 'a', values(change), NOW));
        assert.equal(after.updatedAt, state.updatedAt);
        for (const outdated of [state, before]) {
          const refused = await storage.records.patch(store, 'a', values({ t0: 'no' }), NOW, {
            expected: outdated,
          });
          assert.equal(refused, 'changed');
          assert.equal(await storage.records.deleteUnchanged(store, 'a', outdated, NOW), 'changed');
        }
        assert.deepEqual(await storage.records.get(store, 'a', NOW), after);
      }
      const current = present(await storage.records.get(store, 'a', NOW));
      const moved: RecordState = { ...current, updatedAt: NOW + 1 };
      assert.equal(
        await storage.records.patch(store, 'a', values({ t0: 'no' }), NOW, { expected: moved }),
        'changed',
      );
    },
  },
  {
    id: 'created-again',
    title: 'a record that was deleted and created again with the same values has another state',
    async run({ storage }) {
      const store = await arrangeStore(storage, SLOTS);
      await arrangeRecords(storage, store, [record('a', HELD)]);
      const before = present(await storage.records.get(store, 'a', NOW));
      await storage.records.delete(store, ['a'], NOW);
      assert.equal(
        await storage.records.patch(store, 'a', values({ t0: 'no' }), NOW, { expected: before }),
        null,
      );
      assert.equal(await storage.records.deleteUnchanged(store, 'a', before, NOW), 'changed');
      await arrangeRecords(storage, store, [record('a', HELD)]);
      assert.equal(
        await storage.records.patch(store, 'a', values({ t0: 'no' }), NOW, { expected: before }),
        'changed',
      );
      assert.equal(await storage.records.deleteUnchanged(store, 'a', before, NOW), 'changed');
    },
  },
  {
    id: 'delete',
    title: 'deleteUnchanged removes only the record in that state',
    async run({ storage }) {
      const store = await arrangeStore(storage, SLOTS);
      await arrangeRecords(storage, store, [record('a', HELD), record('b', HELD)]);
      const before = present(await storage.records.get(store, 'a', NOW));
      assert.equal(await storage.records.deleteUnchanged(store, 'a', before, NOW), 'deleted');
      assert.equal(await storage.records.get(store, 'a', NOW), null);
      assert.notEqual(await storage.records.get(store, 'b', NOW), null);
    },
  },
  {
    id: 'stale',
    title: 'writes that expect a state are stale in a store that was changed or deleted since it was read',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0']);
      await arrangeRecords(storage, store, [record('a', { t0: 'kept' })]);
      const before = present(await storage.records.get(store, 'a', NOW));
      const schema = { properties: [property('t0')], freedSlots: ['n0' as const] };
      const change = { ...schema, requireEmpty: false, enqueue: [] };
      const changed = present(await storage.stores.changeSchema(store, store.version, change, NOW));
      const foreign = { ...changed, accountId: 'another account' };
      const state = present(await storage.records.get(changed, 'a', NOW));
      await storage.stores.markDeleted(await arrangeStore(storage), NOW, []);
      for (const [outdated, expected] of [
        [store, before],
        [store, { ...before, updatedAt: 0 }],
        [foreign, state],
      ] as const) {
        const patched = await storage.records.patch(outdated, 'a', values({ t0: 'no' }), NOW, { expected });
        assert.equal(patched, 'stale');
        assert.equal(await storage.records.deleteUnchanged(outdated, 'a', expected, NOW), 'stale');
      }
      assert.deepEqual(await storage.records.get(changed, 'a', NOW), state);
      await storage.stores.markDeleted(changed, NOW, []);
      assert.equal(await storage.records.deleteUnchanged(changed, 'a', state, NOW), 'stale');
    },
  },
  {
    id: 'expired',
    title: 'an expired record is in no state',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0'], { recordTtl: 60 });
      await arrangeRecords(storage, store, [record('a', { t0: 'old' })]);
      const before = present(await storage.records.get(store, 'a', NOW));
      const late = NOW + 60 * SECOND;
      assert.equal(
        await storage.records.patch(store, 'a', values({ t0: 'no' }), late, { expected: before }),
        null,
      );
      assert.equal(await storage.records.deleteUnchanged(store, 'a', before, late), 'changed');
      assert.equal(await storage.records.deleteUnchanged(store, 'a', before, late - 1), 'deleted');
    },
  },
  {
    id: 'race',
    title: 'of racing writes that expect one state one takes effect',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't1', 'n0']);
      for (const id of ['a', 'b', 'c']) {
        await arrangeRecords(storage, store, [record(id)]);
        const before = present(await storage.records.get(store, id, NOW));
        const patches = ['t0', 't1', 'n0'].flatMap((slot) =>
          [1, 2, 3].map((n) => values({ [slot]: slot === 'n0' ? n : `${n}` })),
        );
        const outcomes = await Promise.all([
          ...patches.map((change) => storage.records.patch(store, id, change, NOW, { expected: before })),
          ...[1, 2].map(() => storage.records.deleteUnchanged(store, id, before, NOW)),
        ]);
        const done = outcomes.filter((outcome) => typeof outcome === 'object' || outcome === 'deleted');
        assert.equal(done.filter((outcome) => outcome !== null).length, 1);
        const [winner] = done.filter((outcome) => outcome !== null);
        const after = await storage.records.get(store, id, NOW);
        assert.deepEqual(after, winner === 'deleted' ? null : winner);
      }
    },
  },
]);
