import type { Slot } from '../storage/rows.ts';
import type { AggregateOp } from './ast.ts';
import { columnValue, type StoredRecord } from './evaluate.ts';

/**
 * Returns the aggregate of the slot's set values, or null if no record has one. Zero is a set value. `avg` divides by
 * the number of set values, not of records. Callers never pass slots of booleans or datetimes.
 */
export function aggregate(op: AggregateOp, slot: Slot, records: Iterable<StoredRecord>): number | null {
  const values: number[] = [];
  for (const record of records) {
    const value = columnValue(record, slot);
    if (typeof value === 'number') values.push(value);
  }
  if (values.length === 0) return null;
  switch (op) {
    case 'sum':
      return compensatedSum(values);
    case 'avg':
      return compensatedSum(values) / values.length;
    // `Math.min(...values)` would exceed the maximum number of arguments in a large store.
    case 'min':
      return values.reduce((least, value) => Math.min(least, value));
    case 'max':
      return values.reduce((most, value) => Math.max(most, value));
  }
}

/** A sum of numbers that are added one by one. */
export interface RunningSum {
  add(value: number): void;
  count(): number;
  total(): number;
}

/**
 * Starts Neumaier's summation: the rounding error of each addition is collected and added at the end, so that 1e15 + 0.1 -
 * 1e15 is 0.1 and the order of the records hardly matters. Record values are within ±(2^53−1), so no sum overflows.
 */
export function createSum(): RunningSum {
  let sum = 0;
  let lost = 0;
  let count = 0;
  return {
    add(value) {
      const next = sum + value;
      lost += roundingError(sum, value, next);
      sum = next;
      count++;
    },
    count: () => count,
    total: () => sum + lost,
  };
}

/** Returns what was lost when `sum + value` was rounded to `next`. */
export function roundingError(sum: number, value: number, next: number): number {
  return Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
}

function compensatedSum(values: readonly number[]): number {
  const sum = createSum();
  for (const value of values) sum.add(value);
  return sum.total();
}
