import type { BuriedJob, Millis } from '@vitrine/core/storage';
import { numberCell, numberOrNull, textCell, textOrNull } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { SYSTEM_ACCOUNT } from '../statements/enqueue-jobs.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

/**
 * Returns a buried job to the queue. If a job of the same key waits, that one runs now instead, and if one runs, the
 * buried job is only removed. Returns false if the job is not buried.
 */
export function* reviveJob(
  dialect: SqlDialect,
  { id, now }: { readonly id: number; readonly now: Millis },
): Steps<boolean> {
  const [buried] = yield statement(
    dialect,
    sql`
      SELECT job_key
      FROM jobs
      WHERE id = ${id}
        AND live_key IS NULL
      ${dialect.forUpdate}`,
  );
  if (buried === undefined) return false;
  const key = textCell(buried[0]);
  const [live] = yield statement(
    dialect,
    sql`
      SELECT id
      FROM jobs
      WHERE live_key = ${key}
      ${dialect.forUpdate}`,
  );
  if (live === undefined) {
    yield statement(
      dialect,
      sql`
        UPDATE jobs
        SET live_key = job_key,
            due_at = ${now},
            failures = 0,
            reason = NULL,
            buried_at = NULL
        WHERE id = ${id}`,
    );
    return true;
  }
  yield statement(
    dialect,
    sql`
      DELETE FROM jobs
      WHERE id = ${id}`,
  );
  yield statement(
    dialect,
    sql`
      UPDATE jobs
      SET failures = 0,
          due_at = CASE
            WHEN due_at < ${now} THEN due_at
            ELSE ${now}
          END
      WHERE id = ${numberCell(live[0])}
        AND claimed = 0`,
  );
  return true;
}

export function* listBuriedJobs(
  dialect: SqlDialect,
  { limit }: { readonly limit: number },
): Steps<BuriedJob[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT id, kind, account_id, attempts, reason, buried_at
      FROM jobs
      WHERE buried_at IS NOT NULL
      ORDER BY buried_at DESC, id DESC
      LIMIT ${limit}`,
  );
  return rows.map((row) => ({
    id: numberCell(row[0]),
    kind: textCell(row[1]),
    accountId: textCell(row[2]) === SYSTEM_ACCOUNT ? null : textCell(row[2]),
    attempts: numberCell(row[3]),
    reason: textOrNull(row[4]) ?? '',
    buriedAt: numberOrNull(row[5]),
  }));
}
