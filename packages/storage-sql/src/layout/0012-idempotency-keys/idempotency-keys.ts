import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * Idempotency keys, with the hash of the request and the result of the write. `result` is null only within the
 * transaction of the write. `stores_by_name` finds the stores of one name.
 */
export function createIdempotencyKeys({ types, tableOptions }: LayoutDialect): readonly Sql[] {
  const { text, integer } = types;
  return [
    sql`
      CREATE TABLE idempotency_keys (
        account_id ${text} NOT NULL,
        key_hash ${text} NOT NULL,
        request_hash ${text} NOT NULL,
        plan ${text} NOT NULL,
        result ${text},
        expires_at ${integer} NOT NULL,
        PRIMARY KEY (account_id, key_hash)
      )${tableOptions}`,
    sql`CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at)`,
    sql`
      CREATE INDEX stores_by_name ON stores (account_id, name, seq)
      WHERE deleted_at IS NULL`,
  ];
}
