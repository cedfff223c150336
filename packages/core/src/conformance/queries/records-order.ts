import assert from 'node:assert/strict';
import type { Slot, SlotValue } from '../../ground/rows.ts';
import { EVERYTHING, NEWEST_FIRST } from '../../query/ast.ts';
import { arrangeRecords, arrangeStore, findRows, idsOf, NOW, record, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { DIRECTIONS, walk } from '../fixtures/page-walk.ts';
import { AWKWARD_TEXTS } from '../fixtures/texts.ts';

export const recordsOrder = topic('records-order', [
  {
    id: 'text-by-code-point',
    title: 'sorts texts by code point: U+FF5E before supplementary characters, upper case before lower case',
    async run({ storage }) {
      const texts = [
        ...AWKWARD_TEXTS,
        'a',
        'B',
        'b',
        'ä',
        'z',
        '\ue000',
        '\ud7ff',
        '\uffee',
        'aa',
        'a\u0001',
        '\u{1F600}a',
      ];
      const sorted = [...new Set(texts)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const store = await arrangeStore(storage, ['t0', 't24']);
      const shuffled = sorted.map((_, i) => sorted[(i * 29 + 7) % sorted.length] ?? '');
      assert.equal(new Set(shuffled).size, sorted.length);
      await arrangeRecords(
        storage,
        store,
        shuffled.map((text) => record(text, { t0: text, t24: text })),
      );
      for (const column of ['t0', 't24', 'id'] as const) {
        for (const direction of DIRECTIONS) {
          const query = { where: EVERYTHING, order: { column, direction }, after: null, limit: 1000 };
          const ids = idsOf(await findRows(storage, store, query, NOW));
          assert.deepEqual(ids, direction === 'asc' ? sorted : sorted.toReversed(), `${column} ${direction}`);
        }
      }
    },
  },
  {
    id: 'numbers',
    title: 'sorts numbers numerically',
    async run({ storage }) {
      const sorted = [1 - 2 ** 53, -1e15, -10, -9, -0.5, 0, 5e-324, 0.1, 9, 10, 10.5, 1e15, 2 ** 53 - 1];
      const store = await arrangeStore(storage, ['n0', 'n24']);
      const shuffled = sorted.map((_, i) => sorted[(i * 5 + 3) % sorted.length] ?? 0);
      await arrangeRecords(
        storage,
        store,
        shuffled.map((n) => record(String(n), { n0: n, n24: n })),
      );
      for (const column of ['n0', 'n24'] as const) {
        for (const direction of DIRECTIONS) {
          const rows = await walk(storage, store, { order: { column, direction }, limit: 4 });
          const expected = direction === 'asc' ? sorted : sorted.toReversed();
          assert.deepEqual(
            rows.map((row) => row.values[0]),
            expected,
            `${column} ${direction}`,
          );
        }
      }
    },
  },
  {
    id: 'default-order',
    title: 'newest first is the reverse of insertion order, regardless of the times',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ids = ['m', 'a', 'z', 'b'];
      for (const [i, id] of ids.entries()) await storage.records.insert(store, record(id), NOW - i * SECOND);
      await arrangeRecords(storage, store, [record('y'), record('c')], NOW);
      const rows = await findRows(
        storage,
        store,
        { where: EVERYTHING, order: NEWEST_FIRST, after: null, limit: 9 },
        NOW,
      );
      assert.deepEqual(idsOf(rows), ['c', 'y', 'b', 'z', 'a', 'm']);
    },
  },
  {
    id: 'unset-last',
    title: 'sorts unset values last and ties newest first, in both directions',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['n0', 't0', 'n24', 't24']);
      const numbers: SlotValue[] = [null, 2, 1, null, 2, 1];
      const records = numbers.map((n, i) => {
        const text = n === null ? null : String(n);
        return record(`r${i}`, { n0: n, t0: text, n24: n, t24: text });
      });
      await arrangeRecords(storage, store, records);
      for (const column of ['n0', 't0', 'n24', 't24'] satisfies Slot[]) {
        const ids = async (direction: 'asc' | 'desc') =>
          idsOf(await walk(storage, store, { order: { column, direction }, limit: 100 }));
        assert.deepEqual(await ids('asc'), ['r5', 'r2', 'r4', 'r1', 'r3', 'r0'], column);
        assert.deepEqual(await ids('desc'), ['r4', 'r1', 'r5', 'r2', 'r3', 'r0'], column);
      }
    },
  },
  {
    id: 'times-of-one-millisecond',
    title: 'orders by time are insertion order among records of one millisecond, and its reverse',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0']);
      const ids = ['b', 'a', 'd', 'c', 'f', 'e'];
      for (const batch of [ids.slice(0, 4), ids.slice(4)]) {
        await arrangeRecords(
          storage,
          store,
          batch.map((id, i) => record(id, { t0: id, n0: i })),
          NOW,
        );
      }
      for (const column of ['created_at', 'updated_at'] as const) {
        for (const direction of DIRECTIONS) {
          for (const limit of [1, 2, 100]) {
            for (const where of [EVERYTHING, { column: 'n0', op: 'gte', value: 0 } as const]) {
              const rows = await walk(storage, store, { where, order: { column, direction }, limit });
              const expected = direction === 'asc' ? ids : ids.toReversed();
              assert.deepEqual(idsOf(rows), expected, `${column} ${direction}, ${limit} a page`);
            }
          }
        }
      }
    },
  },
]);
