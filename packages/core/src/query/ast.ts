import type { Slot, SlotValue } from '../ground/rows.ts';

/**
 * What a filter or an order may use: the slot of a property or a system column. `seq` is the insertion number. The
 * default order is `seq` descending (docs/query-semantics.md#order, "the exact reverse of insertion", also if the clock
 * stops or goes back).
 */
export type Column = 'id' | 'seq' | 'created_at' | 'updated_at' | Slot;

/**
 * A typed filter. `{ all: [] }` is true, `{ any: [] }` is false.
 *
 * Comparisons use stored values (text or double), not JSON values. Core validates names, operators and values, and
 * translates `on`, `before` and `after`, before a storage receives the filter.
 */
export type Filter = { readonly all: readonly Filter[] } | { readonly any: readonly Filter[] } | Comparison;

export type Comparison =
  /** Exact, by code point. Unset never equals; `ne` is the complement of `eq`, so unset values match `ne`. */
  | { readonly column: Column; readonly op: 'eq' | 'ne'; readonly value: string | number }
  /**
   * Equal to one of the values, which are all text or all numbers, as the column is. False for an empty list; core
   * passes at least one.
   */
  | { readonly column: Column; readonly op: 'in'; readonly values: readonly (string | number)[] }
  /**
   * `value` is not empty and already folded (`fold`). The stored text is compared in its folded form. Unset never
   * matches.
   */
  | { readonly column: Column; readonly op: 'contains' | 'startsWith' | 'endsWith'; readonly value: string }
  /** Unset or `''`, and its complement. */
  | { readonly column: Column; readonly op: 'empty' | 'notEmpty' }
  /** Unset never matches. */
  | { readonly column: Column; readonly op: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: number };

/** Matches every record. */
export const EVERYTHING: Filter = { all: [] };

/** A part of an order: by `column`, unset values last in both directions, text by code point. */
export interface OrderKey {
  readonly column: Column;
  readonly direction: 'asc' | 'desc';
}

/** A total order: by the key, equal values by each of the further keys in turn, ties by `tieDirection`. */
export interface Order extends OrderKey {
  /** At least one. Absent for an order by one key, and after a key without equal values. */
  readonly further?: readonly OrderKey[];
}

/** Returns all keys of an order. */
export function sortKeys(order: Order): readonly OrderKey[] {
  return order.further === undefined ? [order] : [order, ...order.further];
}

/**
 * Returns the direction of `seq` among records whose keys are all equal. The last key decides: times follow the order, so
 * that ascending is the exact reverse of descending; all else is newest first in both directions.
 */
export function tieDirection(order: Order): OrderKey['direction'] {
  const { column, direction } = order.further?.at(-1) ?? order;
  return column === 'created_at' || column === 'updated_at' ? direction : 'desc';
}

export const NEWEST_FIRST: Order = { column: 'seq', direction: 'desc' };

/** The point after a record in an order: its value in the column of the order, and its `seq` to break ties. */
export interface Position {
  readonly value: SlotValue;
  readonly seq: number;
  /**
   * The values of the further keys. With fewer values than the order has keys, it is the point before all records with these
   * values, whatever `seq` is.
   */
  readonly further?: readonly SlotValue[];
}

/** Returns the values of a position, one for each key of its order. */
export function positionValues({ value, further = [] }: Position): readonly SlotValue[] {
  return [value, ...further];
}

/** Returns the position after a record of which `read` returns the value of a column. */
export function positionIn(order: Order, seq: number, read: (column: Column) => SlotValue): Position {
  const position = { value: read(order.column), seq };
  if (order.further === undefined) return position;
  return { ...position, further: order.further.map(({ column }) => read(column)) };
}

export interface RecordQuery {
  readonly where: Filter;
  readonly order: Order;
  readonly after: Position | null;
  /** 1 or more. */
  readonly limit: number;
  /** Upper bound of the total weight of the records in bytes (`weighRecord`). Default: none. */
  readonly maxBytes?: number;
}

export type AggregateOp = 'sum' | 'avg' | 'min' | 'max';
