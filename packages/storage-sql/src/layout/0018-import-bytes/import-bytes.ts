import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * What imports keep: `refused_kept` of their refused records, and the bytes of file, refused records and drafts.
 * `same_as` is the record with the same errors, which are stored once. Files and rows from before count nothing (the byte
 * says that there may be drafts); they are removed within a week.
 */
export function addImportBytes({ types: { integer } }: LayoutDialect): readonly Sql[] {
  return [
    sql`ALTER TABLE imports ADD COLUMN refused_kept ${integer} NOT NULL DEFAULT 0`,
    sql`ALTER TABLE imports ADD COLUMN file_bytes ${integer} NOT NULL DEFAULT 0`,
    sql`ALTER TABLE imports ADD COLUMN refused_bytes ${integer} NOT NULL DEFAULT 0`,
    sql`ALTER TABLE imports ADD COLUMN draft_bytes ${integer} NOT NULL DEFAULT 0`,
    sql`UPDATE imports SET refused_kept = refused_count, draft_bytes = 1`,
    sql`CREATE INDEX imports_by_store ON imports (store_id)`,
    sql`ALTER TABLE import_refused ADD COLUMN same_as ${integer}`,
  ];
}
