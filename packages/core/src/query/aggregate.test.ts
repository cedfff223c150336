import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SlotValue } from '../storage/rows.ts';
import { aggregate } from './aggregate.ts';
import type { StoredRecord } from './evaluate.ts';

function holding(values: readonly SlotValue[]): StoredRecord[] {
  return values.map((value, seq) => ({
    id: `${seq}`,
    seq,
    createdAt: 0,
    updatedAt: 0,
    slots: new Map([['n0', value]]),
  }));
}

describe('aggregate', () => {
  test('is null if no value is set', () => {
    for (const op of ['sum', 'avg', 'min', 'max'] as const) {
      expect(aggregate(op, 'n0', [])).toBeNull();
      expect(aggregate(op, 'n0', holding([null, null]))).toBeNull();
      expect(aggregate(op, 'n1', holding([1]))).toBeNull();
    }
  });

  test('divides by the number of set values', () => {
    expect(aggregate('avg', 'n0', holding([null, 0, 3, null]))).toBe(1.5);
  });

  test('compensates the rounding errors of additions', () => {
    expect(aggregate('sum', 'n0', holding([1e15, 0.1, -1e15]))).toBe(0.1);
    expect(aggregate('sum', 'n0', holding(Array.from({ length: 1000 }, () => 0.1)))).toBe(100);
  });

  test('accepts more records than a call may have arguments', () => {
    const records = holding(Array.from({ length: 300_000 }, (_, i) => i - 5));
    expect([aggregate('min', 'n0', records), aggregate('max', 'n0', records)]).toEqual([-5, 299_994]);
  });

  test('returns the exact sum in any order of the records', () => {
    // The sums of multiples of 2^-20 below 2^31 are exact in BigInt.
    const fraction = fc.integer({ min: -(2 ** 51), max: 2 ** 51 });
    fc.assert(
      fc.property(fc.array(fraction, { minLength: 1, maxLength: 60 }), (parts) => {
        const exact = Number(parts.reduce((sum, part) => sum + BigInt(part), 0n)) / 2 ** 20;
        const values = parts.map((part) => part / 2 ** 20);
        for (const list of [values, values.toReversed(), values.toSorted((a, b) => a - b)]) {
          const magnitude = list.reduce((sum, value) => sum + Math.abs(value), 0);
          const difference = Math.abs((aggregate('sum', 'n0', holding(list)) ?? Number.NaN) - exact);
          expect(difference).toBeLessThanOrEqual(1e-12 * magnitude);
        }
      }),
    );
  });
});
