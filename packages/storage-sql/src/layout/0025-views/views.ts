import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/** The saved views of stores. `settings` is JSON. */
export function createViews({
  types: { text, integer, generatedId },
  tableOptions,
}: LayoutDialect): readonly Sql[] {
  return [
    sql`
      CREATE TABLE views (
        seq ${generatedId},
        store_id ${text} NOT NULL,
        id ${text} NOT NULL,
        account_id ${text} NOT NULL,
        kind ${text} NOT NULL,
        settings ${text} NOT NULL,
        created_at ${integer} NOT NULL,
        updated_at ${integer} NOT NULL,
        UNIQUE (store_id, id)
      )${tableOptions}`,
    sql`CREATE INDEX views_by_seq ON views (store_id, seq)`,
  ];
}
