import assert from 'node:assert/strict';
import type { RecordRow } from '../../ground/rows.ts';
import type { Filter, Order, Position } from '../../query/ast.ts';
import { EVERYTHING, NEWEST_FIRST } from '../../query/ast.ts';
import { withinBytes } from '../../query/record-weight.ts';
import {
  arrangeNumbered,
  arrangeRecords,
  arrangeStore,
  findRows,
  idsOf,
  NOW,
  numberedRecords,
  positionBehind,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { walkToEnd } from '../fixtures/steps.ts';

export const recordsLimits = topic('records-pages', [
  {
    id: 'limits',
    title: 'find returns at most the limit: 0, 1, 100, 101 and more than exist',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeNumbered(storage, store, 120, (i) => ({ n0: i }));
      for (const order of [NEWEST_FIRST, { column: 'n0', direction: 'asc' }] as const) {
        for (const limit of [0, 1, 100, 101, 120, 121, 10_000]) {
          const rows = await findRows(storage, store, { where: EVERYTHING, order, after: null, limit }, NOW);
          assert.equal(rows.length, Math.min(limit, 120));
        }
      }
    },
  },
  {
    id: 'more',
    title: 'find reports whether more records match, also when exactly the limit matches',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeNumbered(storage, store, 20, (i) => ({ n0: i }));
      const where: Filter = { column: 'n0', op: 'gte', value: 5 };
      for (const order of [NEWEST_FIRST, { column: 'n0', direction: 'asc' }] as const) {
        for (const [limit, expected] of [
          [14, true],
          [15, false],
          [16, false],
        ] as const) {
          const { rows, more } = await storage.records.find(store, { where, order, after: null, limit }, NOW);
          assert.deepEqual([rows.length, more], [Math.min(limit, 15), expected]);
        }
      }
    },
  },
  {
    id: 'bytes',
    title: 'maxBytes ends a page early, but not before its first record, and the pages together are complete',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't24', 'n0']);
      // Mixes long and short texts, in slots with and without a column, with two-byte characters.
      const records = numberedRecords(40, (i) => ({
        t0: 'é'.repeat(i % 3 === 0 ? 30_000 : 10),
        t24: 'x'.repeat(i % 5 === 0 ? 60_000 : 10),
        n0: i % 7,
      }));
      for (const some of [records.slice(0, 20), records.slice(20)])
        await arrangeRecords(storage, store, some);
      const orders: Order[] = [
        NEWEST_FIRST,
        { column: 'id', direction: 'asc' },
        { column: 'n0', direction: 'desc' },
        { column: 't0', direction: 'asc' },
      ];
      for (const where of [EVERYTHING, { column: 'n0', op: 'lt', value: 5 }] satisfies Filter[]) {
        for (const order of orders) {
          const whole = await findRows(storage, store, { where, order, after: null, limit: 100 }, NOW);
          for (const maxBytes of [1, 100_000, 200_000, 10_000_000]) {
            const joined: RecordRow[] = [];
            await walkToEnd<Position>(async (after) => {
              const query = { where, order, after, limit: 25, maxBytes };
              const { rows, more } = await storage.records.find(store, query, NOW);
              const expected = withinBytes(whole.slice(joined.length, joined.length + 25), maxBytes);
              assert.deepEqual(idsOf(rows), idsOf(expected));
              joined.push(...rows);
              assert.equal(more, joined.length < whole.length);
              const last = rows.at(-1);
              return more && last !== undefined ? positionBehind(store, last, order) : null;
            });
            assert.deepEqual(joined, whole);
          }
        }
      }
    },
  },
]);
