import assert from 'node:assert/strict';
import { MAX_RECORD_BYTES } from '../../ground/limits.ts';
import type { UpsertRecord } from '../../storage/records/records.ts';
import {
  arrangeRecords,
  arrangeStore,
  findRows,
  idsOf,
  NOW,
  numberedRecords,
  present,
  record,
  withoutSeq,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

function incomplete(upsert: UpsertRecord): UpsertRecord {
  return { ...upsert, complete: false };
}

export const recordsUpsert = topic('records-upsert', [
  {
    id: 'outcomes',
    title: 'creates or updates each record and returns one outcome for each, in order',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      assert.deepEqual(await storage.records.upsert(store, [], NOW), []);
      await arrangeRecords(storage, store, [record('b', { t0: 'old', n0: 1 })]);
      const outcomes = await storage.records.upsert(
        store,
        [
          record('c', { t0: 'new' }),
          record('b', { t0: 'changed' }),
          incomplete(record('x', { n0: 1 })),
          record('a'),
        ],
        NOW + 1,
      );
      assert.deepEqual(outcomes, ['created', 'updated', 'incomplete', 'created']);
      assert.equal(await storage.records.get(store, 'x', NOW), null);
      const newestFirst = {
        where: { all: [] },
        order: { column: 'seq', direction: 'desc' },
        after: null,
        limit: 9,
      } as const;
      assert.deepEqual(idsOf(await findRows(storage, store, newestFirst, NOW)), ['a', 'c', 'b']);
    },
  },
  {
    id: 'merge',
    title: 'updates only the given slots of an existing record, null unsets a value, createdAt and seq stay',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't1', 'n0', 't24', 'n24', 't25']);
      await arrangeRecords(storage, store, [
        record('a', { t0: 'Ä', t1: 'Ö', n0: 1, t24: 'Ü', n24: 2, t25: 'ß' }),
      ]);
      const before = present(await storage.records.get(store, 'a', NOW));
      const change = record('a', { n24: 3, t0: null, t24: null });
      assert.deepEqual(await storage.records.upsert(store, [change], NOW + 5), ['updated']);
      assert.deepEqual(await storage.records.get(store, 'a', NOW), {
        ...before,
        updatedAt: NOW + 5,
        values: [null, 'Ö', 1, null, 3, 'ß'],
      });
    },
  },
  {
    id: 'incomplete-changes',
    title: 'updates an existing record from one without required values',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a', { t0: 'kept' })]);
      assert.deepEqual(await storage.records.upsert(store, [incomplete(record('a', { n0: 9 }))], NOW), [
        'updated',
      ]);
      assert.deepEqual((await storage.records.get(store, 'a', NOW))?.values, ['kept', 9]);
    },
  },
  {
    id: 'no-slots',
    title: 'a record without slots is created, or only changes updatedAt of an existing one',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a', { t0: 'kept', n0: 1 })]);
      const outcomes = await storage.records.upsert(store, [record('a'), record('b'), record('b')], NOW + 5);
      assert.deepEqual(outcomes, ['updated', 'created', 'updated']);
      const stored = await Promise.all(['a', 'b'].map((id) => storage.records.get(store, id, NOW)));
      assert.deepEqual(
        stored.map((row) => [row?.updatedAt, row?.values]),
        [
          [NOW + 5, ['kept', 1]],
          [NOW + 5, [null, null]],
        ],
      );
    },
  },
  {
    id: 'same-id-twice',
    title: 'applies records with the same id in order',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0', 't24']);
      const outcomes = await storage.records.upsert(
        store,
        [
          incomplete(record('a', { t0: 'lost' })),
          record('a', { t0: 'first', n0: 1 }),
          incomplete(record('a', { n0: 2, t24: 'o' })),
          record('b', { n0: 1 }),
          record('a', { t0: 'last' }),
        ],
        NOW,
      );
      assert.deepEqual(outcomes, ['incomplete', 'created', 'updated', 'created', 'updated']);
      assert.deepEqual((await storage.records.get(store, 'a', NOW))?.values, ['last', 2, 'o']);
      assert.equal(await storage.records.count(store, { all: [] }, NOW), 2);
    },
  },
  {
    id: 'stale',
    title: 'is stale and writes nothing in a store that was changed or deleted since it was read',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a', { t0: 'kept' })]);
      const updated = present(await storage.stores.update(store, { name: 'other' }, NOW));
      const records = [record('a', { t0: 'no' }), record('b')];
      assert.equal(await storage.records.upsert(store, records, NOW), 'stale');
      assert.deepEqual((await storage.records.get(updated, 'a', NOW))?.values, ['kept', null]);
      assert.equal(await storage.records.count(updated, { all: [] }, NOW), 1);
      await storage.stores.markDeleted(updated, NOW, []);
      assert.equal(await storage.records.upsert(updated, records, NOW), 'stale');
    },
  },
  {
    id: 'too-large',
    title: 'does not change a record that the merge would make too large, and writes the others',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't24', 't1']);
      const half = 'x'.repeat(MAX_RECORD_BYTES / 2);
      await arrangeRecords(storage, store, [record('a', { t0: half, t1: 'kept' })]);
      const before = await storage.records.get(store, 'a', NOW);
      const outcomes = await storage.records.upsert(
        store,
        [
          record('a', { t24: half }),
          record('b', { t0: half, t24: half }),
          record('b', { t1: 'x' }),
          record('a', { t1: 'fits' }),
        ],
        NOW + 1,
      );
      assert.deepEqual(outcomes, ['too_large', 'created', 'too_large', 'updated']);
      assert.deepEqual(withoutSeq(present(await storage.records.get(store, 'a', NOW))).values, [
        half,
        null,
        'fits',
      ]);
      assert.deepEqual((await storage.records.get(store, 'b', NOW))?.values, [half, half, null]);
      assert.notDeepEqual(await storage.records.get(store, 'a', NOW), before);
    },
  },
  {
    id: 'many',
    title: 'accepts a hundred records with different slots at once',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0', 't1', 'n1', 't30']);
      const shapes = [{ t0: 'a' }, { n0: 1, t1: 'b' }, { t30: 'c', n1: null }, {}];
      const records = numberedRecords(100, (i) => shapes[i % shapes.length] ?? {});
      const created = await storage.records.upsert(store, records, NOW);
      assert.deepEqual(
        created,
        records.map(() => 'created'),
      );
      assert.deepEqual((await storage.records.get(store, 'r0097', NOW))?.values, [null, 1, 'b', null, null]);
      assert.deepEqual((await storage.records.get(store, 'r0098', NOW))?.values, [
        null,
        null,
        null,
        null,
        'c',
      ]);
    },
  },
  {
    id: 'race',
    title: 'racing upserts of a new id create one record and lose no value',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['n0', 'n1', 'n2', 'n24', 'n25']);
      const slots = ['n0', 'n1', 'n2', 'n24', 'n25'] as const;
      const outcomes = await Promise.all(
        slots.map((slot, i) => storage.records.upsert(store, [record('a', { [slot]: i })], NOW)),
      );
      assert.deepEqual(outcomes.flat().toSorted(), ['created', 'updated', 'updated', 'updated', 'updated']);
      assert.deepEqual((await storage.records.get(store, 'a', NOW))?.values, [0, 1, 2, 3, 4]);
    },
  },
]);
