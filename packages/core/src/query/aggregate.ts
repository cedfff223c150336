import type { Slot } from '../ground/rows.ts';
import type { AggregateOp } from './ast.ts';
import { DecimalSum } from './decimal-sum.ts';
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
      return sumOf(values).total();
    case 'avg':
      return sumOf(values).mean();
    // `Math.min(...values)` would exceed the maximum number of arguments in a large store.
    case 'min':
      return values.reduce((least, value) => Math.min(least, value));
    case 'max':
      return values.reduce((most, value) => Math.max(most, value));
  }
}

function sumOf(values: readonly number[]): DecimalSum {
  const sum = new DecimalSum();
  for (const value of values) sum.add(value);
  return sum;
}
