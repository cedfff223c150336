import assert from 'node:assert/strict';
import type { Slot, SlotValue } from '../../ground/rows.ts';
import {
  arrangeRecords,
  arrangeStore,
  findRows,
  idsOf,
  NOW,
  present,
  record,
  SECOND,
  withoutSeq,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { AWKWARD_TEXTS } from '../fixtures/texts.ts';

const ALL_BY_SEQ = {
  where: { all: [] },
  order: { column: 'seq', direction: 'asc' },
  after: null,
  limit: 1000,
} as const;

export const recordsWrite = topic('records-write', [
  {
    id: 'insert-get',
    title: 'get returns the record that was inserted, with null for unset values',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't1', 'n0', 'n1', 't24', 'n24']);
      const given = record('a', { n0: 12.5, t0: 'text', n24: -7, t24: 'overflow' });
      assert.equal(await storage.records.insert(store, given, NOW), 'created');
      assert.deepEqual(withoutSeq(present(await storage.records.get(store, 'a', NOW))), {
        id: 'a',
        createdAt: NOW,
        updatedAt: NOW,
        values: ['text', null, 12.5, null, 'overflow', -7],
      });
      assert.equal(await storage.records.get(store, 'b', NOW), null);
    },
  },
  {
    id: 'get-all',
    title: 'getAll returns the live records with some ids, each once, and none of another store',
    async run({ storage }) {
      const [store, other] = [await arrangeStore(storage), await arrangeStore(storage)];
      const lasting = { ...store, recordTtl: 1 };
      await arrangeRecords(storage, other, [record('of another')]);
      await arrangeRecords(storage, store, [record('a', { t0: 'text' }), record('b'), record('c')]);
      const change = { ...record('b', { n0: 1 }), complete: true };
      assert.deepEqual(await storage.records.upsert(store, [change], NOW + 1), ['updated']);
      const ids = ['b', 'none', 'a', 'b', 'of another'];
      const found = await storage.records.getAll(store, ids, NOW);
      const alone = [await storage.records.get(store, 'a', NOW), await storage.records.get(store, 'b', NOW)];
      assert.deepEqual(
        found.toSorted((one, next) => (one.id < next.id ? -1 : 1)),
        alone,
      );
      assert.deepEqual(idsOf(await storage.records.getAll(lasting, ids, NOW + SECOND)), ['b']);
      assert.deepEqual(await storage.records.getAll(store, [], NOW), []);
    },
  },
  {
    id: 'insert-exists',
    title: 'insert rejects the id of a live record and changes nothing',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await storage.records.insert(store, record('a', { t0: 'first' }), NOW);
      const before = await storage.records.get(store, 'a', NOW);
      assert.equal(
        await storage.records.insert(store, record('a', { t0: 'second', n0: 2 }), NOW + 1),
        'exists',
      );
      assert.deepEqual(await storage.records.get(store, 'a', NOW), before);
    },
  },
  {
    id: 'insert-race',
    title: 'exactly one of several racing inserts of an id creates the record',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, i) => storage.records.insert(store, record('a', { n0: i }), NOW)),
      );
      assert.equal(outcomes.filter((outcome) => outcome === 'created').length, 1);
      assert.equal(outcomes.filter((outcome) => outcome === 'exists').length, 11);
      const row = present(await storage.records.get(store, 'a', NOW));
      assert.equal(row.values[1], outcomes.indexOf('created'));
    },
  },
  {
    id: 'insert-stale',
    title: 'insert is stale in a store that was changed or deleted since it was read',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const updated = present(await storage.stores.update(store, { name: 'other' }, NOW));
      assert.equal(await storage.records.insert(store, record('a'), NOW), 'stale');
      assert.equal(await storage.records.get(updated, 'a', NOW), null);
      await storage.records.insert(updated, record('b'), NOW);
      assert.equal(await storage.records.insert(store, record('b'), NOW), 'stale');
      await storage.stores.markDeleted(updated, NOW, []);
      assert.equal(await storage.records.insert(updated, record('c'), NOW), 'stale');
    },
  },
  {
    id: 'values-exact',
    title: 'keeps every text and number exactly, as values and as ids, in slots with and without a column',
    async run({ storage }) {
      const slots: Slot[] = ['t0', 't23', 't24', 'n0', 'n23', 'n24'];
      const store = await arrangeStore(storage, slots);
      const numbers = [
        0,
        1,
        -1,
        0.1,
        1 / 3,
        1e-7,
        5e-324,
        2 ** 53 - 1,
        -(2 ** 53) + 1,
        123456789.125,
        253402300799999,
        -62135596800000,
      ];
      const rows = new Map<string, SlotValue[]>();
      for (const text of AWKWARD_TEXTS) rows.set(`id ${text}`, [text, text, text, null, null, null]);
      for (const number of numbers) rows.set(String(number), ['', null, '', number, number, number]);
      const records = [...rows].map(([id, held]) => ({ id, complete: true, slots, values: held }));
      await arrangeRecords(storage, store, records);
      for (const [id, held] of rows) {
        const row = await storage.records.get(store, id, NOW);
        assert.deepEqual([row?.id, row?.values], [id, held], JSON.stringify(id));
      }
      assert.equal(await storage.records.count(store, { all: [] }, NOW), rows.size);
    },
  },
  {
    id: 'ids-differ',
    title: 'ids that differ in case, normalisation, whitespace or number format identify different records',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ids = [
        'a',
        'A',
        'a ',
        ' a',
        'ä',
        'Ä',
        'a\u0308',
        '1',
        '1.0',
        '01',
        '1e0',
        '',
        'ß',
        'ss',
        '\uFF41',
        'null',
      ];
      for (const id of ids)
        assert.equal(await storage.records.insert(store, record(id, { t0: id }), NOW), 'created', id);
      for (const id of ids) assert.equal((await storage.records.get(store, id, NOW))?.values[0], id);
      assert.deepEqual(await storage.records.delete(store, ['a', '1.0'], NOW), ['a', '1.0']);
      assert.equal(await storage.records.count(store, { all: [] }, NOW), ids.length - 2);
    },
  },
  {
    id: 'large-values',
    title: 'keeps a value of the maximum length and a record with a hundred properties',
    async run({ storage }) {
      const slots = Array.from(
        { length: 100 },
        (_, i): Slot => (i % 2 === 0 ? `t${i / 2}` : `n${(i - 1) / 2}`),
      );
      const store = await arrangeStore(storage, slots);
      const held = slots.map((slot, i) => (slot.startsWith('t') ? `${i} €`.repeat(300) : i));
      held[0] = '\u{1F600}'.repeat(32_768);
      await storage.records.insert(store, { id: 'wide', slots, values: held }, NOW);
      assert.deepEqual((await storage.records.get(store, 'wide', NOW))?.values, held);
    },
  },
  {
    id: 'seq-rises',
    title: 'insertion numbers increase and are never reused',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      let greatest = Number.NEGATIVE_INFINITY;
      for (const id of ['z', 'a', 'z', 'm', 'z']) {
        await storage.records.delete(store, [id], NOW);
        await storage.records.insert(store, record(id), NOW - SECOND);
        const { seq } = present(await storage.records.get(store, id, NOW));
        assert(seq > greatest, `${seq} after ${greatest}`);
        greatest = seq;
      }
      await storage.records.delete(store, ['z', 'a', 'm'], NOW);
      await storage.records.insert(store, record('b'), NOW);
      assert(present(await storage.records.get(store, 'b', NOW)).seq > greatest);
    },
  },
  {
    id: 'delete',
    title: 'delete returns the ids of the live records that it removed, each once, and ignores unknown ones',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a'), record('b'), record('c')]);
      assert.deepEqual(await storage.records.delete(store, [], NOW), []);
      const removed = await storage.records.delete(store, ['c', 'a', 'unknown', 'a'], NOW);
      assert.deepEqual(removed.toSorted(), ['a', 'c']);
      assert.deepEqual(await storage.records.delete(store, ['a', 'c'], NOW), []);
      assert.deepEqual(idsOf(await findRows(storage, store, ALL_BY_SEQ, NOW)), ['b']);
    },
  },
  {
    id: 'delete-many',
    title: 'delete removes a hundred records at once',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ids = Array.from({ length: 100 }, (_, i) => `it's ${i}`);
      await arrangeRecords(
        storage,
        store,
        [...ids, 'kept'].map((id) => record(id)),
      );
      const removed = await storage.records.delete(store, ids, NOW);
      assert.deepEqual(removed.toSorted(), ids.toSorted());
      assert.deepEqual(idsOf(await findRows(storage, store, ALL_BY_SEQ, NOW)), ['kept']);
    },
  },
  {
    id: 'delete-race',
    title: 'exactly one of several racing deletions of a record removes it',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a')]);
      const results = await Promise.all(
        Array.from({ length: 8 }, () => storage.records.delete(store, ['a'], NOW)),
      );
      assert.deepEqual(results.flat(), ['a']);
    },
  },
  {
    id: 'delete-any-version',
    title: 'delete accepts an older version of the store',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a')]);
      await storage.stores.update(store, { name: 'other' }, NOW);
      assert.deepEqual(await storage.records.delete(store, ['a'], NOW), ['a']);
    },
  },
  {
    id: 'insert-again',
    title: 'a record that is inserted again after its deletion has no value of the old one',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0', 't24', 'n24']);
      await arrangeRecords(storage, store, [record('a', { t0: 'Ä', n0: 1, t24: 'Ö', n24: 2 })]);
      await storage.records.delete(store, ['a'], NOW);
      await storage.records.insert(store, record('a', { n0: 3 }), NOW + 1);
      const row = withoutSeq(present(await storage.records.get(store, 'a', NOW)));
      assert.deepEqual(row, {
        id: 'a',
        createdAt: NOW + 1,
        updatedAt: NOW + 1,
        values: [null, 3, null, null],
      });
    },
  },
]);
