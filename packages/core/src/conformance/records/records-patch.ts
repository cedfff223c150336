import assert from 'node:assert/strict';
import { MAX_RECORD_BYTES } from '../../ground/limits.ts';
import type { Slot } from '../../ground/rows.ts';
import { arrangeRecords, arrangeStore, NOW, present, property, record, values } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

export const recordsPatch = topic('records-patch', [
  {
    id: 'named-slots',
    title: 'changes only the given slots and updatedAt, and returns the new record',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0', 't1', 't24', 'n24', 't25']);
      await arrangeRecords(storage, store, [
        record('a', { t0: 'Ä', n0: 1, t24: 'Ö', n24: 2, t25: 'Ü' }),
        record('b', { t0: 'b' }),
      ]);
      const before = present(await storage.records.get(store, 'a', NOW));
      const patched = await storage.records.patch(
        store,
        'a',
        values({ n0: null, t24: 'new', t1: '' }),
        NOW + 7,
      );
      const expected = { ...before, updatedAt: NOW + 7, values: ['Ä', null, '', 'new', 2, 'Ü'] };
      assert.deepEqual(patched, expected);
      assert.deepEqual(await storage.records.get(store, 'a', NOW), expected);
      assert.deepEqual((await storage.records.get(store, 'b', NOW))?.values, [
        'b',
        null,
        null,
        null,
        null,
        null,
      ]);
    },
  },
  {
    id: 'no-slots',
    title: 'changes only updatedAt if no slots are given',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't24']);
      await arrangeRecords(storage, store, [record('a', { t0: 'kept', t24: 'kept too' })]);
      const before = present(await storage.records.get(store, 'a', NOW));
      const patched = await storage.records.patch(store, 'a', values({}), NOW + 7);
      assert.deepEqual(patched, { ...before, updatedAt: NOW + 7 });
      assert.equal(await storage.records.patch(store, 'b', values({}), NOW), null);
    },
  },
  {
    id: 'missing',
    title: 'returns null for an unknown record and creates none',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      assert.equal(await storage.records.patch(store, 'a', values({ t0: 'x' }), NOW), null);
      assert.equal(await storage.records.count(store, { all: [] }, NOW), 0);
    },
  },
  {
    id: 'stale',
    title: 'is stale and changes nothing in a store that was changed or deleted since it was read',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a', { t0: 'kept' })]);
      const before = present(await storage.records.get(store, 'a', NOW));
      const updated = present(await storage.stores.update(store, { name: 'other' }, NOW));
      assert.equal(await storage.records.patch(store, 'a', values({ t0: 'no' }), NOW + 1), 'stale');
      assert.equal(await storage.records.patch(store, 'missing', values({ t0: 'no' }), NOW + 1), 'stale');
      assert.deepEqual(await storage.records.get(updated, 'a', NOW), before);
      await storage.stores.markDeleted(updated, NOW, []);
      assert.equal(await storage.records.patch(updated, 'a', values({ t0: 'no' }), NOW + 1), 'stale');
    },
  },
  {
    id: 'race',
    title: 'racing patches of different slots all take effect, for slots with and without a column',
    async run({ storage }) {
      const slots: Slot[] = ['t0', 't1', 't23', 't24', 't25', 't40', 'n0', 'n23', 'n24', 'n25'];
      const store = await arrangeStore(storage, slots);
      await arrangeRecords(storage, store, [record('a')]);
      const held = slots.map((slot, i) => (slot.startsWith('t') ? `Wert ${i}` : i));
      await Promise.all(
        slots.map((slot, i) => storage.records.patch(store, 'a', values({ [slot]: held[i] ?? null }), NOW)),
      );
      assert.deepEqual((await storage.records.get(store, 'a', NOW))?.values, held);
    },
  },
  {
    id: 'race-delete',
    title: 'a patch that races a deletion never restores the record',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      for (let round = 0; round < 10; round++) {
        await arrangeRecords(storage, store, [record('a', { n0: round })]);
        await Promise.all([
          storage.records.patch(store, 'a', values({ t0: 'x' }), NOW),
          storage.records.delete(store, ['a'], NOW),
          storage.records.patch(store, 'a', values({ t0: 'y' }), NOW),
        ]);
        assert.equal(await storage.records.get(store, 'a', NOW), null);
      }
    },
  },
  {
    id: 'too-large',
    title: 'rejects a merge over the size limit in UTF-8 bytes and accepts one of exactly that size',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't1', 't24', 'n0']);
      const rest = MAX_RECORD_BYTES - 30_000;
      await arrangeRecords(storage, store, [
        record('a', { t0: 'ä€\u{1F600}'.repeat(2_000), t1: 'x'.repeat(12_000), n0: 1 }),
      ]);
      const before = present(await storage.records.get(store, 'a', NOW));
      const tooLong = values({ t24: 'y'.repeat(rest + 1), n0: 2 });
      assert.equal(await storage.records.patch(store, 'a', tooLong, NOW + 1), 'too_large');
      assert.deepEqual(await storage.records.get(store, 'a', NOW), before);
      present(await storage.records.patch(store, 'a', values({ t24: 'y'.repeat(rest) }), NOW + 1));
      assert.equal(
        await storage.records.patch(store, 'a', values({ t1: 'x'.repeat(12_001) }), NOW),
        'too_large',
      );
      present(await storage.records.patch(store, 'a', values({ t1: 'x'.repeat(12_001), t24: null }), NOW));
      present(await storage.records.patch(store, 'a', values({ t24: 'y'.repeat(rest - 1) }), NOW));
    },
  },
  {
    id: 'too-large-freed',
    title: 'values in freed slots do not count towards the size of a record',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't24', 't1']);
      const half = 'x'.repeat(MAX_RECORD_BYTES / 2);
      await arrangeRecords(storage, store, [record('a', { t0: half, t24: half })]);
      const change = {
        properties: [property('t1')],
        freedSlots: ['t0', 't24'],
        requireEmpty: false,
        enqueue: [],
      } as const;
      const changed = present(await storage.stores.changeSchema(store, store.version, change, NOW));
      const patched = present(await storage.records.patch(changed, 'a', values({ t1: half }), NOW));
      assert.deepEqual(patched.values, [half]);
      assert.deepEqual(await storage.records.upsert(changed, [record('a', { t1: `${half}x` })], NOW), [
        'updated',
      ]);
    },
  },
]);
