import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * The logs of changes. `is_logged` says whether the log of a store is on, `changes` and `history` (seconds) what the store asks
 * for, and `logs_new_stores` whether those of new stores of an account are.
 */
export function createChanges({ types: { integer }, createChanges: tables }: LayoutDialect): readonly Sql[] {
  return [
    sql`ALTER TABLE stores ADD COLUMN changes ${integer} NOT NULL DEFAULT 0`,
    sql`ALTER TABLE stores ADD COLUMN history ${integer}`,
    sql`ALTER TABLE stores ADD COLUMN is_logged ${integer} NOT NULL DEFAULT 0`,
    sql`ALTER TABLE accounts ADD COLUMN logs_new_stores ${integer} NOT NULL DEFAULT 0`,
    ...tables,
  ];
}
