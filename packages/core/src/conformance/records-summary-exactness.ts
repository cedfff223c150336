import assert from 'node:assert/strict';
import { arrangeHeld, byValue, measure, NUMBERS, summarize } from './arrange-summaries.ts';
import { topic } from './case.ts';
import { assertAggregateAgrees } from './tolerance.ts';

export const recordsSummaryExactness = topic('records-summarize', [
  {
    id: 'compensated',
    title:
      'sums of large numbers that cancel out, of many fractions and of tiny numbers are within the tolerance',
    async run({ storage }) {
      const great = [2 ** 53 - 1, 0.25, 1 - 2 ** 53, 0.25];
      const fractions = Array.from({ length: 1_500 }, (_, i) => (i % 2 === 0 ? 0.1 : 1e6 + 0.7));
      const tiny = Array.from({ length: 1_500 }, (_, i) => (i % 3 === 0 ? -1e-9 : 3e-9));
      const exact = { great: 0.5, fractions: (750 * 1 + 750 * 10_000_007) / 10, tiny: 2.5e-6 };
      const magnitudes = { great: 2 ** 54, fractions: exact.fractions, tiny: 3.5e-6 };
      const sizes = { great: 4, fractions: 1_500, tiny: 1_500 };
      const store = await arrangeHeld(storage, [
        ...great.map((number) => ({ text: 'great', number })),
        ...fractions.map((number) => ({ text: 'fractions', number })),
        ...tiny.map((number) => ({ text: 'tiny', number })),
      ]);
      for (const column of NUMBERS) {
        for (const sort of [
          { by: 'count', direction: 'desc' },
          { by: 'measure', index: 0, direction: 'desc' },
        ] as const) {
          const measures = [measure('sum', column), measure('avg', column)];
          const groups = await summarize(storage, store, { groupBy: [byValue('t0')], measures, sort });
          assert.equal(groups.length, 3);
          for (const [name, , sum, avg] of groups) {
            const key = name as keyof typeof exact;
            assertAggregateAgrees(Number(sum), exact[key], magnitudes[key], `sum of ${key}`);
            assertAggregateAgrees(
              Number(avg),
              exact[key] / sizes[key],
              magnitudes[key] / sizes[key],
              `avg of ${key}`,
            );
          }
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
