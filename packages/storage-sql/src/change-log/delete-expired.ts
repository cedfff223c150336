import type { Millis } from '@vitrine/core/storage';
import { changedRows, textCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { appendEntries } from './append.ts';
import { contextText } from './change-context.ts';
import { type LogState, lockLog } from './log-state.ts';

/** Deletes expired records with the statement, logs each, and returns their number. */
export function* deleteExpired(
  dialect: SqlDialect,
  { storeId, storeVersion, log, at }: LogState & { readonly storeId: string; readonly at: Millis },
  deletion: Sql,
): Steps<number> {
  if (log === null) return changedRows(yield statement(dialect, deletion));
  if (dialect.positions === 'read') {
    const context = contextText({ storeVersion, log, at, by: null, gone: 'record.expired' });
    yield statement(dialect, sql`SELECT set_config('vitrine.change', ${context}, TRUE)`);
    return changedRows(yield statement(dialect, deletion));
  }
  yield* lockLog(dialect, storeId);
  const rows = yield statement(
    dialect,
    sql`
      ${deletion}
      RETURNING id`,
  );
  const entries = rows.map(([id]) => ({ type: 'record.expired', at, recordId: textCell(id) }) as const);
  yield* appendEntries(dialect, { storeId, storeVersion, by: null, log }, entries);
  return rows.length;
}
