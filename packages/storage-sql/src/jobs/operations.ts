import type { BuriedJob, JobCount, JobRow, Millis } from '@vitrine/core/storage';
import { type AccountQueue, claimByAccount } from '../account-turns.ts';
import { changedRows, numberCell, numberOrNull, textCell, textOrNull } from '../cells.ts';
import { list } from '../clauses.ts';
import type { SqlDialect } from '../dialect.ts';
import { enqueueJobs, SYSTEM_ACCOUNT } from '../enqueue-jobs.ts';
import { read, scan, write } from '../operation.ts';
import { NOTHING, type Sql, sql } from '../sql.ts';
import { type Steps, statement } from '../statement.ts';

export const jobOperations = {
  buryJob: write(buryJob),
  claimJobs: write(claimJobs, { outdated: (_, jobs) => (jobs.length > 0 ? null : []) }),
  completeJob: write(completeJob),
  countJobs: scan(countJobs),
  enqueueJobs: write(enqueueJobs),
  extendJob: write(extendJob),
  listBuriedJobs: read(listBuriedJobs),
  retryJob: write(retryJob),
  reviveJob: write(reviveJob),
};

/**
 * A job waits or runs while `live_key` holds its key, which is unique; a buried job has none. `due_at` is when it may
 * be claimed: its time to run or, while it is claimed, the end of the lease. `attempts` counts claims and so tells
 * the latest claim from those that lost their lease. `next_payload` and `next_due_at` are the job of the same key that was
 * enqueued while this one ran.
 */
function* claimJobs(
  dialect: SqlDialect,
  args: {
    readonly kinds: readonly string[];
    readonly limit: number;
    readonly now: Millis;
    readonly leaseUntil: Millis;
  },
): Steps<JobRow[]> {
  const { kinds, limit, now, leaseUntil } = args;
  const queue: AccountQueue<JobRow> = {
    name: 'jobs',
    table: sql`jobs`,
    columns: sql`id, kind, payload, attempts, failures`,
    account: sql`account_id`,
    order: sql`due_at, id`,
    waits: sql`due_at IS NOT NULL`,
    isDue: sql`due_at <= ${now} AND kind IN (${list(kinds)})`,
    *claim(row) {
      const job = {
        id: numberCell(row[1]),
        kind: textCell(row[2]),
        payload: textCell(row[3]),
        attempts: numberCell(row[4]),
        failures: numberCell(row[5]),
      };
      // Asks again whether the job is due: another may have been first, or be about to be.
      const rows = yield statement(
        dialect,
        sql`
          UPDATE jobs
          SET due_at = ${leaseUntil}, attempts = attempts + 1, claimed = 1
          WHERE id = (
            SELECT id
            FROM jobs
            WHERE id = ${job.id}
              AND attempts = ${job.attempts}
              AND due_at <= ${now}
            ${dialect.forUpdateSkipLocked}
          )
            AND attempts = ${job.attempts}
            AND due_at <= ${now}`,
      );
      return changedRows(rows) > 0 ? job : null;
    },
  };
  return yield* claimByAccount(dialect, queue, limit);
}

/** Names a claim: it is current while the job is claimed and was not claimed again since. */
export interface Claim {
  readonly id: number;
  readonly attempts: number;
}

function held({ id, attempts }: Claim): Sql {
  return sql`id = ${id} AND attempts = ${attempts + 1} AND claimed = 1`;
}

function* changeHeld(dialect: SqlDialect, change: Sql, claim: Claim): Steps<boolean> {
  return changedRows(yield statement(dialect, sql`${change} WHERE ${held(claim)}`)) > 0;
}

function* extendJob(
  dialect: SqlDialect,
  { claim, leaseUntil }: { readonly claim: Claim; readonly leaseUntil: Millis },
): Steps<boolean> {
  return yield* changeHeld(dialect, sql`UPDATE jobs SET due_at = ${leaseUntil}`, claim);
}

/** The job of the same key that was enqueued while this one ran. */
interface NextJob {
  readonly payload: string;
  readonly runAt: Millis;
}

interface HeldJob {
  readonly kind: string;
  readonly key: string;
  readonly accountId: string;
  readonly next: NextJob | null;
}

