import assert from 'node:assert/strict';
import type { Slot, SlotValue } from '../../ground/rows.ts';
import { EVERYTHING, NEWEST_FIRST, type Order } from '../../query/ast.ts';
import { arrangeRecords, arrangeStore, findRows, idsOf, NOW, record, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { assertOrdered, DIRECTIONS, walk } from '../fixtures/page-walk.ts';
import { documentOf, parseRaw, rawEncoding } from '../fixtures/raw-export.ts';
import { AWKWARD_TEXTS } from '../fixtures/texts.ts';

const SEVERAL_KEYS: readonly Order[] = [
  { column: 't0', direction: 'asc', further: [{ column: 'n0', direction: 'desc' }] },
  { column: 'n0', direction: 'desc', further: [{ column: 't24', direction: 'desc' }] },
  {
    column: 'n24',
    direction: 'desc',
    further: [
      { column: 't0', direction: 'asc' },
      { column: 'n0', direction: 'asc' },
      { column: 'created_at', direction: 'asc' },
    ],
  },
  { column: 'created_at', direction: 'desc', further: [{ column: 'n0', direction: 'asc' }] },
  { column: 'n24', direction: 'asc', further: [{ column: 'id', direction: 'desc' }] },
];

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
  {
    id: 'several-keys',
    title: 'sorts by several keys, each in its direction, with pages of any size and in exports',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0', 'n24', 't24']);
      const numbers = [2, null, 1];
      const texts = ['b', 'a', null, ''];
      const records = Array.from({ length: 24 }, (_, i) => {
        const [n0 = null, t0 = null] = [numbers[i % 3], texts[i % 4]];
        return record(`r${String(i).padStart(2, '0')}`, { t0, n0, n24: Math.floor(i / 12), t24: t0 });
      });
      await arrangeRecords(storage, store, records);
      for (const order of SEVERAL_KEYS) {
        const whole = await findRows(
          storage,
          store,
          { where: EVERYTHING, order, after: null, limit: 100 },
          NOW,
        );
        assertOrdered(store, whole, order);
        for (const limit of [1, 5, 100]) {
          assert.deepEqual(idsOf(await walk(storage, store, { order, limit })), idsOf(whole));
        }
        const exported = storage.records.export(
          store,
          { where: EVERYTHING, order, limit: 7 },
          rawEncoding(store),
          NOW,
        );
        assert.deepEqual(idsOf(parseRaw(await documentOf(exported))), idsOf(whole).slice(0, 7));
      }
    },
  },
  {
    id: 'position-of-fewer-keys',
    title:
      'begins before all records with the values of a position that has fewer values than the order has keys',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0']);
      const values: [string | null, number][] = [
        ['a', 2],
        ['b', 1],
        ['b', 2],
        [null, 1],
        ['c', 1],
      ];
      await arrangeRecords(
        storage,
        store,
        values.map(([t0, n0], i) => record(`r${i}`, { t0, n0 })),
      );
      const further = [{ column: 'n0', direction: 'desc' }] as const;
      for (const [direction, value, expected] of [
        ['asc', 'b', ['r2', 'r1', 'r4', 'r3']],
        ['desc', 'b', ['r2', 'r1', 'r0', 'r3']],
        ['desc', null, ['r3']],
      ] as const) {
        const order = { column: 't0', direction, further } as const;
        const query = { where: EVERYTHING, order, after: { value, seq: 1 }, limit: 100 };
        assert.deepEqual(idsOf(await findRows(storage, store, query, NOW)), expected);
      }
    },
  },
]);
