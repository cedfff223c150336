import type { HistoryStart, Millis } from '@vitrine/core/storage';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { numberEntries } from './number-entries.ts';

/** Notes where the history of a store begins. */
export function* beginHistory(
  dialect: SqlDialect,
  storeId: string,
  { after, at }: HistoryStart,
): Steps<void> {
  yield statement(
    dialect,
    sql`
      UPDATE change_logs
      SET history_after = ${after},
          history_from = ${at}
      WHERE store_id = ${storeId}`,
  );
}

/** Notes that the store, whose log is on, keeps history from now on. */
export function* beginHistoryNow(dialect: SqlDialect, storeId: string, at: Millis): Steps<void> {
  const after = yield* numberEntries(dialect, storeId);
  if (after !== null) yield* beginHistory(dialect, storeId, { after, at });
}
