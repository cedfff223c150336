import { expect, test } from 'vitest';
import { columnsOf } from '../../../records/value-types.ts';
import { barLayout } from './bars.ts';
import { modelOf, startAt } from './chart-model.ts';
import { linePoints } from './lines.ts';
import type { ChartData, ChartField, ChartGroup } from './load-chart.ts';

const columns = columnsOf([
  { name: 'kind', type: 'string', required: false, unique: false, description: null },
  { name: 'price', type: 'number', required: false, unique: false, description: null },
]);
const [kind, price] = columns as [(typeof columns)[number], (typeof columns)[number]];
const byKind: ChartField = { column: kind, bucketing: { kind: 'each' } };
const byPrice: ChartField = { column: price, bucketing: { kind: 'number', width: 10 } };

const group = (key: ChartGroup['key'], value: number | null, count = value ?? 1): ChartGroup => ({
  key,
  value,
  count,
});
const dataOf = (fields: readonly ChartField[], groups: readonly ChartGroup[]): ChartData => ({
  fields,
  groups,
  isTruncated: false,
  format: undefined,
});

test('single values are cut to the number that is wanted, in the order of the server', () => {
  const data = dataOf([byKind], [group(['b'], 5), group([null], 4), group([''], 3), group(['a'], 1)]);
  const model = modelOf(data, 3);
  expect(model.categories.map(({ label }) => label)).toEqual(['b', 'empty', 'empty text']);
  expect(model).toMatchObject({ hiddenCategories: 1, hiddenSeries: 0, isOrdered: false });
});

test('series are those with the most records, at most eight', () => {
  const groups = Array.from({ length: 10 }, (_, index) => group([10, `s${index}`], 1, index));
  const model = modelOf(dataOf([byPrice, byKind], groups), 20);
  expect(model.series.map(({ label }) => label)).toEqual(['s9', 's8', 's7', 's6', 's5', 's4', 's3', 's2']);
  expect(model.hiddenSeries).toBe(2);
  expect(model.categories).toHaveLength(1);
  expect(model.categories[0]).toMatchObject({ label: '10 to below 20', position: 1 });
  expect(model.categories[0]?.marks).toHaveLength(8);
});

test('numbers of records are stacked; averages and negative sums are beside each other', () => {
  const model = modelOf(dataOf([byPrice, byKind], [group([0, 'a'], 3), group([0, 'b'], 2)]), 20);
  expect(barLayout(model, 'count')).toMatchObject({
    lanes: 1,
    greatest: 5,
    bars: [
      [
        { from: 0, to: 3, lane: 0 },
        { from: 3, to: 5, lane: 0 },
      ],
    ],
  });
  expect(barLayout(model, 'avg')).toMatchObject({ lanes: 2, greatest: 3 });
  const negative = modelOf(dataOf([byPrice, byKind], [group([0, 'a'], -3), group([0, 'b'], 2)]), 20);
  expect(barLayout(negative, 'sum')).toMatchObject({ lanes: 2, least: -3, greatest: 2 });
});

test('between buckets without records, a line of numbers goes down to 0 and any other is interrupted', () => {
  const data = dataOf([byPrice], [group([0], 3), group([10], 4), group([50], 2), group([null], 9)]);
  const [counts] = linePoints(modelOf(data, 20), 'count');
  expect(counts?.map(({ position, value }) => [position, value])).toEqual([
    [0, 3],
    [1, 4],
    [2, 0],
    [4, 0],
    [5, 2],
  ]);
  const [averages] = linePoints(modelOf(data, 20), 'avg');
  expect(averages?.map(({ position, isStart }) => [position, isStart])).toEqual([
    [0, true],
    [1, false],
    [5, true],
  ]);
});

test('a bucket of numbers begins at the double nearest to the multiple of its width', () => {
  expect(startAt(3, 0.1)).toBe(0.3);
  expect(startAt(-7, 0.0000001)).toBe(-7e-7);
  expect(startAt(4, 25)).toBe(100);
});
