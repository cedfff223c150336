import type { NumberedStore, SqlDialect } from '../dialect.ts';
import { type Sql, type SqlValue, sql } from '../sql.ts';
import { BOUND, type Steps, statementText } from '../statement.ts';

/** The store a write was planned for. */
export interface StoreGuard extends NumberedStore {
  readonly accountId: string;
  readonly version: number;
}

/** One row with the store's id while it is as core read it; binds `guardValues`. */
export function guardToSql(dialect: SqlDialect): Sql {
  return sql`SELECT id FROM stores WHERE id = ${BOUND} AND account_id = ${BOUND} AND version = ${BOUND} AND deleted_at IS NULL${dialect.forShare}`;
}

export function guardValues({ storeId, accountId, version }: StoreGuard): SqlValue[] {
  return [storeId, accountId, version];
}

const guardText = statementText(guardToSql);

/** Whether the store is still as core read it. Holds until the write's transaction ends. */
export function* isCurrent(dialect: SqlDialect, guard: StoreGuard): Steps<boolean> {
  const rows = yield { text: guardText(dialect), values: guardValues(guard), ofStore: true };
  return rows.length > 0;
}
