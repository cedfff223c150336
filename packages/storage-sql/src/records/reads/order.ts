import { positionValues, sortKeys, tieDirection } from '@vitrine/core/adapter';
import type { Order, OrderKey, Position, SlotValue } from '@vitrine/core/storage';
import { placeColumn } from '../../layout/record-layout.ts';
import { allOf, anyOf } from '../../statements/clauses.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import { join, type Sql, sql } from '../../statements/sql.ts';

/** Returns whether no index has this order, so that all matching records have to be sorted. */
export function isSorted({ column, further }: Order): boolean {
  return !isUnique(column) && (column !== 'created_at' || further !== undefined);
}

/** Ids and insertion numbers are unique within a store, so no key after them has an effect. */
function isUnique(column: OrderKey['column']): boolean {
  return column === 'id' || column === 'seq';
}

/** Returns the terms of the order: unset values last in both directions, ties by `tieDirection`. */
export function orderToSql(dialect: SqlDialect, order: Order): Sql {
  if (isUnique(order.column)) return termOf(dialect, order);
  const terms = sortKeys(order).map((key) => termOf(dialect, key));
  return join([...terms, sql`seq ${wayTo(tieDirection(order))}`], ', ');
}

function termOf(dialect: SqlDialect, { column, direction }: OrderKey): Sql {
  const { expression, nullable } = placeColumn(dialect, column);
  return nullable
    ? sql`${expression} ${wayTo(direction)} NULLS LAST`
    : sql`${expression} ${wayTo(direction)}`;
}

function wayTo(direction: OrderKey['direction']): Sql {
  return direction === 'asc' ? sql`ASC` : sql`DESC`;
}

/** Returns the condition that the record has no value in the column of the order. */
export function isUnset(dialect: SqlDialect, { column }: OrderKey): Sql {
  return sql`${placeColumn(dialect, column).expression} IS NULL`;
}

/**
 * Returns the conditions that a record comes after a position. A position is a point between records, so inserting,
 * deleting and changing records never moves it. An index on the order can be entered at the position.
 */
export function beyond(dialect: SqlDialect, order: Order, position: Position): readonly Sql[] {
  const { column, direction } = order;
  const { value, seq } = position;
  if (column === 'seq') return [isBeyond(direction, sql`seq`, seq)];
  if (column === 'id') return [isBeyond(direction, sql`id`, value)];
  if (order.further !== undefined) return [beyondKeys(dialect, order, position)];
  const { expression, nullable } = placeColumn(dialect, column);
  if (value === null) return [isUnset(dialect, order), sql`seq < ${seq}`];
  if (nullable) {
    const ties = sql`(${expression} = ${value} AND seq < ${seq})`;
    return [anyOf([isBeyond(direction, expression, value), ties, isUnset(dialect, order)])];
  }
  // Times are never unset, and their ties follow the order.
  return [isBeyond(direction, sql`(${expression}, seq)`, sql`(${value}, ${seq})`)];
}

/** The condition that an expression comes after a value in a direction. */
function isBeyond(direction: OrderKey['direction'], expression: Sql, value: SlotValue | Sql): Sql {
  return direction === 'asc' ? sql`${expression} > ${value}` : sql`${expression} < ${value}`;
}

/** The condition that a record comes after a position of several keys. */
function beyondKeys(dialect: SqlDialect, order: Order, position: Position): Sql {
  const keys = sortKeys(order);
  const values = positionValues(position);
  const { seq } = position;

  function from(index: number): Sql {
    const key = keys[index];
    if (key === undefined) return isBeyond(tieDirection(order), sql`seq`, seq);
    const value = values[index];
    if (value === undefined) return sql`1 = 1`;
    const same =
      value === null ? isUnset(dialect, key) : sql`${placeColumn(dialect, key.column).expression} = ${value}`;
    return anyOf([...beyondValue(dialect, key, value), allOf([same, from(index + 1)])]);
  }

  return from(0);
}

/** The conditions of which one is true for a record whose value comes after another one in the order of a key. */
function beyondValue(dialect: SqlDialect, key: OrderKey, value: SlotValue): readonly Sql[] {
  // Unset values come last.
  if (value === null) return [];
  const { expression, nullable } = placeColumn(dialect, key.column);
  const place = isBeyond(key.direction, expression, value);
  return nullable ? [place, isUnset(dialect, key)] : [place];
}
