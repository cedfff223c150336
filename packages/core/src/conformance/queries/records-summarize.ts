import assert from 'node:assert/strict';
import type { AggregateOp } from '../../query/ast.ts';
import type { Measure, SummaryQuery } from '../../query/summary.ts';
import { arrangeRecords, arrangeStore, NOW, record, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeHeld, BY_COUNT, byValue, measure, NUMBERS, summarize, TEXTS } from './arrange-summaries.ts';

export const recordsSummarize = topic('records-summarize', [
  {
    id: 'measures',
    title: 'computes every measure of each group over its set values',
    async run({ storage }) {
      const store = await arrangeHeld(storage, [
        { text: 'a', number: 4, other: 1 },
        { text: 'b', number: -1 },
        { text: 'a', number: null, other: 1 },
        { text: 'a', number: 2.5, other: 2 },
        { text: 'c' },
        { text: 'b', number: -1, other: 0 },
      ]);
      for (const [i, number] of NUMBERS.entries()) {
        const text = TEXTS[i] ?? 't0';
        const ops: readonly AggregateOp[] = ['sum', 'avg', 'min', 'max'];
        const measures = [
          ...ops.map((op) => measure(op, number)),
          measure('count', number),
          measure('countDistinct', number),
          measure('countDistinct', i === 0 ? 'n1' : 'n25'),
          measure('countDistinct', text),
        ];
        assert.deepEqual(await summarize(storage, store, { groupBy: [byValue(text)], measures }), [
          ['a', 3, 6.5, 3.25, 2.5, 4, 2, 2, 2, 1],
          ['b', 2, -2, -1, -1, -1, 2, 1, 1, 1],
          ['c', 1, null, null, null, null, 0, 0, 0, 1],
        ]);
      }
    },
  },
  {
    id: 'unset',
    title: 'puts the records whose value is unset into a group with the key null, apart from the empty text',
    async run({ storage }) {
      const store = await arrangeHeld(storage, [
        { text: '' },
        {},
        { text: 'x', number: 0 },
        {},
        { number: 5 },
      ]);
      for (const text of TEXTS) {
        assert.deepEqual(await summarize(storage, store, { groupBy: [byValue(text)] }), [
          [null, 3],
          ['', 1],
          ['x', 1],
        ]);
      }
      const width = { kind: 'number', buckets: { units: 1, scale: 1 } } as const;
      for (const column of NUMBERS) {
        const expected = [
          [null, 3],
          [0, 1],
          [5, 1],
        ];
        assert.deepEqual(await summarize(storage, store, { groupBy: [byValue(column)] }), expected);
        assert.deepEqual(await summarize(storage, store, { groupBy: [{ ...width, column }] }), expected);
        const byDay = { kind: 'time', column, unit: 'day', timeZone: 'Europe/Berlin' } as const;
        assert.deepEqual(await summarize(storage, store, { groupBy: [byDay] }), [
          [null, 3],
          [-3_600_000, 2],
        ]);
      }
    },
  },
  {
    id: 'nothing',
    title: 'returns one group without a key, also for no records, and no group with one',
    async run({ storage }) {
      const store = await arrangeHeld(storage, [{ number: 2 }, { number: 3 }]);
      const measures = [measure('sum', 'n0'), measure('countDistinct', 'n0'), measure('max', 'n24')];
      assert.deepEqual(await summarize(storage, store, { groupBy: [], measures }), [[2, 5, 2, 3]]);
      const where = { any: [] };
      assert.deepEqual(await summarize(storage, store, { groupBy: [], measures, where }), [
        [0, null, 0, null],
      ]);
      assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('t0')], measures, where }), []);
    },
  },
  {
    id: 'order',
    title: 'sorts groups by count, by a part of the key or by a measure, and ties by their keys',
    async run({ storage }) {
      const texts = ['\uff5e', '\u{1F600}', 'b', 'a', 'B', null];
      const store = await arrangeHeld(storage, [
        ...texts.flatMap((text) => [
          { text, number: 2, other: text === 'b' ? null : 7 },
          { text, number: 1 },
        ]),
        { text: 'b', number: 3 },
      ]);
      const byText = ['B', 'a', 'b', '\uff5e', '\u{1F600}', null];
      const keys = async (query: Partial<SummaryQuery>) =>
        (await summarize(storage, store, { groupBy: [byValue('t0')], ...query })).map(([key]) => key);
      const by = (sort: SummaryQuery['sort'], measures: readonly Measure[] = []) => keys({ sort, measures });

      const rest = byText.filter((text) => text !== 'b');
      assert.deepEqual(await by({ by: 'count', direction: 'desc' }), ['b', ...rest]);
      assert.deepEqual(await by({ by: 'count', direction: 'asc' }), [...rest, 'b']);
      assert.deepEqual(await by({ by: 'key', index: 0, direction: 'asc' }), byText);
      assert.deepEqual(await by({ by: 'key', index: 0, direction: 'desc' }), [
        '\u{1F600}',
        '\uff5e',
        'b',
        'a',
        'B',
        null,
      ]);
      // The groups without a value come last in both directions.
      for (const op of ['sum', 'avg', 'min', 'max'] as const) {
        for (const direction of ['asc', 'desc'] as const) {
          const sort = { by: 'measure', index: 1, direction } as const;
          const measures = [measure('count', 'n0'), measure(op, 'n1')];
          assert.deepEqual(await by(sort, measures), [...rest, 'b'], `${op} ${direction}`);
        }
      }
      const bySum = { by: 'measure', index: 0 } as const;
      const sums = [measure('sum', 'n24'), measure('count', 'n24')];
      assert.deepEqual(await by({ ...bySum, direction: 'desc' }, sums), ['b', ...rest]);
      assert.deepEqual(await by({ ...bySum, direction: 'asc' }, sums), [...rest, 'b']);
    },
  },
  {
    id: 'two-keys',
    title: 'groups by two columns',
    async run({ storage }) {
      const store = await arrangeHeld(storage, [
        { text: 'a', number: 1, other: 10 },
        { text: 'b', number: 1, other: 20 },
        { text: 'a', number: 2, other: 30 },
        { text: 'a', number: 1, other: 40 },
        { text: null, number: 1 },
        { text: 'a', number: null },
      ]);
      const measures = [measure('sum', 'n25')];
      assert.deepEqual(
        await summarize(storage, store, { groupBy: [byValue('t0'), byValue('n24')], measures }),
        [
          ['a', 1, 2, 50],
          ['a', 2, 1, 30],
          ['a', null, 1, null],
          ['b', 1, 1, 20],
          [null, 1, 1, null],
        ],
      );
      assert.deepEqual(
        await summarize(storage, store, { groupBy: [byValue('n0'), byValue('t24')], measures }),
        [
          [1, 'a', 2, 50],
          [1, 'b', 1, 20],
          [1, null, 1, null],
          [2, 'a', 1, 30],
          [null, 'a', 1, null],
        ],
      );
    },
  },
  {
    id: 'limit',
    title: 'returns the first groups in order and whether there are more',
    async run({ storage }) {
      const store = await arrangeHeld(
        storage,
        Array.from({ length: 12 }, (_, i) => ({ text: `k${i % 5}`, number: i })),
      );
      const query = { ...BY_COUNT, groupBy: [byValue('t24')], measures: [measure('max', 'n0')] };
      const byMax = { by: 'measure', index: 0, direction: 'desc' } as const;
      const top = await storage.records.summarize(store, { ...query, limit: 2, sort: byMax }, NOW);
      assert.deepEqual(
        top.groups.map(({ key }) => key),
        [['k1'], ['k0']],
      );
      assert.equal(top.more, true);
      assert.equal((await storage.records.summarize(store, { ...query, limit: 4 }, NOW)).more, true);
      const all = await storage.records.summarize(store, { ...query, limit: 5 }, NOW);
      assert.deepEqual(
        all.groups.map(({ key, count }) => [...key, count]),
        [
          ['k0', 3],
          ['k1', 3],
          ['k2', 2],
          ['k3', 2],
          ['k4', 2],
        ],
      );
      assert.equal(all.more, false);
    },
  },
  {
    id: 'filtered',
    title: 'summarizes only the matching records of the store',
    async run({ storage }) {
      const store = await arrangeHeld(storage, [
        { text: 'a', number: 1 },
        { text: 'b', number: 2 },
        { text: 'a', number: 3 },
      ]);
      await arrangeHeld(storage, [{ text: 'a', number: 100 }]);
      const where = { column: 'n24', op: 'gt', value: 1 } as const;
      const measures = [measure('sum', 'n0')];
      assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('t0')], measures, where }), [
        ['a', 1, 3],
        ['b', 1, 2],
      ]);
      const one = { column: 'id', op: 'eq', value: 'r0001' } as const;
      assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('id')], measures, where: one }), [
        ['r0001', 1, 2],
      ]);
    },
  },
  {
    id: 'expired',
    title: 'does not count expired records',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0'], { recordTtl: 10 });
      await arrangeRecords(storage, store, [
        record('old', { t0: 'a', n0: 1 }),
        record('gone', { t0: 'b', n0: 2 }),
      ]);
      const later = NOW + 10 * SECOND;
      await arrangeRecords(storage, store, [record('new', { t0: 'a', n0: 4 })], later);
      const measures = [measure('sum', 'n0')];
      const query = { groupBy: [byValue('t0')], measures };
      assert.deepEqual(await summarize(storage, store, query, later - 1), [
        ['a', 2, 5],
        ['b', 1, 2],
      ]);
      assert.deepEqual(await summarize(storage, store, query, later), [['a', 1, 4]]);
      assert.deepEqual(await summarize(storage, store, { groupBy: [], measures }, later), [[1, 4]]);
    },
  },
  {
    id: 'system-columns',
    title: 'groups and measures by the times of records',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a'), record('b')]);
      await arrangeRecords(storage, store, [record('c')], NOW + 3_600_000);
      const byHour = { kind: 'time', column: 'created_at', unit: 'hour', timeZone: 'utc' } as const;
      const hour = NOW - (NOW % 3_600_000);
      const measures = [measure('min', 'updated_at'), measure('countDistinct', 'created_at')];
      assert.deepEqual(await summarize(storage, store, { groupBy: [byHour], measures }), [
        [hour, 2, NOW, 1],
        [hour + 3_600_000, 1, NOW + 3_600_000, 1],
      ]);
      assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('updated_at')], measures: [] }), [
        [NOW, 2],
        [NOW + 3_600_000, 1],
      ]);
    },
  },
]);
