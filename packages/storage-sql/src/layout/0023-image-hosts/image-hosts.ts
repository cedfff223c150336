import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/** The hosts from which live images of an account fetch pictures, as a JSON list. Null: none. */
export function addImageHosts({ types: { text } }: LayoutDialect): readonly Sql[] {
  return [sql`ALTER TABLE accounts ADD COLUMN image_hosts ${text}`];
}
