import type { Slot } from '../storage/rows.ts';
import type { AggregateOp } from './ast.ts';
import { columnValue, type StoredRecord } from './evaluate.ts';

/**
 * The aggregate over the slot's set values; null when no record has one. Zero is a value, unset is none: `avg`
 * divides by the number of set values, not of records. Booleans and datetimes never get here.
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
    // Not Math.min(...values): a large store would exceed the number of arguments a call may have.
    case 'min':
      return values.reduce((least, value) => Math.min(least, value));
    case 'max':
      return values.reduce((most, value) => Math.max(most, value));
  }
}

/**
 * Neumaier's summation: each addition's rounding error is kept aside and added at the end, so that 1e15 + 0.1 - 1e15
 * is 0.1 and the order of the records hardly matters. Record values stay within ±(2^53−1), so no sum overflows.
 */
function compensatedSum(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}
