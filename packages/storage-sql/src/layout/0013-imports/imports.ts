import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * Imports of files, their refused records, and the records that a dry run would write. `finished_at` is null until the
 * import has ended.
 */
export function createImports({ types, tableOptions }: LayoutDialect): readonly Sql[] {
  const { text, integer } = types;
  return [
    sql`
      CREATE TABLE imports (
        account_id ${text} NOT NULL,
        store_id ${text} NOT NULL,
        id ${text} NOT NULL,
        status ${text} NOT NULL,
        plan ${text} NOT NULL,
        chunks ${text} NOT NULL,
        position ${integer} NOT NULL,
        line ${integer} NOT NULL,
        read_count ${integer} NOT NULL,
        created_count ${integer} NOT NULL,
        updated_count ${integer} NOT NULL,
        unchanged_count ${integer} NOT NULL,
        refused_count ${integer} NOT NULL,
        changes ${text} NOT NULL,
        reason ${text},
        created_at ${integer} NOT NULL,
        started_at ${integer},
        finished_at ${integer},
        PRIMARY KEY (account_id, store_id, id)
      )${tableOptions}`,
    sql`CREATE INDEX imports_by_end ON imports (finished_at)`,
    sql`
      CREATE TABLE import_refused (
        import_id ${text} NOT NULL,
        row_number ${integer} NOT NULL,
        position ${integer} NOT NULL,
        length ${integer} NOT NULL,
        line ${integer} NOT NULL,
        errors ${text} NOT NULL,
        PRIMARY KEY (import_id, row_number)
      )${tableOptions}`,
    sql`
      CREATE TABLE import_drafts (
        import_id ${text} NOT NULL,
        record_id ${text} NOT NULL,
        draft ${text} NOT NULL,
        PRIMARY KEY (import_id, record_id)
      )${tableOptions}`,
  ];
}
