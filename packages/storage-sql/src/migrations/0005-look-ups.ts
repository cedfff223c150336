import type { SqlDialect } from '../dialect.ts';
import type { Sql } from '../sql.ts';

/** What tells that an answer kept in memory may be out of date, for engines whose driver keeps some. */
export function lookUps(dialect: SqlDialect): readonly Sql[] {
  return dialect.createLookUps;
}
