import type { JobRow, JobStorage, Millis, NewJob } from '@vitrine/core/storage';
import { changedRows, numberCell, textCell } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import type { SqlDriver } from './driver.ts';
import { type Program, statement } from './program.ts';
import { join, NOTHING, type Sql, sql } from './sql.ts';

/**
 * A job waits or runs while `live_key` holds its key, which is unique; a buried job has none. `due_at` is when it may
 * be claimed: its time to run or, while it is claimed, the end of the lease. `attempts` counts claims and so tells
 * the latest claim from those that lost their lease.
 */
export function* enqueueJobs(
  dialect: SqlDialect,
  { jobs }: { readonly jobs: readonly NewJob[] },
): Program<null> {
  for (const { kind, payload, key, runAt } of jobs) {
    yield statement(
      dialect,
      sql`INSERT INTO jobs (kind, payload, job_key, live_key, due_at, attempts, claimed) VALUES (${kind}, ${payload}, ${key}, ${key}, ${runAt}, 0, 0) ON CONFLICT (live_key) DO NOTHING`,
    );
  }
  return null;
}

export function* claimJobs(
  dialect: SqlDialect,
  args: {
    readonly kinds: readonly string[];
    readonly limit: number;
    readonly now: Millis;
    readonly leaseUntil: Millis;
  },
): Program<JobRow[]> {
  const { kinds, limit, now, leaseUntil } = args;
  const due = yield statement(
    dialect,
    sql`SELECT id, kind, payload, attempts FROM jobs WHERE due_at <= ${now} AND kind IN (${join(kinds)}) ORDER BY due_at, id LIMIT ${limit}${dialect.forUpdateSkipLocked}`,
  );
  const claimed: JobRow[] = [];
  for (const row of due) {
    const job = {
      id: numberCell(row[0]),
      kind: textCell(row[1]),
      payload: textCell(row[2]),
      attempts: numberCell(row[3]),
    };
    // Asks again whether the job is due: where locked rows can't be passed over, another may have been first.
    const rows = yield statement(
      dialect,
      sql`UPDATE jobs SET due_at = ${leaseUntil}, attempts = attempts + 1, claimed = 1 WHERE id = ${job.id} AND attempts = ${job.attempts} AND due_at <= ${now}`,
    );
    if (changedRows(rows) > 0) claimed.push(job);
  }
  return claimed;
}

/** Names a claim: it is current while the job is claimed and was not claimed again since. */
interface Claim {
  readonly id: number;
  readonly attempts: number;
}

function held({ id, attempts }: Claim): Sql {
  return sql`id = ${id} AND attempts = ${attempts + 1} AND claimed = 1`;
}

function* changeHeld(dialect: SqlDialect, change: Sql, claim: Claim): Program<boolean> {
  return changedRows(yield statement(dialect, sql`${change} WHERE ${held(claim)}`)) > 0;
}

export function* extendJob(
  dialect: SqlDialect,
  { claim, leaseUntil }: { readonly claim: Claim; readonly leaseUntil: Millis },
): Program<boolean> {
  return yield* changeHeld(dialect, sql`UPDATE jobs SET due_at = ${leaseUntil}`, claim);
}

export function* completeJob(dialect: SqlDialect, { claim }: { readonly claim: Claim }): Program<boolean> {
  return yield* changeHeld(dialect, sql`DELETE FROM jobs`, claim);
}

export function* retryJob(
  dialect: SqlDialect,
  args: {
    readonly claim: Claim;
    readonly at: Millis;
    readonly reason: string | null;
    readonly payload: string | null;
  },
): Program<boolean> {
  const { claim, at, reason, payload } = args;
  const kept = payload === null ? NOTHING : sql`, payload = ${payload}`;
  return yield* changeHeld(
    dialect,
    sql`UPDATE jobs SET due_at = ${at}, claimed = 0, reason = ${reason}${kept}`,
    claim,
  );
}

export function* buryJob(
  dialect: SqlDialect,
  { claim, reason }: { readonly claim: Claim; readonly reason: string },
): Program<boolean> {
  return yield* changeHeld(
    dialect,
    sql`UPDATE jobs SET live_key = NULL, due_at = NULL, claimed = 0, reason = ${reason}`,
    claim,
  );
}

export function sqlJobs(driver: SqlDriver): JobStorage {
  return {
    async enqueue(jobs) {
      if (jobs.length > 0) await driver.run('write', 'enqueueJobs', { jobs });
    },
    async claim(kinds, limit, now, leaseUntil) {
      if (kinds.length === 0) return [];
      return driver.run('write', 'claimJobs', { kinds, limit, now, leaseUntil });
    },
    extend: (job, leaseUntil) => driver.run('write', 'extendJob', { claim: claimOf(job), leaseUntil }),
    complete: (job) => driver.run('write', 'completeJob', { claim: claimOf(job) }),
    retry: (job, at, { reason, payload = null }) =>
      driver.run('write', 'retryJob', { claim: claimOf(job), at, reason, payload }),
    bury: (job, reason) => driver.run('write', 'buryJob', { claim: claimOf(job), reason }),
  };
}

function claimOf({ id, attempts }: JobRow): Claim {
  return { id, attempts };
}
