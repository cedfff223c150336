import type { NumberedStore, SqlDialect } from '../../statements/dialect.ts';
import { ident, type Named, NOTHING, type Sql, sql, text } from '../../statements/sql.ts';
import { keptStatement, type Steps } from '../../statements/statement.ts';

/** The store that a write was planned for, with its version at that time. */
export interface StoreGuard extends NumberedStore {
  readonly accountId: string;
  readonly version: number;
}

/** Returns a query with one row of `selected` if the store has the version of the guard. */
export function versionToSql(
  dialect: SqlDialect,
  named: StoreGuard | Named<StoreGuard>,
  selected: Sql = ident('id'),
): Sql {
  return sql`
    SELECT ${selected}
    FROM ${text(dialect.guardsApart ? 'store_guards' : 'stores')}
    WHERE id = ${named.storeId}
      AND account_id = ${named.accountId}
      AND version = ${named.version}
      ${dialect.guardsApart ? NOTHING : sql`AND deleted_at IS NULL`}`;
}

/** Returns the query of `versionToSql` after which the store can't change until the transaction ends. */
export function guardToSql(dialect: SqlDialect, named: Named<StoreGuard>, selected?: Sql): Sql {
  return sql`
    ${versionToSql(dialect, named, selected)}
    ${dialect.forShare}`;
}

const selectGuard = keptStatement<StoreGuard>((dialect, named) => guardToSql(dialect, named));

/** Returns whether the store still has the version of the guard. Holds until the transaction of the write ends. */
export function* isCurrent(dialect: SqlDialect, guard: StoreGuard): Steps<boolean> {
  const rows = yield { ...selectGuard(dialect, guard), ofStore: true };
  return rows.length > 0;
}
