import type { JobRow, JobStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import type { Claim } from './operations.ts';

export function sqlJobs(driver: SqlDriver): JobStorage {
  return {
    async enqueue(jobs) {
      if (jobs.length > 0) await driver.run('write', 'enqueueJobs', { jobs });
    },
    async claim(kinds, limit, now, leaseUntil) {
      if (kinds.length === 0 || limit < 1) return [];
      return driver.run('write', 'claimJobs', { kinds, limit, now, leaseUntil });
    },
    extend: (job, leaseUntil) => driver.run('write', 'extendJob', { claim: claimOf(job), leaseUntil }),
    complete: (job) => driver.run('write', 'completeJob', { claim: claimOf(job) }),
    retry: (job, at, { reason, failures, payload = null }) =>
      driver.run('write', 'retryJob', { claim: claimOf(job), at, reason, failures, payload }),
    bury: (job, reason, now) => driver.run('write', 'buryJob', { claim: claimOf(job), reason, now }),
    revive: (id, now) => driver.run('write', 'reviveJob', { id, now }),
    counts: () => driver.run('scan', 'countJobs', null),
    listBuried: (limit) => driver.run('read', 'listBuriedJobs', { limit }),
  };
}

function claimOf({ id, attempts }: JobRow): Claim {
  return { id, attempts };
}
