import type { SqlDialect } from '../dialect.ts';
import { type Sql, sql } from '../sql.ts';

/**
 * Limits of accounts, and of what a key may be used for. All are null in the rows that are there: no limit. `limits` and
 * `addresses` are JSON text.
 */
export function limits({ types }: SqlDialect): Sql[] {
  const text = sql([types.text]);
  const integer = sql([types.integer]);
  return [
    sql`ALTER TABLE accounts ADD COLUMN limits ${text}`,
    sql`ALTER TABLE api_keys ADD COLUMN expires_at ${integer}`,
    sql`ALTER TABLE api_keys ADD COLUMN read_only ${integer}`,
    sql`ALTER TABLE api_keys ADD COLUMN addresses ${text}`,
  ];
}
