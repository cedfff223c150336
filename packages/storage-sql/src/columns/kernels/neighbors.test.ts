import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, before } from './neighbors.ts';

test('finds the neighbors of a double', () => {
  expect([after(1), before(1)]).toEqual([1 + Number.EPSILON, 1 - Number.EPSILON / 2]);
  expect([after(0), after(-0), before(0)]).toEqual([Number.MIN_VALUE, Number.MIN_VALUE, -Number.MIN_VALUE]);
  expect([after(-Number.MIN_VALUE), after(Number.MAX_VALUE)]).toEqual([-0, Number.POSITIVE_INFINITY]);
  expect([after(Number.POSITIVE_INFINITY), before(Number.NEGATIVE_INFINITY)]).toEqual([
    Number.NaN,
    Number.NaN,
  ]);
});

test('has no double between a number and its neighbor', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e300, min: -1e300 });
  fc.assert(
    fc.property(finite, finite, (number, other) => {
      expect(after(number)).toBeGreaterThan(number);
      expect(other > number).toBe(other >= after(number));
      expect(other < number).toBe(other <= before(number));
    }),
  );
});
