import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * Restores of records in the background, with the results of each step, and where the history of a store begins.
 * `finished_at` is null until a restore has ended; a store has at most one until then.
 */
export function createRestores({ types, tableOptions }: LayoutDialect): readonly Sql[] {
  const { text, integer } = types;
  return [
    sql`ALTER TABLE change_logs ADD COLUMN history_after ${integer}`,
    sql`ALTER TABLE change_logs ADD COLUMN history_from ${integer}`,
    sql`
      CREATE TABLE restores (
        account_id ${text} NOT NULL,
        store_id ${text} NOT NULL,
        id ${text} NOT NULL,
        status ${text} NOT NULL,
        plan ${text} NOT NULL,
        progress ${text} NOT NULL,
        steps ${integer} NOT NULL,
        reason ${text},
        created_at ${integer} NOT NULL,
        finished_at ${integer},
        PRIMARY KEY (account_id, store_id, id)
      )${tableOptions}`,
    sql`CREATE INDEX restores_by_end ON restores (finished_at)`,
    sql`CREATE UNIQUE INDEX restores_in_progress ON restores (store_id) WHERE finished_at IS NULL`,
    sql`
      CREATE TABLE restore_results (
        restore_id ${text} NOT NULL,
        step ${integer} NOT NULL,
        results ${text} NOT NULL,
        PRIMARY KEY (restore_id, step)
      )${tableOptions}`,
  ];
}
