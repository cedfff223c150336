import type { Order, Position } from '@vitrine/core/storage';
import type { SqlDialect } from '../dialect.ts';
import { placeColumn } from '../layout/record-layout.ts';
import { type Sql, sql } from '../sql.ts';

/** Returns whether no index has this order, so that all found records are sorted. */
export function isSorted({ column }: Order): boolean {
  return column !== 'seq' && column !== 'id' && column !== 'created_at';
}

/** Returns the terms of the order: unset values last in both directions, ties newest first in both directions. */
export function orderToSql(dialect: SqlDialect, { column, direction }: Order): Sql {
  const { expression, nullable } = placeColumn(dialect, column);
  const way = direction === 'asc' ? sql`ASC` : sql`DESC`;
  // Ids and insertion numbers are unique within a store, so there are no ties.
  if (column === 'id' || column === 'seq') return sql`${expression} ${way}`;
  return nullable ? sql`${expression} ${way} NULLS LAST, seq DESC` : sql`${expression} ${way}, seq DESC`;
}

/**
 * Returns the condition that a record comes after a position. A position is a point between records, so inserted, deleted
 * and changed records never move it. The condition lets an index on the order be entered at the position.
 */
export function beyond(dialect: SqlDialect, { column, direction }: Order, after: Position): Sql {
  const { value, seq } = after;
  const asc = direction === 'asc';
  if (column === 'seq') return asc ? sql`seq > ${seq}` : sql`seq < ${seq}`;
  if (column === 'id') return asc ? sql`id > ${value}` : sql`id < ${value}`;
  const { expression, nullable } = placeColumn(dialect, column);
  if (value === null) return sql`(${expression} IS NULL AND seq < ${seq})`;
  if (nullable) {
    const further = asc ? sql`${expression} > ${value}` : sql`${expression} < ${value}`;
    return sql`(${further} OR (${expression} = ${value} AND seq < ${seq}) OR ${expression} IS NULL)`;
  }
  return asc
    ? sql`${expression} >= ${value} AND (${expression} > ${value} OR seq < ${seq})`
    : sql`(${expression}, seq) < (${value}, ${seq})`;
}
