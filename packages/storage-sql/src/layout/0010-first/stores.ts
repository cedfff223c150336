import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * Stores. `properties` and `freed_slots` are JSON text. `stores_by_work` has the stores that background jobs look
 * after.
 */
export function createStores({ types: { text, integer }, tableOptions }: LayoutDialect): readonly Sql[] {
  return [
    sql`
      CREATE TABLE stores (
        id ${text} PRIMARY KEY,
        account_id ${text} NOT NULL,
        version ${integer} NOT NULL,
        seq ${integer} NOT NULL,
        name ${text} NOT NULL,
        name_folded ${text},
        description ${text},
        record_ttl ${integer},
        store_type ${text} NOT NULL,
        properties ${text} NOT NULL,
        freed_slots ${text} NOT NULL,
        created_at ${integer} NOT NULL,
        updated_at ${integer} NOT NULL,
        deleted_at ${integer}
      )${tableOptions}`,
    sql`CREATE INDEX stores_by_account ON stores (account_id, seq)`,
    sql`
      CREATE INDEX stores_by_work ON stores (id)
      WHERE deleted_at IS NOT NULL OR record_ttl IS NOT NULL OR freed_slots <> '[]'`,
  ];
}
