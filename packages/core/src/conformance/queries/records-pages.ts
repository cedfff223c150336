import assert from 'node:assert/strict';
import type { StoreRow } from '../../ground/rows.ts';
import type { Column, Filter, Order, Position } from '../../query/ast.ts';
import { EVERYTHING, NEWEST_FIRST } from '../../query/ast.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  arrangeNumbered,
  arrangeRecords,
  arrangeStore,
  findRows,
  idsOf,
  NOW,
  numberedRecords,
  record,
  SECOND,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { assertOrdered, DIRECTIONS, walk } from '../fixtures/page-walk.ts';

/** Inserts 37 records with ties and unset values in every slot, created and updated at few different times. */
async function arrangeTies(storage: Storage): Promise<StoreRow> {
  const store = await arrangeStore(storage, ['t0', 'n0', 't24', 'n24']);
  const texts = [null, 'b', 'ä', null, 'B', '\uff5e', '\u{1F600}', 'b', ''];
  const numbers = [null, 1, -1, null, 0.5, 1, -1e15, 2 ** 53 - 1];
  const records = numberedRecords(37, (i) => ({
    t0: texts[i % texts.length] ?? null,
    n0: numbers[i % numbers.length] ?? null,
    t24: texts[(i * 5) % texts.length] ?? null,
    n24: numbers[(i * 3) % numbers.length] ?? null,
  }));
  // Neither the ids nor the times are in insertion order.
  for (const [i, one] of records.entries()) {
    await arrangeRecords(storage, store, [{ ...one, id: `r${(i * 17) % 37}` }], NOW + ((i * 7) % 5) * SECOND);
  }
  await storage.records.patch(store, 'r3', { slots: ['n0'], values: [1] }, NOW + 9 * SECOND);
  await storage.records.patch(store, 'r4', { slots: ['n0'], values: [null] }, NOW + 9 * SECOND);
  return store;
}

const COLUMNS: readonly Column[] = ['id', 'seq', 'created_at', 'updated_at', 't0', 'n0', 't24', 'n24'];

