import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/** How many times a client of OAuth has exchanged its code or a refresh token of a key. Null: an ordinary key. */
export function addKeyExchanges({ types: { integer } }: LayoutDialect): readonly Sql[] {
  return [sql`ALTER TABLE api_keys ADD COLUMN exchanges ${integer}`];
}
