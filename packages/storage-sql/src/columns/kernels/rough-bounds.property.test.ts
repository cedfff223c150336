import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after } from './neighbors.ts';
import { BOUND_COUNT, chooseBounds } from './rough-bounds.ts';

test('bounds rise, are not too many and have no NaN', () => {
  const value = fc.oneof(
    fc.double(),
    fc.integer({ min: -150, max: 150 }),
    fc.constantFrom(0, -0, Number.NaN),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 1_500 }), (values) => {
      const bounds = chooseBounds(Float64Array.from(values));
      expect(bounds.length).toBeLessThanOrEqual(BOUND_COUNT);
      for (const [i, bound] of bounds.entries()) expect(bound > (bounds[i - 1] ?? -Infinity)).toBe(true);
    }),
  );
});

test('different numbers have shares of about the same size, with smaller ones at the ends', () => {
  const sample = Float64Array.from({ length: 1_024 }, (_, i) => (i * 389) % 1_024);
  const bounds = chooseBounds(sample);
  expect(bounds.length).toBeGreaterThan(200);
  const sizes = bounds.map((bound, i) => bound - (bounds[i - 1] ?? 0));
  expect(Math.max(...sizes)).toBe(5);
  expect(bounds.slice(0, 3)).toEqual([1, 2, 3]);
  expect(bounds.at(-1)).toBe(1_023);
});

test('frequent numbers have shares of their own', () => {
  const sample = Float64Array.from({ length: 1_024 }, (_, i) => i % 2);
  expect(chooseBounds(sample)).toEqual([0, after(0), 1, after(1)]);
  expect(chooseBounds(new Float64Array(1_024).fill(7))).toEqual([7, after(7)]);
  expect(chooseBounds(new Float64Array(1_024).fill(Infinity))).toEqual([Infinity]);
  expect(chooseBounds(new Float64Array(1_024).fill(Number.NaN))).toEqual([]);
});
