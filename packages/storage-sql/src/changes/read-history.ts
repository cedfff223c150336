import type { HistoryPage, HistoryRow, HistoryStart, Slice, TakenBack } from '@vitrine/core/storage';
import { numberOrNull } from '../statements/cells.ts';
import { and } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { takePage } from '../statements/seq-page.ts';
import { NOTHING, type Row, type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { HISTORY, NUMBERED, readHistory } from './rows.ts';

export interface OfStore {
  readonly storeId: string;
}

/** Returns whether the history of a store has entries without a position. */
export function* hasUnnumbered(dialect: SqlDialect, { storeId }: OfStore): Steps<boolean> {
  if (dialect.positions !== 'read') return false;
  const rows = yield statement(
    dialect,
    sql`
      SELECT 1
      FROM record_history
      WHERE store_id = ${storeId}
        AND position IS NULL
      LIMIT 1`,
  );
  return rows.length > 0;
}

/** Selects numbered entries, newest first. Returns one row more than the limit, if there is one. */
function* newestFirst(
  dialect: SqlDialect,
  conditions: readonly Sql[],
  { before, limit }: HistoryPage,
): Steps<readonly Row[]> {
  const page = before === null ? [] : [sql`position < ${before}`];
  return yield statement(
    dialect,
    sql`
      SELECT ${HISTORY}
      FROM record_history
      WHERE ${and([...conditions, NUMBERED, ...page])}
      ORDER BY position DESC
      LIMIT ${limit + 1}`,
  );
}

export function* readRecordHistory(
  dialect: SqlDialect,
  { storeId, recordId, ...page }: OfStore & HistoryPage & { readonly recordId: string },
): Steps<Slice<HistoryRow>> {
  const rows = yield* newestFirst(dialect, [sql`store_id = ${storeId}`, sql`record_id = ${recordId}`], page);
  return takePage(rows, page.limit, readHistory);
}

/** Returns the condition of a change after which the record has not changed. */
function isLast(storeId: string): Sql {
  return sql`
    NOT EXISTS (
      SELECT 1
      FROM record_history AS later
      WHERE later.store_id = ${storeId}
        AND later.record_id = record_history.record_id
        AND later.position > record_history.position
    )`;
}

export function* readDeletedRecords(
  dialect: SqlDialect,
  { storeId, ...page }: OfStore & HistoryPage,
): Steps<Slice<HistoryRow>> {
  const conditions = [sql`store_id = ${storeId}`, sql`type = 'record.deleted'`, isLast(storeId)];
  return takePage(yield* newestFirst(dialect, conditions, page), page.limit, readHistory);
}

export function* readLastChanges(
  dialect: SqlDialect,
  { storeId, recordIds }: OfStore & { readonly recordIds: readonly string[] },
): Steps<HistoryRow[]> {
  const ofStore = sql`store_id = ${storeId}`;
  const wanted = dialect.isIn(sql`record_id`, recordIds, 'text');
  const page = { before: null, limit: recordIds.length };
  return (yield* newestFirst(dialect, [ofStore, isLast(storeId), wanted], page)).map(readHistory);
}

export function* readHistoryStart(dialect: SqlDialect, { storeId }: OfStore): Steps<HistoryStart | null> {
  const [log] = yield statement(
    dialect,
    sql`
      SELECT history_after, history_from
      FROM change_logs
      WHERE store_id = ${storeId}`,
  );
  const [after, at] = [numberOrNull(log?.[0] ?? null), numberOrNull(log?.[1] ?? null)];
  return after === null || at === null ? null : { after, at };
}

export interface FirstChanges extends OfStore {
  readonly which: TakenBack;
  readonly afterId: string | null;
  readonly limit: number;
}

export function* readFirstChanges(
  dialect: SqlDialect,
  { storeId, which, afterId, limit }: FirstChanges,
): Steps<HistoryRow[]> {
  const isOne = (table: Sql) =>
    'after' in which ? sql`${table}.position > ${which.after}` : sql`${table}.import_id = ${which.importId}`;
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${HISTORY}
      FROM record_history
      WHERE store_id = ${storeId}
        AND ${NUMBERED}
        AND ${isOne(sql`record_history`)}
        ${afterId === null ? NOTHING : sql`AND record_id > ${afterId}`}
        AND NOT EXISTS (
          SELECT 1
          FROM record_history AS earlier
          WHERE earlier.store_id = ${storeId}
            AND earlier.record_id = record_history.record_id
            AND earlier.position < record_history.position
            AND ${isOne(sql`earlier`)}
        )
      ORDER BY record_id
      LIMIT ${limit}`,
  );
  return rows.map(readHistory);
}
