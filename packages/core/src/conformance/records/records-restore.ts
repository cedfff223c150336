import assert from 'node:assert/strict';
import type { RecordRow, Slot, SlotValue, StoreRow } from '../../ground/rows.ts';
import { EVERYTHING, NEWEST_FIRST } from '../../query/ast.ts';
import type { RestoredRecord } from '../../storage/records/records.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  arrangeRecords,
  arrangeStore,
  findRows,
  idsOf,
  NOW,
  newStore,
  present,
  record,
  SECOND,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { AWKWARD_TEXTS } from '../fixtures/texts.ts';

const DAY = 86_400 * SECOND;

function restored(id: string, values: readonly SlotValue[], age = DAY): RestoredRecord {
  return { id, createdAt: NOW - age, updatedAt: NOW - age / 2, values };
}

/** Returns all records in insertion order. */
function inOrder(storage: Storage, store: StoreRow): Promise<RecordRow[]> {
  const order = { column: 'seq', direction: 'asc' } as const;
  return findRows(storage, store, { where: EVERYTHING, order, after: null, limit: 1000 }, NOW);
}

function withoutSeq(rows: readonly RecordRow[]): RestoredRecord[] {
  return rows.map(({ seq: _, ...row }) => row);
}

export const recordsRestore = topic('records-restore', [
  {
    id: 'order-and-times',
    title: 'keeps the times of records and numbers them in the given order, after the existing ones',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('m', { n0: 0 })]);
      const rows = ['z', 'a', 'k', 'B', 'ä'].map((id, i) => restored(id, [id, i], DAY * (i % 3) + 2));
      assert.equal(await storage.records.restore(store, rows.slice(0, 3)), 3);
      assert.equal(await storage.records.restore(store, rows.slice(3)), 2);
      const stored = await inOrder(storage, store);
      assert.deepEqual(withoutSeq(stored.slice(1)), rows);
      assert.equal(stored[0]?.id, 'm');
      assert.equal(await storage.records.insert(store, record('last'), NOW), 'created');
      const newest = { where: EVERYTHING, order: NEWEST_FIRST, after: null, limit: 2 };
      assert.deepEqual(idsOf(await findRows(storage, store, newest, NOW)), ['last', 'ä']);
    },
  },
  {
    id: 'values-exact',
    title: 'keeps every text and number exactly, in slots with and without a column, and filters find them',
    async run({ storage }) {
      const slots: Slot[] = ['t0', 't23', 't24', 'n0', 'n23', 'n24'];
      const store = await arrangeStore(storage, slots);
      // The first one is the empty text, which does not match `notEmpty`.
      const texts = AWKWARD_TEXTS.map((text) => restored(`id ${text}`, [text, text, text, null, null, null]));
      const numbers = [0, -1, 0.1, 1 / 3, 5e-324, 2 ** 53 - 1, -62135596800000].map((number) =>
        restored(String(number), [null, '', null, number, number, number]),
      );
      const rows = [...texts, ...numbers, restored('nothing', [null, null, null, null, null, null])];
      assert.equal(await storage.records.restore(store, rows), rows.length);
      assert.deepEqual(withoutSeq(await inOrder(storage, store)), rows);
      for (const column of ['id', 't0', 't24'] as const) {
        const where = { column, op: 'contains', value: 'äöüäöüß' } as const;
        assert.equal(await storage.records.count(store, where, NOW), 1, column);
      }
      assert.equal(
        await storage.records.count(store, { column: 't24', op: 'notEmpty' }, NOW),
        texts.length - 1,
      );
    },
  },
  {
    id: 'again',
    title: 'skips and keeps existing records, also those of the same call',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't24']);
      const rows = ['a', 'b', 'c'].map((id) => restored(id, [id, 'kept']));
      assert.equal(await storage.records.restore(store, []), 0);
      assert.equal(await storage.records.restore(store, rows), 3);
      const before = await inOrder(storage, store);
      const others = ['d', 'c', 'a', 'd', 'e'].map((id, i) => restored(id, [`other ${i}`, null]));
      assert.equal(await storage.records.restore(store, others), 2);
      assert.equal(await storage.records.restore(store, others), 0);
      const after = await inOrder(storage, store);
      assert.deepEqual(after.slice(0, 3), before);
      assert.deepEqual(withoutSeq(after.slice(3)), [others[0], others[4]]);
    },
  },
  {
    id: 'expired',
    title: 'skips the id of an expired record like any other',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0'], { recordTtl: 10, createdAt: 0, updatedAt: 0 });
      assert.equal(await storage.records.restore(store, [restored('a', ['old'])]), 1);
      assert.equal(await storage.records.get(store, 'a', NOW), null);
      assert.equal(await storage.records.restore(store, [restored('a', ['new'], 0)]), 0);
      assert.equal(await storage.records.get(store, 'a', NOW), null);
    },
  },
  {
    id: 'race',
    title: 'racing calls with the same ids restore each record once, with the values of one call',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0']);
      const ids = Array.from({ length: 20 }, (_, i) => `r${i}`);
      const results = await Promise.all(
        Array.from({ length: 6 }, (_, i) => {
          const order = i % 2 === 0 ? ids : ids.toReversed();
          return storage.records.restore(
            store,
            order.map((id) => restored(id, [`call ${i}`, i])),
          );
        }),
      );
      assert.equal(
        results.reduce<number>((sum, result) => sum + (result === 'stale' ? 0 : result), 0),
        ids.length,
      );
      const stored = await inOrder(storage, store);
      assert.deepEqual(idsOf(stored).toSorted(), ids.toSorted());
      for (const { values } of stored) assert.equal(values[0], `call ${values[1]}`);
    },
  },
  {
    id: 'stale',
    title: 'is stale and restores nothing in a store that was changed, was deleted or is of another account',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const rows = [restored('a', ['x', 1])];
      const foreign = { ...store, accountId: (await arrangeStore(storage)).accountId };
      assert.equal(await storage.records.restore(foreign, rows), 'stale');
      const updated = present(await storage.stores.update(store, { name: 'other' }, NOW));
      assert.equal(await storage.records.restore(store, rows), 'stale');
      assert.equal(await storage.records.get(updated, 'a', NOW), null);
      await storage.stores.markDeleted(updated, NOW, []);
      assert.equal(await storage.records.restore(updated, rows), 'stale');
    },
  },
  {
    id: 'neighbours',
    title: 'ignores and keeps records with the same ids in another store',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const sibling = await storage.stores.insert(newStore(store.accountId));
      await arrangeRecords(storage, sibling, [record('a', { t0: 'theirs' })]);
      const before = await inOrder(storage, sibling);
      assert.equal(await storage.records.restore(store, [restored('a', ['mine', 1])]), 1);
      assert.deepEqual(await inOrder(storage, sibling), before);
      assert.deepEqual((await storage.records.get(store, 'a', NOW))?.values, ['mine', 1]);
    },
  },
  {
    id: 'replaces-expired',
    title: 'records that a change restores replace expired ones with their ids, but not live ones',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0'], { recordTtl: 10 });
      await arrangeRecords(storage, store, [record('gone', { t0: 'old', n0: 1 })]);
      const at = NOW + 20 * SECOND;
      assert.equal(await storage.records.insert(store, record('live', { t0: 'live' }), at), 'created');
      const rows = ['gone', 'live', 'new'].map((id) => ({ ...restored(id, [id, null]), updatedAt: at }));
      assert.equal(await storage.records.restore(store, rows, { at }), 2);
      const where = EVERYTHING;
      const order = { column: 'id', direction: 'asc' } as const;
      const stored = await findRows(storage, store, { where, order, after: null, limit: 10 }, at);
      assert.deepEqual(
        stored.map(({ id, values }) => [id, values]),
        [
          ['gone', ['gone', null]],
          ['live', ['live', null]],
          ['new', ['new', null]],
        ],
      );
      // A longer time to live protects a record of which the caller does not know that it lives.
      await arrangeRecords(storage, store, [record('kept', { t0: 'kept' })], at);
      const longer = present(await storage.stores.update(store, { recordTtl: 1_000 }, at));
      const later = at + 20 * SECOND;
      const again = [{ ...restored('kept', ['again', null]), updatedAt: later }];
      assert.equal(await storage.records.restore(store, again, { at: later }), 'stale');
      assert.deepEqual((await storage.records.get(longer, 'kept', later))?.values, ['kept', null]);
    },
  },
]);
