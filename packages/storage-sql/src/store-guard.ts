import type { SqlDialect } from './dialect.ts';
import { BOUND, type Program, statementText } from './program.ts';
import { sql } from './sql.ts';

/** The store a write was planned for. */
export interface StoreGuard {
  readonly storeId: string;
  readonly accountId: string;
  readonly version: number;
}

const guardText = statementText(
  (dialect) =>
    sql`SELECT 1 FROM stores WHERE id = ${BOUND} AND account_id = ${BOUND} AND version = ${BOUND} AND deleted_at IS NULL${dialect.forShare}`,
);

/** Whether the store is still as core read it. Holds until the write's transaction ends. */
export function* isCurrent(dialect: SqlDialect, guard: StoreGuard): Program<boolean> {
  const rows = yield { text: guardText(dialect), values: [guard.storeId, guard.accountId, guard.version] };
  return rows.length > 0;
}
