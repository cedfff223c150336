import type { JobRow, JobStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import type { Claim } from './claims.ts';

export function sqlJobs(driver: SqlDriver): JobStorage {
  return {
    async enqueue(jobs) {
      if (jobs.length > 0) await driver.run('enqueueJobs', { jobs });
    },
    async claim(kinds, limit, now, leaseUntil) {
      if (kinds.length === 0 || limit < 1) return [];
      return driver.run('claimJobs', { kinds, limit, now, leaseUntil });
    },
    extend: (job, leaseUntil) => driver.run('extendJob', { claim: claimOf(job), leaseUntil }),
    complete: (job) => driver.run('completeJob', { claim: claimOf(job) }),
    retry: (job, at, { reason, failures, payload = null }) =>
      driver.run('retryJob', { claim: claimOf(job), at, reason, failures, payload }),
    bury: (job, reason, now) => driver.run('buryJob', { claim: claimOf(job), reason, now }),
    revive: (id, now) => driver.run('reviveJob', { id, now }),
    counts: () => driver.run('countJobs', null),
    listBuried: (limit) => driver.run('listBuriedJobs', { limit }),
  };
}

function claimOf({ id, attempts }: JobRow): Claim {
  return { id, attempts };
}
