import { describe, expect, test } from 'vitest';
import type { SlotValue } from '../ground/rows.ts';
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

  test('accepts more records than a call may have arguments', () => {
    const records = holding(Array.from({ length: 300_000 }, (_, i) => i - 5));
    expect([aggregate('min', 'n0', records), aggregate('max', 'n0', records)]).toEqual([-5, 299_994]);
  });
});
