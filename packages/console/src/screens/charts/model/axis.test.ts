import { expect, test } from 'vitest';
import { tickPlaces, valueScale } from './axis.ts';

const pixels = { from: 100, to: 0 };

test('a scale contains its values, between round ticks', () => {
  const { ticks, at } = valueScale(0, 53, pixels, 6);
  expect(ticks).toEqual([0, 10, 20, 30, 40, 50, 60]);
  expect([at(0), at(60), at(30)]).toEqual([100, 0, 50]);
  expect(valueScale(-0.3, 0.1, pixels, 4).ticks).toEqual([-0.3, -0.2, -0.1, 0, 0.1]);
  expect(valueScale(0, 0, pixels, 4).ticks).toEqual([0, 0.5, 1]);
  expect(valueScale(7, 7, pixels, 4).ticks.at(-1)).toBe(8);
});

test('texts below an axis are as many as fit, at steps that people count by', () => {
  expect(tickPlaces(24_290, 24_313, 'month', 8)).toEqual([
    24_291, 24_294, 24_297, 24_300, 24_303, 24_306, 24_309, 24_312,
  ]);
  expect(tickPlaces(-3, 3, 'number', 4)).toEqual([-2, 0, 2]);
  expect(tickPlaces(0, 1e9, 'number', 5).length).toBeLessThan(7);
  expect(tickPlaces(5, 5, 'year', 0)).toEqual([5]);
});

test('numbers of something have no tick between two of them', () => {
  expect(valueScale(0, 1, { from: 0, to: 100 }, 5, true).ticks).toEqual([0, 1]);
  expect(valueScale(0, 1, { from: 0, to: 100 }, 5).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
});
