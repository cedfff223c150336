import type { JobRow, Millis } from '@vitrine/core/storage';
import { type AccountQueue, claimByAccount } from '../statements/account-turns.ts';
import { changedRows, numberCell, textCell, textOrNull } from '../statements/cells.ts';
import { and, assignmentList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { enqueueJobs } from '../statements/enqueue-jobs.ts';
import { type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

/**
 * Claims due jobs. A job waits or runs while `live_key` holds its key, which is unique; it is null in buried jobs.
 * `due_at` is the time from which it may be claimed: its time to run or, while it is claimed, the end of the lease.
 * `attempts` counts claims, so it distinguishes the latest claim from those that lost their lease. `next_payload` and
 * `next_due_at` are the job of the same key that was enqueued while this one ran.
 */
export function* claimJobs(
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
    columns: [sql`id`, sql`kind`, sql`payload`, sql`attempts`, sql`failures`],
    account: sql`account_id`,
    order: sql`due_at, id`,
    waits: sql`due_at IS NOT NULL`,
    isDue: [sql`due_at <= ${now}`, sql`kind IN (${list(kinds)})`],
    *claim(row) {
      const job = {
        id: numberCell(row[1]),
        kind: textCell(row[2]),
        payload: textCell(row[3]),
        attempts: numberCell(row[4]),
        failures: numberCell(row[5]),
      };
      // Checks again that the job is due, because another caller may have claimed it or may be claiming it.
      const rows = yield statement(
        dialect,
        sql`
          UPDATE jobs
          SET due_at = ${leaseUntil},
              attempts = attempts + 1,
              claimed = 1
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

/** Identifies a claim. It is current until the job is claimed again or its claim ends. */
export interface Claim {
  readonly id: number;
  readonly attempts: number;
}

/** Returns the conditions that the claim is current. */
function held({ id, attempts }: Claim): Sql {
  return and([sql`id = ${id}`, sql`attempts = ${attempts + 1}`, sql`claimed = 1`]);
}

function* changeHeld(dialect: SqlDialect, change: Sql, claim: Claim): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      ${change}
      WHERE ${held(claim)}`,
  );
  return changedRows(rows) > 0;
}

export function* extendJob(
  dialect: SqlDialect,
  { claim, leaseUntil }: { readonly claim: Claim; readonly leaseUntil: Millis },
): Steps<boolean> {
  return yield* changeHeld(
    dialect,
    sql`
      UPDATE jobs
      SET due_at = ${leaseUntil}`,
    claim,
  );
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

/** Reads the job and locks it, so that no job of the same key is enqueued until the transaction ends. */
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

export function* completeJob(dialect: SqlDialect, { claim }: { readonly claim: Claim }): Steps<boolean> {
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

export function* retryJob(
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
  const assignments = [
    sql`due_at = ${at}`,
    sql`claimed = 0`,
    sql`failures = ${failures}`,
    sql`reason = ${reason}`,
    ...(payload === null ? [] : [sql`payload = ${payload}`]),
  ];
  return yield* changeHeld(
    dialect,
    sql`
      UPDATE jobs
      SET ${assignmentList(assignments)}`,
    claim,
  );
}

export function* buryJob(
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
