import type { FieldFilter, FieldValue, FieldValues } from '@vitrine/core/storage';
import type { SqlDialect } from '../statements/dialect.ts';
import { type Sql, sql } from '../statements/sql.ts';

/**
 * Returns the stored form of the values of a location: a JSON list of pairs. A pair is found as a part of the text,
 * because JSON escapes the quotes in texts, so that `["key",` occurs only where a pair begins. Null: there are none.
 */
export function fieldValuesCell(fields: FieldValues): string | null {
  const pairs = Object.entries(fields);
  return pairs.length === 0 ? null : JSON.stringify(pairs);
}

export function readFields(cell: string | null): FieldValues {
  return cell === null ? {} : Object.fromEntries(JSON.parse(cell) as [string, FieldValue][]);
}

/** Returns the conditions that a location has the values. */
export function haveValues(dialect: SqlDialect, filters: readonly FieldFilter[] = []): Sql[] {
  return filters.map(({ key, value }) => dialect.contains(sql`fields`, JSON.stringify([key, value])));
}
