import type { Millis, Slot, SlotValue } from '../ground/rows.ts';
import {
  type Column,
  type Comparison,
  type Filter,
  type Order,
  type Position,
  positionIn,
  positionValues,
  type RecordQuery,
  sortKeys,
  tieDirection,
} from './ast.ts';
import { compareInOrder } from './compare.ts';
import { fold } from './fold.ts';

/** A record as the evaluator reads it. A slot that is absent is unset, as one that holds null. */
export interface StoredRecord {
  readonly id: string;
  readonly seq: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  readonly slots: ReadonlyMap<Slot, SlotValue>;
}

/**
 * The reference semantics of filters, orders and pages (docs/query-semantics.md#filters): the results of a storage must
 * equal the results of these functions. They are pure, and independent of stores, expiry and accounts.
 */

/** Returns the value of a column of a record. System columns are never unset. */
export function columnValue(record: StoredRecord, column: Column): SlotValue {
  switch (column) {
    case 'id':
      return record.id;
    case 'seq':
      return record.seq;
    case 'created_at':
      return record.createdAt;
    case 'updated_at':
      return record.updatedAt;
    default:
      return record.slots.get(column) ?? null;
  }
}

/** Whether the record satisfies the filter. `all` of nothing is true, `any` of nothing is false. */
export function matches(filter: Filter, record: StoredRecord): boolean {
  if ('all' in filter) return filter.all.every((part) => matches(part, record));
  if ('any' in filter) return filter.any.some((part) => matches(part, record));
  return holds(filter, columnValue(record, filter.column));
}

/** A comparison without the column that it compares. */
type Condition<Each = Comparison> = Each extends Comparison ? Omit<Each, 'column'> : never;

/**
 * Evaluates one comparison.
 * - `eq` is exact and false for unset values. `ne` is the complement of `eq`, so it is true for unset values.
 * - `in` is true if `eq` is true for one of the values.
 * - `contains`, `startsWith` and `endsWith` compare folded text literally, character by character: no wildcards, no
 *   normalisation (a precomposed letter and its decomposed form differ). They are false for unset values.
 * - `empty` is true for unset values and empty text, but not for zero and false. `notEmpty` is its complement.
 * - The inequalities compare numbers and are false for unset values.
 */
export function holds(comparison: Condition, stored: SlotValue): boolean {
  switch (comparison.op) {
    case 'eq':
      return stored === comparison.value;
    case 'ne':
      return stored !== comparison.value;
    case 'in':
      return stored !== null && comparison.values.includes(stored);
    case 'contains':
      return typeof stored === 'string' && fold(stored).includes(comparison.value);
    case 'startsWith':
      return typeof stored === 'string' && fold(stored).startsWith(comparison.value);
    case 'endsWith':
      return typeof stored === 'string' && fold(stored).endsWith(comparison.value);
    case 'empty':
      return stored === null || stored === '';
    case 'notEmpty':
      return stored !== null && stored !== '';
    case 'gt':
      return typeof stored === 'number' && stored > comparison.value;
    case 'gte':
      return typeof stored === 'number' && stored >= comparison.value;
    case 'lt':
      return typeof stored === 'number' && stored < comparison.value;
    case 'lte':
      return typeof stored === 'number' && stored <= comparison.value;
  }
}

/**
 * Returns the comparator of an order. It is total: records of one store are never equal, because their numbers (`seq`)
 * decide ties. Unset values are last in both directions.
 */
export function compareRecords(order: Order): (a: StoredRecord, b: StoredRecord) => number {
  const keys = sortKeys(order);
  const ties = tieDirection(order);
  return (a, b) => {
    for (const { column, direction } of keys) {
      const byValue = compareInOrder(columnValue(a, column), columnValue(b, column), direction);
      if (byValue !== 0) return byValue;
    }
    return compareInOrder(a.seq, b.seq, ties);
  };
}

/**
 * Returns whether the record comes after the position in the order. The record of the position itself does not, and may
 * have been deleted: the position is a point between records, so deletes and inserts never shift it.
 */
export function isBehind(position: Position, record: StoredRecord, order: Order): boolean {
  const values = positionValues(position);
  for (const [i, { column, direction }] of sortKeys(order).entries()) {
    const value = values[i];
    if (value === undefined) return true;
    const byValue = compareInOrder(columnValue(record, column), value, direction);
    if (byValue !== 0) return byValue > 0;
  }
  return compareInOrder(record.seq, position.seq, tieDirection(order)) > 0;
}

/** Returns the position after a record in an order, for `after`. */
export function positionOf(record: StoredRecord, order: Order): Position {
  return positionIn(order, record.seq, (column) => columnValue(record, column));
}

/** Returns the records of one page: those that match and come after `after`, in order, at most `limit`. */
export function select(query: RecordQuery, records: Iterable<StoredRecord>): StoredRecord[] {
  const { where, order, after, limit } = query;
  const found: StoredRecord[] = [];
  for (const record of records) {
    if (matches(where, record) && (after === null || isBehind(after, record, order))) found.push(record);
  }
  return found.sort(compareRecords(order)).slice(0, limit);
}
