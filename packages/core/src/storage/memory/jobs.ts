import type { JobRow, Millis } from '../rows.ts';
import type { JobStorage, NewJob } from '../storage.ts';

/**
 * A job that waits or runs. `attempts` counts claims, so a claim is current while it is the latest one: it is the
 * fencing token that makes a holder who lost its lease harmless.
 */
interface QueuedJob {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  readonly payload: string;
  readonly attempts: number;
  /** When it may be claimed: its time to run, or the end of the lease while claimed. */
  readonly dueAt: Millis;
  readonly claimed: boolean;
}

/** The facet, and the way in for a job that follows a store change in the same step. */
export interface MemoryJobs {
  readonly storage: JobStorage;
  add(jobs: readonly NewJob[]): void;
}

export function memoryJobs(): MemoryJobs {
  const jobsById = new Map<number, QueuedJob>();
  const buriedById = new Map<number, QueuedJob & { readonly reason: string }>();
  let lastId = 0;

  function add(jobs: readonly NewJob[]): void {
    for (const { kind, key, payload, runAt } of jobs) {
      if ([...jobsById.values()].some((job) => job.key === key)) continue;
      const id = ++lastId;
      jobsById.set(id, { id, kind, key, payload, attempts: 0, dueAt: runAt, claimed: false });
    }
  }

  /** The job, if the caller's claim is its latest one and was not given back. */
  function heldBy(claim: JobRow): QueuedJob | null {
    const job = jobsById.get(claim.id);
    return job?.claimed && job.attempts === claim.attempts + 1 ? job : null;
  }

  const storage: JobStorage = {
    async enqueue(jobs) {
      add(jobs);
    },
    async claim(kinds, limit, now, leaseUntil) {
      const due = [...jobsById.values()]
        .filter((job) => kinds.includes(job.kind) && job.dueAt <= now)
        .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id)
        .slice(0, limit);
      return due.map((job) => {
        jobsById.set(job.id, { ...job, attempts: job.attempts + 1, dueAt: leaseUntil, claimed: true });
        return { id: job.id, kind: job.kind, payload: job.payload, attempts: job.attempts };
      });
    },
    async extend(claim, leaseUntil) {
      const job = heldBy(claim);
      if (job === null) return false;
      jobsById.set(job.id, { ...job, dueAt: leaseUntil });
      return true;
    },
    async complete(claim) {
      return heldBy(claim) !== null && jobsById.delete(claim.id);
    },
    async retry(claim, at, { payload }) {
      const job = heldBy(claim);
      if (job === null) return false;
      jobsById.set(job.id, { ...job, payload: payload ?? job.payload, dueAt: at, claimed: false });
      return true;
    },
    async bury(claim, reason) {
      const job = heldBy(claim);
      if (job === null) return false;
      jobsById.delete(job.id);
      buriedById.set(job.id, { ...job, reason });
      return true;
    },
  };

  return { storage, add };
}
