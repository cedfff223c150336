import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * Accounts, their keys, the numbers of what is numbered within an account, and requests by time window and subject for
 * rate limits that servers share. `limits` and `addresses` are JSON text; null: no limit.
 */
export function createAccounts({ types: { text, integer }, tableOptions }: LayoutDialect): readonly Sql[] {
  return [
    sql`
      CREATE TABLE settings (
        name ${text} PRIMARY KEY,
        value ${text} NOT NULL
      )${tableOptions}`,
    sql`
      CREATE TABLE accounts (
        id ${text} PRIMARY KEY,
        seq ${integer} NOT NULL UNIQUE,
        name ${text} NOT NULL,
        created_at ${integer} NOT NULL,
        limits ${text}
      )${tableOptions}`,
    sql`
      CREATE TABLE account_numbers (
        account_id ${text} NOT NULL,
        kind ${text} NOT NULL,
        last ${integer} NOT NULL,
        PRIMARY KEY (account_id, kind),
        CHECK (last <= 2147483647)
      )${tableOptions}`,
    sql`
      CREATE TABLE api_keys (
        id ${text} PRIMARY KEY,
        account_id ${text} NOT NULL,
        store_id ${text},
        name ${text} NOT NULL,
        hash ${text} NOT NULL UNIQUE,
        prefix ${text} NOT NULL,
        created_at ${integer} NOT NULL,
        last_used_at ${integer},
        expires_at ${integer},
        read_only ${integer},
        addresses ${text},
        seq ${integer} NOT NULL
      )${tableOptions}`,
    sql`CREATE UNIQUE INDEX api_keys_by_account ON api_keys (account_id, seq)`,
    sql`
      CREATE TABLE request_counts (
        time_window ${integer} NOT NULL,
        subject ${text} NOT NULL,
        requests ${integer} NOT NULL,
        PRIMARY KEY (time_window, subject)
      )${tableOptions}`,
  ];
}
