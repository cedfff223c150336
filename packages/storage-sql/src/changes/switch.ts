import type { ChangeLogRow, Millis, StoreRef } from '@vitrine/core/storage';
import { numberEntries } from '../change-log/number-entries.ts';
import { startLog } from '../change-log/start-log.ts';
import { booleanCell, numberCell, numberOrNull, onlyRow, textCell } from '../statements/cells.ts';
import { list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { NOTHING, type Row, type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { setGuard } from '../stores/guards.ts';
import { live } from '../stores/live.ts';
import { STORE } from '../stores/rows.ts';

/** The position of now, and whether the log has been turned on for it. */
export interface TurnedOn {
  readonly position: number;
  readonly isNew: boolean;
}

function* findStore(dialect: SqlDialect, ref: StoreRef, lock: Sql): Steps<Row | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT changes, history, is_logged
      FROM stores
      WHERE ${live(ref)}
      ${lock}`,
  );
  return row ?? null;
}

/** Sets whether the log of a store is on, in its row and where writes of records look. Waits for such writes in flight. */
function* setLogged(dialect: SqlDialect, ref: StoreRef, isLogged: boolean): Steps<void> {
  const row = onlyRow(
    yield statement(
      dialect,
      sql`
        UPDATE stores
        SET is_logged = ${isLogged ? 1 : 0},
            version = version + 1
        WHERE ${live(ref)}
        RETURNING ${STORE}`,
    ),
  );
  yield* setGuard(dialect, ref, row);
}

export function* turnChangesOn(
  dialect: SqlDialect,
  { ref, now }: { readonly ref: StoreRef; readonly now: Millis },
): Steps<TurnedOn | null> {
  // Nobody waits for this look, which usually finds that the log is on.
  const found = yield* findStore(dialect, ref, NOTHING);
  if (found === null) return null;
  let isNew = false;
  if (!booleanCell(found[2])) {
    const locked = yield* findStore(dialect, ref, dialect.forUpdate);
    if (locked === null) return null;
    isNew = !booleanCell(locked[2]);
    if (isNew) {
      yield* setLogged(dialect, ref, true);
      yield* startLog(dialect, ref.id, now);
    }
  }
  yield* markChangesUsed(dialect, { storeIds: [ref.id], now });
  const position = yield* numberEntries(dialect, ref.id);
  return position === null ? null : { position, isNew };
}

export function* turnChangesOff(
  dialect: SqlDialect,
  { ref, usedBefore }: { readonly ref: StoreRef; readonly usedBefore: Millis },
): Steps<boolean> {
  const store = yield* findStore(dialect, ref, dialect.forUpdate);
  if (store === null || !booleanCell(store[2])) return false;
  if (booleanCell(store[0]) || store[1] !== null) return false;
  const turned = yield statement(
    dialect,
    sql`
      UPDATE change_logs
      SET is_on = 0
      WHERE store_id = ${ref.id}
        AND used_at < ${usedBefore}
      RETURNING store_id`,
  );
  if (turned.length === 0) return false;
  yield* setLogged(dialect, ref, false);
  return true;
}

export function* markChangesUsed(
  dialect: SqlDialect,
  { storeIds, now }: { readonly storeIds: readonly string[]; readonly now: Millis },
): Steps<null> {
  yield statement(
    dialect,
    sql`
      UPDATE change_logs
      SET used_at = ${now}
      WHERE ${dialect.isIn(sql`store_id`, storeIds, 'text')}
        AND used_at < ${now}`,
  );
  return null;
}

export function* listChangeLogs(
  dialect: SqlDialect,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Steps<ChangeLogRow[]> {
  const logs = yield statement(
    dialect,
    sql`
      SELECT store_id, used_at
      FROM change_logs
      ${after === null ? NOTHING : sql`WHERE store_id > ${after}`}
      ORDER BY store_id
      LIMIT ${limit}`,
  );
  if (logs.length === 0) return [];
  const usedAt = new Map(logs.map(([id, at]) => [textCell(id), numberCell(at)]));
  // Two statements, because stores are on another node than their logs where records are distributed.
  const stores = yield statement(
    dialect,
    sql`
      SELECT id, account_id, changes, history, is_logged
      FROM stores
      WHERE id IN (${list([...usedAt.keys()])})
      ORDER BY id`,
  );
  return stores.map(([id, account, changes, history, isLogged]) => ({
    id: textCell(id),
    accountId: textCell(account),
    changes: booleanCell(changes),
    history: numberOrNull(history ?? null),
    isLogged: booleanCell(isLogged),
    usedAt: usedAt.get(textCell(id)) ?? 0,
  }));
}

export function* logNewStores(
  dialect: SqlDialect,
  { accountId, on }: { readonly accountId: string; readonly on: boolean },
): Steps<null> {
  yield statement(
    dialect,
    sql`
      UPDATE accounts
      SET logs_new_stores = ${on ? 1 : 0}
      WHERE id = ${accountId}`,
  );
  return null;
}
