import type { SqlDialect } from '../dialect.ts';
import { type Sql, sql } from '../sql.ts';

/** Requests by window of time and subject, for limits that all servers share. Small: two windows are kept. */
export function requestCounts(dialect: SqlDialect): Sql[] {
  const { types } = dialect;
  const integer = sql([types.integer]);
  return [
    sql`CREATE TABLE request_counts (time_window ${integer} NOT NULL, subject ${sql([types.text])} NOT NULL, requests ${integer} NOT NULL, PRIMARY KEY (time_window, subject))${dialect.tableOptions}`,
  ];
}
