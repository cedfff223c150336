import type { StoreRef } from '@vitrine/core/storage';
import type { SqlDialect } from '../statements/dialect.ts';
import { type Row, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { guardOf } from './rows.ts';

/** Sets what writes of the store's records check, from a row of `STORE`. Waits for such writes in flight. */
export function* setGuard(dialect: SqlDialect, { id, accountId }: StoreRef, row: Row): Steps<void> {
  if (!dialect.guardsApart) return;
  const { version, isLogged, history } = guardOf(row);
  yield statement(
    dialect,
    sql`
      INSERT INTO store_guards (id, account_id, version, is_logged, history)
      VALUES (${id}, ${accountId}, ${version}, ${isLogged ? 1 : 0}, ${history})
      ON CONFLICT (id) DO UPDATE
      SET version = excluded.version,
          is_logged = excluded.is_logged,
          history = excluded.history`,
  );
}

/** Keeps records of the store from being written until the transaction ends. Waits for writes in flight. */
export function* lockGuard(dialect: SqlDialect, id: string): Steps<void> {
  if (!dialect.guardsApart) return;
  yield statement(
    dialect,
    sql`
      SELECT version
      FROM store_guards
      WHERE id = ${id}
      ${dialect.forUpdate}`,
  );
}

/** Ends all writes of the store's records. Waits for those in flight. */
export function* removeGuard(dialect: SqlDialect, id: string): Steps<void> {
  if (!dialect.guardsApart) return;
  yield statement(
    dialect,
    sql`
      DELETE FROM store_guards
      WHERE id = ${id}`,
  );
}
