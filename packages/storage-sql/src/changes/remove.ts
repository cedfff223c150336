import type { KeptChanges } from '@vitrine/core/storage';
import { beginHistory } from '../change-log/begin-history.ts';
import { numberEntries } from '../change-log/number-entries.ts';
import { numberCell, onlyRow } from '../statements/cells.ts';
import { and } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import type { OfStore } from './read-history.ts';
import { NUMBERED } from './rows.ts';

/** Removes the oldest entries of a history that meet the conditions, at most `limit`. Returns their number. */
function* removeHistory(
  dialect: SqlDialect,
  storeId: string,
  conditions: readonly Sql[],
  limit: number,
): Steps<number> {
  const removed = yield statement(
    dialect,
    sql`
      DELETE FROM record_history
      WHERE store_id = ${storeId}
        AND position IN (
          SELECT position
          FROM record_history
          WHERE ${and([sql`store_id = ${storeId}`, ...conditions])}
          ORDER BY position
          LIMIT ${limit}
        )
      RETURNING bytes`,
  );
  const bytes = removed.reduce((sum, [cell]) => sum + numberCell(cell), 0);
  if (bytes > 0) {
    yield statement(
      dialect,
      sql`
        UPDATE change_logs
        SET history_bytes = history_bytes - ${bytes}
        WHERE store_id = ${storeId}`,
    );
  }
  return removed.length;
}

export function* purgeHistory(
  dialect: SqlDialect,
  args: OfStore & { readonly recordIds: readonly string[] | null; readonly limit: number },
): Steps<number> {
  const { storeId, recordIds, limit } = args;
  if ((yield* numberEntries(dialect, storeId)) === null) return 0;
  const wanted = recordIds === null ? [] : [dialect.isIn(sql`record_id`, recordIds, 'text')];
  return yield* removeHistory(dialect, storeId, wanted, limit);
}

export interface TrimChanges extends OfStore {
  readonly kept: KeptChanges;
  readonly limit: number;
}

export function* trimChanges(dialect: SqlDialect, { storeId, kept, limit }: TrimChanges): Steps<boolean> {
  if ((yield* numberEntries(dialect, storeId)) === null) return false;
  const isMore = yield* trimLog(dialect, storeId, kept, limit);
  return (yield* trimHistory(dialect, storeId, kept, limit)) || isMore;
}

/** Removes the oldest entries up to the last one that is too old or followed by too many. */
function* trimLog(
  dialect: SqlDialect,
  storeId: string,
  { since, most }: KeptChanges,
  limit: number,
): Steps<boolean> {
  const oldest = yield statement(
    dialect,
    sql`
      SELECT position, at, size
      FROM changes
      WHERE store_id = ${storeId}
        AND ${NUMBERED}
      ORDER BY position
      LIMIT ${limit + 1}`,
  );
  const [first] = oldest;
  if (first === undefined) return false;
  const before = numberCell(first[0]) - numberCell(first[2]);
  const last = yield* lastBeyond(dialect, storeId, most, before);
  const doomed = oldest.findLastIndex(
    ([position, at]) => numberCell(at) < since || numberCell(position) <= last,
  );
  const end = Math.max(
    numberCell(oldest[Math.min(doomed, limit - 1)]?.[0] ?? before),
    // The last one that is followed by too many may be among others of its row, which then stays.
    doomed < limit ? last : 0,
  );
  if (end === before) return false;
  yield statement(
    dialect,
    sql`
      DELETE FROM changes
      WHERE store_id = ${storeId}
        AND position <= ${end}`,
  );
  yield statement(
    dialect,
    sql`
      UPDATE change_logs
      SET complete_after = ${end}
      WHERE store_id = ${storeId}
        AND complete_after < ${end}`,
  );
  return doomed === limit;
}

/**
 * Returns the position of the last entry that is followed by at least `most` others, 0 if there is none.
 *
 * @param before the position before the first entry.
 */
function* lastBeyond(dialect: SqlDialect, storeId: string, most: number, before: number): Steps<number> {
  const [log] = yield statement(
    dialect,
    sql`
      SELECT last_position
      FROM change_logs
      WHERE store_id = ${storeId}`,
  );
  // Positions may have gaps, so the entries are counted only if they may be too many.
  if (numberCell(log?.[0] ?? 0) - before <= most) return 0;
  const [beyond] = yield statement(
    dialect,
    sql`
      SELECT CAST(position - (${most} - following) AS bigint)
      FROM (
        SELECT
          position,
          size,
          sum(size) OVER (ORDER BY position DESC ROWS UNBOUNDED PRECEDING) - size AS following
        FROM changes
        WHERE store_id = ${storeId}
          AND ${NUMBERED}
      ) AS newest
      WHERE following + size > ${most}
      ORDER BY position DESC
      LIMIT 1`,
  );
  return numberCell(beyond?.[0] ?? 0);
}

function* trimHistory(
  dialect: SqlDialect,
  storeId: string,
  { historySince, historyBytes }: KeptChanges,
  limit: number,
): Steps<boolean> {
  const [log] = yield statement(
    dialect,
    sql`
      SELECT history_bytes
      FROM change_logs
      WHERE store_id = ${storeId}`,
  );
  const oldest = yield statement(
    dialect,
    sql`
      SELECT position, at, bytes
      FROM record_history
      WHERE store_id = ${storeId}
        AND ${NUMBERED}
      ORDER BY position
      LIMIT ${limit + 1}`,
  );
  let left = numberCell(log?.[0] ?? 0);
  const doomed = oldest.filter(([, at, bytes]) => {
    const isKept = historySince !== null && numberCell(at) >= historySince && left <= historyBytes;
    if (!isKept) left -= numberCell(bytes);
    return !isKept;
  });
  const removed = doomed.slice(0, limit);
  const last = removed.at(-1);
  if (last !== undefined) {
    const positions = removed.map(([position]) => numberCell(position));
    yield* removeHistory(dialect, storeId, [dialect.isIn(sql`position`, positions, 'whole')], limit);
    yield* beginHistory(dialect, storeId, { after: numberCell(last[0]), at: numberCell(last[1]) });
  }
  return doomed.length > limit;
}

/** Removes entries of a deleted store, at last its log. Returns whether more is left. */
export function* purgeChanges(
  dialect: SqlDialect,
  { storeId, limit }: OfStore & { readonly limit: number },
): Steps<boolean> {
  const live = yield statement(
    dialect,
    sql`
      SELECT 1
      FROM stores
      WHERE id = ${storeId}
        AND deleted_at IS NULL`,
  );
  if (live.length > 0 || (yield* numberEntries(dialect, storeId)) === null) return false;
  const removed = yield statement(
    dialect,
    sql`
      DELETE FROM changes
      WHERE store_id = ${storeId}
        AND position IN (
          SELECT position
          FROM changes
          WHERE store_id = ${storeId}
          ORDER BY position
          LIMIT ${limit}
        )`,
  );
  const history = yield* removeHistory(dialect, storeId, [], limit);
  if (numberCell(onlyRow(removed)[0]) === limit || history === limit) return true;
  yield statement(
    dialect,
    sql`
      DELETE FROM change_logs
      WHERE store_id = ${storeId}`,
  );
  return false;
}
