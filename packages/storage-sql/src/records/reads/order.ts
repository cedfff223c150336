import { tieDirection } from '@vitrine/core/adapter';
import type { Order, Position } from '@vitrine/core/storage';
import { placeColumn } from '../../layout/record-layout.ts';
import { anyOf } from '../../statements/clauses.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/** Returns whether no index has this order, so that all matching records have to be sorted. */
export function isSorted({ column }: Order): boolean {
  return column !== 'seq' && column !== 'id' && column !== 'created_at';
}

/** Returns the terms of the order: unset values last in both directions, ties by `tieDirection`. */
export function orderToSql(dialect: SqlDialect, { column, direction }: Order): Sql {
  const { expression, nullable } = placeColumn(dialect, column);
  const way = wayTo(direction);
  // Ids and insertion numbers are unique within a store, so there are no ties.
  if (column === 'id' || column === 'seq') return sql`${expression} ${way}`;
  const ties = sql`seq ${wayTo(tieDirection({ column, direction }))}`;
  return nullable ? sql`${expression} ${way} NULLS LAST, ${ties}` : sql`${expression} ${way}, ${ties}`;
}

function wayTo(direction: Order['direction']): Sql {
  return direction === 'asc' ? sql`ASC` : sql`DESC`;
}

/** Returns the condition that the record has no value in the column of the order. */
export function isUnset(dialect: SqlDialect, { column }: Order): Sql {
  return sql`${placeColumn(dialect, column).expression} IS NULL`;
}

/**
 * Returns the conditions that a record comes after a position. A position is a point between records, so inserting,
 * deleting and changing records never moves it. An index on the order can be entered at the position.
 */
export function beyond(dialect: SqlDialect, order: Order, { value, seq }: Position): readonly Sql[] {
  const { column, direction } = order;
  const asc = direction === 'asc';
  if (column === 'seq') return [asc ? sql`seq > ${seq}` : sql`seq < ${seq}`];
  if (column === 'id') return [asc ? sql`id > ${value}` : sql`id < ${value}`];
  const { expression, nullable } = placeColumn(dialect, column);
  if (value === null) return [isUnset(dialect, order), sql`seq < ${seq}`];
  if (nullable) {
    const further = asc ? sql`${expression} > ${value}` : sql`${expression} < ${value}`;
    return [anyOf([further, sql`(${expression} = ${value} AND seq < ${seq})`, sql`${expression} IS NULL`])];
  }
  // Times are never unset, and their ties follow the order.
  const place = sql`(${value}, ${seq})`;
  return [asc ? sql`(${expression}, seq) > ${place}` : sql`(${expression}, seq) < ${place}`];
}
