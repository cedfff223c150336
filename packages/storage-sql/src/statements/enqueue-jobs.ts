import type { NewJob } from '@vitrine/core/storage';
import type { SqlDialect } from './dialect.ts';
import { sql } from './sql.ts';
import { type Steps, statement } from './statement.ts';

/** The account of jobs that have none. */
export const SYSTEM_ACCOUNT = '';

export function* enqueueJobs(
  dialect: SqlDialect,
  { jobs }: { readonly jobs: readonly NewJob[] },
): Steps<null> {
  for (const { kind, payload, accountId, key, runAt } of jobs) {
    yield statement(
      dialect,
      sql`
        INSERT INTO jobs (kind, payload, account_id, job_key, live_key, due_at, attempts, claimed)
        VALUES (${kind}, ${payload}, ${accountId ?? SYSTEM_ACCOUNT}, ${key}, ${key}, ${runAt}, 0, 0)
        ON CONFLICT (live_key) DO UPDATE
        SET next_payload = excluded.payload,
            next_due_at = CASE
              WHEN jobs.next_due_at < excluded.due_at THEN jobs.next_due_at
              ELSE excluded.due_at
            END
        WHERE jobs.claimed = 1`,
    );
  }
  return null;
}
