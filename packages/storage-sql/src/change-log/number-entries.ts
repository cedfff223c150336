import { numberCell, onlyRow } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { keptStatement, type Steps } from '../statements/statement.ts';
import { selectLog } from './log-state.ts';

/** Numbers of the sequence for which one statement gives positions, because others wait for it. */
const STEP = 10_000;

/**
 * The entries that share a number of the sequence get positions in succession. In the log they are one row, in the
 * history each has its row.
 */
const numberFresh = keptStatement<{ readonly storeId: string; readonly last: number; readonly step: number }>(
  (_, { storeId, last, step }) => sql`
    WITH fresh AS MATERIALIZED (
      SELECT
        seq,
        CAST(${last} AS bigint) + CAST(sum(size) OVER (ORDER BY seq) AS bigint) AS number
      FROM (
        SELECT seq, size
        FROM changes
        WHERE store_id = ${storeId}
          AND position IS NULL
        UNION
        SELECT seq, max(following) + 1
        FROM record_history
        WHERE store_id = ${storeId}
          AND position IS NULL
        GROUP BY seq
        ORDER BY seq
        LIMIT ${step}
      ) AS waiting
    ),
    announced AS (
      UPDATE changes
      SET position = number
      FROM fresh
      WHERE changes.store_id = ${storeId}
        AND changes.position IS NULL
        AND changes.seq = fresh.seq
    ),
    kept AS (
      UPDATE record_history
      SET position = number - following
      FROM fresh
      WHERE record_history.store_id = ${storeId}
        AND record_history.position IS NULL
        AND record_history.seq = fresh.seq
      RETURNING bytes
    )
    UPDATE change_logs
    SET last_position = coalesce((SELECT max(number) FROM fresh), last_position),
        history_bytes = history_bytes + (SELECT coalesce(sum(bytes), 0) FROM kept)
    WHERE store_id = ${storeId}
    RETURNING last_position, (SELECT count(*) FROM fresh)`,
);

/**
 * Numbers the entries of a store that are visible and have no position, where that is done when they are read. The first
 * statement locks the log, so the second one sees what others have numbered. An entry that commits later has a higher
 * number, and of two changes of one record the second has the higher one, because it waited for the first. Returns the
 * last position, null if the store has no log.
 */
export function* numberEntries(dialect: SqlDialect, storeId: string): Steps<number | null> {
  const [log] = yield selectLog(dialect, { storeId });
  if (log === undefined) return null;
  let last = numberCell(log[0]);
  while (dialect.positions === 'read') {
    const [next, numbered] = onlyRow(yield numberFresh(dialect, { storeId, last, step: STEP }));
    last = numberCell(next);
    if (numberCell(numbered) < STEP) return last;
  }
  return last;
}
