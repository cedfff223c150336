import type { Millis, Slot, SlotValue } from '../storage/rows.ts';
import type { Column, Comparison, Filter, Order, Position, RecordQuery } from './ast.ts';
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
 * The reference semantics of filters, orders and pages (docs/query-semantics.md#filters): what a storage answers
 * must equal what these functions answer. They are pure and know nothing of stores, expiry or accounts.
 */

/** What a column holds on a record. The system columns are never unset. */
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

/**
 * One comparison with what the column holds.
 * - `eq` is exact; unset equals nothing. `ne` is true wherever `eq` is false, so on unset values too.
 * - `contains`, `startsWith` and `endsWith` compare folded text literally, character by character: no wildcard, no
 *   normalisation (a precomposed letter and its decomposed form differ). Unset text contains nothing.
 * - `empty` is unset or the empty text (zero and false are values); `notEmpty` is its complement.
 * - The inequalities compare numbers; unset satisfies none of them.
 */
function holds(comparison: Comparison, stored: SlotValue): boolean {
  switch (comparison.op) {
    case 'eq':
      return stored === comparison.value;
    case 'ne':
      return stored !== comparison.value;
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
 * The comparator of an order. Total: no two records of one store are equal in it, because ties go to the newer
 * record (the greater `seq`) in both directions. Unset values come last in both directions.
 */
export function compareRecords(order: Order): (a: StoredRecord, b: StoredRecord) => number {
  return (a, b) =>
    compareInOrder(columnValue(a, order.column), columnValue(b, order.column), order.direction) ||
    b.seq - a.seq;
}

/**
 * Whether the record comes after the position in the order. The record the position was taken from does not, nor
 * need it exist any more: the position is a point between records, so deletes and inserts never shift it.
 */
export function isBehind(position: Position, record: StoredRecord, order: Order): boolean {
  const byValue = compareInOrder(columnValue(record, order.column), position.value, order.direction);
  return byValue > 0 || (byValue === 0 && record.seq < position.seq);
}

/** The position of a record in an order: pass it as `after` to go on behind the record. */
export function positionOf(record: StoredRecord, order: Order): Position {
  return { value: columnValue(record, order.column), seq: record.seq };
}

/** The records of one page: those that match and lie behind `after`, in order, at most `limit`. */
export function select(query: RecordQuery, records: Iterable<StoredRecord>): StoredRecord[] {
  const { where, order, after, limit } = query;
  const found: StoredRecord[] = [];
  for (const record of records) {
    if (matches(where, record) && (after === null || isBehind(after, record, order))) found.push(record);
  }
  return found.sort(compareRecords(order)).slice(0, limit);
}