/** Reads the job and locks it, so that nothing is enqueued behind it until the transaction ends. */
function* readHeld(dialect: SqlDialect, claim: Claim): Steps<HeldJob | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT kind, job_key, account_id, next_payload, next_due_at
      FROM jobs
      WHERE ${held(claim)}
      ${dialect.forUpdate}`,
  );
  if (row === undefined) return null;
  const payload = textOrNull(row[3]);
  return {
    kind: textCell(row[0]),
    key: textCell(row[1]),
    accountId: textCell(row[2]),
    next: payload === null ? null : { payload, runAt: numberCell(row[4]) },
  };
}

function* completeJob(dialect: SqlDialect, { claim }: { readonly claim: Claim }): Steps<boolean> {
  const job = yield* readHeld(dialect, claim);
  if (job === null) return false;
  if (job.next === null) return yield* changeHeld(dialect, sql`DELETE FROM jobs`, claim);
  return yield* changeHeld(
    dialect,
    sql`
      UPDATE jobs
      SET payload = next_payload,
          due_at = next_due_at,
          claimed = 0,
          failures = 0,
          reason = NULL,
          next_payload = NULL,
          next_due_at = NULL`,
    claim,
  );
}

function* retryJob(
  dialect: SqlDialect,
  args: {
    readonly claim: Claim;
    readonly at: Millis;
    readonly reason: string | null;
    readonly failures: number;
    readonly payload: string | null;
  },
): Steps<boolean> {
  const { claim, at, reason, failures, payload } = args;
  const kept = payload === null ? NOTHING : sql`, payload = ${payload}`;
  return yield* changeHeld(
    dialect,
    sql`
      UPDATE jobs
      SET due_at = ${at}, claimed = 0, failures = ${failures}, reason = ${reason}${kept}`,
    claim,
  );
}

function* buryJob(
  dialect: SqlDialect,
  { claim, reason, now }: { readonly claim: Claim; readonly reason: string; readonly now: Millis },
): Steps<boolean> {
  const job = yield* readHeld(dialect, claim);
  if (job === null) return false;
  const { kind, key, accountId, next } = job;
  yield statement(
    dialect,
    sql`
    DELETE FROM jobs
    WHERE job_key = ${key}
      AND live_key IS NULL`,
  );
  yield* changeHeld(
    dialect,
    sql`
      UPDATE jobs
      SET live_key = NULL,
          due_at = NULL,
          claimed = 0,
          reason = ${reason},
          buried_at = ${now},
          next_payload = NULL,
          next_due_at = NULL`,
    claim,
  );
  if (next !== null) yield* enqueueJobs(dialect, { jobs: [{ kind, key, accountId, ...next }] });
  return true;
}

function* reviveJob(
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
        SET live_key = job_key, due_at = ${now}, failures = 0, reason = NULL, buried_at = NULL
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
      SET failures = 0, due_at = CASE WHEN due_at < ${now} THEN due_at ELSE ${now} END
      WHERE id = ${numberCell(live[0])}
        AND claimed = 0`,
  );
  return true;
}

function* countJobs(dialect: SqlDialect, _: null): Steps<JobCount[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT kind, claimed, count(*), min(due_at), count(due_at)
      FROM jobs
      GROUP BY claimed, kind`,
  );
  return rows.flatMap((row) => {
    const kind = textCell(row[0]);
    const claimed = numberCell(row[1]) === 1;
    const live = numberCell(row[4]);
    // Only buried jobs are never due; they are not claimed.
    const buried = numberCell(row[2]) - live;
    const oldestDueAt = claimed ? null : numberOrNull(row[3]);
    const counts: JobCount[] = [
      { kind, state: claimed ? 'running' : 'waiting', count: live, oldestDueAt },
      { kind, state: 'buried', count: buried, oldestDueAt: null },
    ];
    return counts.filter(({ count }) => count > 0);
  });
}

function* listBuriedJobs(dialect: SqlDialect, { limit }: { readonly limit: number }): Steps<BuriedJob[]> {
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
    // 0: buried under a layout that kept no time.
    buriedAt: numberOrNull(row[5]) || null,
  }));
}
