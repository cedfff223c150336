import assert from 'node:assert/strict';
import { compareText } from '../../query/compare.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeHeld, byValue, measure, NUMBERS, summarize } from './arrange-summaries.ts';
import { HARD_SUMS } from './hard-sums.ts';

export const recordsSummaryExactness = topic('records-summarize', [
  {
    id: 'exact-sums',
    title:
      'sums and averages of groups are those of the decimals, rounded once, also where groups are sorted by them',
    async run({ storage }) {
      const store = await arrangeHeld(
        storage,
        HARD_SUMS.flatMap(({ values }, i) => values.map((number) => ({ text: `${i}`, number }))),
      );
      const expected = HARD_SUMS.map(({ values, sum }, i) => {
        return { key: `${i}`, count: values.length, sum, avg: sum / values.length + 0 };
      });
      for (const column of NUMBERS) {
        for (const op of ['sum', 'avg'] as const) {
          const sorted = expected.toSorted((a, b) => b[op] - a[op] || compareText(a.key, b.key));
          const groups = await summarize(storage, store, {
            groupBy: [byValue('t0')],
            measures: [measure('sum', column), measure('avg', column)],
            sort: { by: 'measure', index: op === 'sum' ? 0 : 1, direction: 'desc' },
          });
          assert.deepEqual(
            groups,
            sorted.map(({ key, count, sum, avg }) => [key, count, sum, avg]),
            `${op} of ${column}`,
          );
        }
      }
    },
  },
  {
    id: 'extremes',
    title: 'min, max and counts of different values are exact to the last bit',
    async run({ storage }) {
      const numbers = [0.1 + 0.2, 0.3, 5e-324, 0, 2 ** 53 - 1, 2 ** 53 - 2, 1 - 2 ** 53];
      const store = await arrangeHeld(storage, [
        ...numbers.map((number) => ({ text: 'a', number })),
        ...numbers.map((number) => ({ text: 'A', number: -number + 0 })),
      ]);
      for (const column of NUMBERS) {
        const measures = (['min', 'max', 'countDistinct'] as const).map((op) => measure(op, column));
        assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('t24')], measures }), [
          ['A', 7, 1 - 2 ** 53, 2 ** 53 - 1, 7],
          ['a', 7, 1 - 2 ** 53, 2 ** 53 - 1, 7],
        ]);
        assert.equal((await summarize(storage, store, { groupBy: [byValue(column)] })).length, 11);
      }
    },
  },
  {
    id: 'large-keys',
    title: 'groups by texts of the maximum length that differ in their last character',
    async run({ storage }) {
      const long = 'x'.repeat(65_535);
      const store = await arrangeHeld(storage, [
        { text: `${long}a` },
        { text: `${long}b` },
        { text: `${long}a` },
      ]);
      assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('t0')] }), [
        [`${long}a`, 2],
        [`${long}b`, 1],
      ]);
    },
  },
]);