export const recordsPages = topic('records-pages', [
  {
    id: 'pages-join',
    title: 'the pages together are the unpaged result, for every column, direction and page size',
    async run({ storage }) {
      const store = await arrangeTies(storage);
      for (const column of COLUMNS) {
        for (const direction of DIRECTIONS) {
          const order = { column, direction };
          const query = { where: EVERYTHING, order, after: null, limit: 1000 };
          const unpaged = await findRows(storage, store, query, NOW);
          assert.equal(unpaged.length, 37);
          assertOrdered(store, unpaged, order);
          for (const limit of [1, 2, 7, 36, 37, 38]) {
            assert.deepEqual(
              idsOf(await walk(storage, store, { order, limit })),
              idsOf(unpaged),
              `${column} by ${limit}`,
            );
          }
        }
      }
    },
  },
  {
    id: 'pages-join-filtered',
    title: 'the pages of a filtered search together are the unpaged result',
    async run({ storage }) {
      const store = await arrangeTies(storage);
      const filters: Filter[] = [
        {
          any: [
            { column: 't0', op: 'eq', value: 'b' },
            { column: 'n0', op: 'empty' },
          ],
        },
        {
          all: [
            { column: 't24', op: 'ne', value: 'b' },
            { column: 'id', op: 'contains', value: '1' },
          ],
        },
        { any: [] },
      ];
      for (const where of filters) {
        for (const column of COLUMNS) {
          for (const direction of DIRECTIONS) {
            const order = { column, direction };
            const unpaged = await findRows(storage, store, { where, order, after: null, limit: 1000 }, NOW);
            assertOrdered(store, unpaged, order);
            assert.deepEqual(await walk(storage, store, { where, order, limit: 3 }), unpaged);
          }
        }
      }
    },
  },
  {
    id: 'position-of-deleted',
    title: 'a page continues after the position of a record that was deleted meanwhile',
    async run({ storage }) {
      for (const column of COLUMNS) {
        const store = await arrangeTies(storage);
        const order = { column, direction: 'asc' } as const;
        const all = idsOf(
          await findRows(storage, store, { where: EVERYTHING, order, after: null, limit: 99 }, NOW),
        );
        const seen = await walk(storage, store, { order, limit: 5 }, async (page) => {
          await storage.records.delete(store, idsOf(page), NOW);
        });
        assert.deepEqual(idsOf(seen), all, `deleting the read records, by ${column}`);
      }
    },
  },
  {
    id: 'inserts-between-pages',
    title:
      'inserts between pages shift no records: newest first omits new ones, a sort returns those after its position',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeNumbered(storage, store, 20, (i) => ({ n0: i }));
      let inserted = 0;
      const insertOne = async () => {
        inserted++;
        await arrangeRecords(storage, store, [
          record(`new${inserted}`, { n0: inserted % 2 === 0 ? -1 : 99 }),
        ]);
      };
      const newestFirst = await walk(storage, store, { order: NEWEST_FIRST, limit: 6 }, insertOne);
      assert.deepEqual(
        idsOf(newestFirst).sort(),
        numberedRecords(20, () => ({})).map(({ id }) => id),
      );
      const before = inserted;
      const order = { column: 'n0', direction: 'asc' } as const;
      const limit = 6;
      const byNumber = await walk(storage, store, { order, limit }, async () => {
        if (inserted < before + 4) await insertOne();
      });
      assert.equal(new Set(idsOf(byNumber)).size, byNumber.length, 'no record is returned twice');
      const original = idsOf(byNumber).filter((id) => id.startsWith('r'));
      assert.equal(original.length, 20, 'no record is omitted');
    },
  },
  {
    id: 'position-between',
    title: 'a position may be between records or among the unset values',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['n0', 't0']);
      await arrangeRecords(storage, store, [
        record('a', { n0: 1, t0: 'a' }),
        record('b', {}),
        record('c', { n0: 3, t0: 'c' }),
        record('d', {}),
      ]);
      const rows = await findRows(
        storage,
        store,
        { where: EVERYTHING, order: NEWEST_FIRST, after: null, limit: 9 },
        NOW,
      );
      const seqOf = (id: string) => rows.find((row) => row.id === id)?.seq ?? 0;
      const cases: [Order, Position, string[]][] = [
        [{ column: 'n0', direction: 'asc' }, { value: 2, seq: 0 }, ['c', 'd', 'b']],
        [{ column: 'n0', direction: 'desc' }, { value: 2, seq: 0 }, ['a', 'd', 'b']],
        [{ column: 't0', direction: 'asc' }, { value: 'b', seq: 0 }, ['c', 'd', 'b']],
        [{ column: 't0', direction: 'desc' }, { value: 'B', seq: 0 }, ['d', 'b']],
        [{ column: 'n0', direction: 'asc' }, { value: null, seq: seqOf('d') }, ['b']],
        [{ column: 'n0', direction: 'desc' }, { value: null, seq: seqOf('d') }, ['b']],
        [{ column: 't0', direction: 'desc' }, { value: null, seq: seqOf('c') }, ['b']],
        [{ column: 't0', direction: 'asc' }, { value: null, seq: seqOf('b') }, []],
        [{ column: 'n0', direction: 'asc' }, { value: 3, seq: seqOf('d') }, ['c', 'd', 'b']],
        [{ column: 'n0', direction: 'asc' }, { value: 3, seq: seqOf('c') }, ['d', 'b']],
      ];
      for (const [order, after, expected] of cases) {
        const found = await findRows(storage, store, { where: EVERYTHING, order, after, limit: 9 }, NOW);
        assert.deepEqual(idsOf(found), expected, JSON.stringify([order, after]));
      }
    },
  },
]);
