import { booleanCell, numberCell, numberOrNull } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql, text } from '../statements/sql.ts';
import { keptStatement, type Steps } from '../statements/statement.ts';
import { type LogContext, logged } from './logged-write.ts';

/** The state of a store's log at a write that does not check the version of the store. */
export interface LogState {
  readonly storeVersion: number;
  readonly log: LogContext | null;
}

const selectState = keptStatement<{ readonly storeId: string }>(
  (dialect, { storeId }) => sql`
    SELECT version, is_logged, history
    FROM ${text(dialect.guardsApart ? 'store_guards' : 'stores')}
    WHERE id = ${storeId}
    ${dialect.forShare}`,
);

/** Returns the state of the log of a store. Holds until the transaction of the write ends. Null: no such store. */
export function* readLogState(dialect: SqlDialect, storeId: string): Steps<LogState | null> {
  const [row] = yield selectState(dialect, { storeId });
  if (row === undefined) return null;
  const store = { isLogged: booleanCell(row[1]), history: numberOrNull(row[2]) };
  return { storeVersion: numberCell(row[0]), ...logged(store) };
}

/** Reads the last position of a log, and locks it. */
export const selectLog = keptStatement<{ readonly storeId: string }>(
  (dialect, { storeId }) => sql`
    SELECT last_position
    FROM change_logs
    WHERE store_id = ${storeId}
    ${dialect.forUpdate}`,
);

/** Makes logged writes of one store wait for each other where they take turns. Called before they lock records. */
export function* lockLog(dialect: SqlDialect, storeId: string): Steps<void> {
  if (dialect.positions === 'in turn') yield selectLog(dialect, { storeId });
}
