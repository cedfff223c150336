import type { Order, Position } from '@vitrine/core/storage';
import type { SqlDialect } from '../dialect.ts';
import { placeColumn } from '../layout/record-layout.ts';
import { type Sql, sql } from '../sql.ts';

/** The order as terms: unset values last in both directions, ties newest first in both directions. */
export function orderToSql(dialect: SqlDialect, { column, direction }: Order): Sql {
  const { expression, nullable } = placeColumn(dialect, column);
  const way = direction === 'asc' ? sql`ASC` : sql`DESC`;
  // Ids and insertion numbers are unique within a store: there are no ties to break.
  if (column === 'id' || column === 'seq') return sql`${expression} ${way}`;
  return nullable ? sql`${expression} ${way} NULLS LAST, seq DESC` : sql`${expression} ${way}, seq DESC`;
}

/**
 * The condition of lying behind a position: a point between records, so that records which come, go or change
 * never shift it. Written so that an index on the order is entered at the position.
 */
export function behind(dialect: SqlDialect, { column, direction }: Order, after: Position): Sql {
  const { value, seq } = after;
  const asc = direction === 'asc';
  if (column === 'seq') return asc ? sql`seq > ${seq}` : sql`seq < ${seq}`;
  if (column === 'id') return asc ? sql`id > ${value}` : sql`id < ${value}`;
  const { expression, nullable } = placeColumn(dialect, column);
  if (value === null) return sql`(${expression} IS NULL AND seq < ${seq})`;
  if (nullable) {
    const beyond = asc ? sql`${expression} > ${value}` : sql`${expression} < ${value}`;
    return sql`(${beyond} OR (${expression} = ${value} AND seq < ${seq}) OR ${expression} IS NULL)`;
  }
  return asc
    ? sql`${expression} >= ${value} AND (${expression} > ${value} OR seq < ${seq})`
    : sql`(${expression}, seq) < (${value}, ${seq})`;
}
