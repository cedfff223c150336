import type { Millis, NewJob } from '../../ground/rows.ts';
import type { BuriedJob, JobCount, JobRow, JobStorage } from '../jobs.ts';
import { memoryAccountTurns } from './ground/account-turns.ts';

/**
 * A job that waits or runs. `attempts` counts claims, so only the latest claim is current. It is a fencing token:
 * workers whose lease has ended can change nothing.
 */
interface QueuedJob {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  readonly accountId: string | null;
  readonly payload: string;
  readonly attempts: number;
  readonly failures: number;
  /** When the job may be claimed: its time to run, or the end of the lease while it is claimed. */
  readonly dueAt: Millis;
  readonly claimed: boolean;
  /** The job that was enqueued while this one ran. */
  readonly next: Pick<NewJob, 'payload' | 'runAt'> | null;
}

interface KeptBuriedJob extends BuriedJob {
  readonly key: string;
  readonly payload: string;
}

/** The turn key of jobs without an account. */
const SYSTEM = '';

/** The facet, with a synchronous method that enqueues a job in the same step as a change of a store. */
export interface MemoryJobs {
  readonly storage: JobStorage;
  add(jobs: readonly NewJob[]): void;
}

export function memoryJobs(): MemoryJobs {
  const jobsById = new Map<number, QueuedJob>();
  const buriedById = new Map<number, KeptBuriedJob>();
  const turns = memoryAccountTurns();
  let lastId = 0;

  function findByKey(key: string): QueuedJob | undefined {
    return jobsById.values().find((job) => job.key === key);
  }

  function put(job: QueuedJob): void {
    jobsById.set(job.id, job);
  }

  function add(jobs: readonly NewJob[]): void {
    for (const { kind, key, accountId, payload, runAt } of jobs) {
      const live = findByKey(key);
      if (live === undefined) {
        const id = ++lastId;
        const state = { attempts: 0, failures: 0, dueAt: runAt, claimed: false, next: null };
        put({ id, kind, key, accountId, payload, ...state });
      } else if (live.claimed) {
        const earliest = Math.min(runAt, live.next?.runAt ?? runAt);
        put({ ...live, next: { payload, runAt: earliest } });
      }
    }
  }

  /** Returns the job if the claim is its latest one and it is still claimed. */
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
        .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id);
      return turns
        .take(due, limit, ({ accountId }) => accountId ?? SYSTEM)
        .map((job) => {
          put({ ...job, attempts: job.attempts + 1, dueAt: leaseUntil, claimed: true });
          const { id, kind, payload, attempts, failures } = job;
          return { id, kind, payload, attempts, failures };
        });
    },
    async extend(claim, leaseUntil) {
      const job = heldBy(claim);
      if (job === null) return false;
      put({ ...job, dueAt: leaseUntil });
      return true;
    },
    async complete(claim) {
      const job = heldBy(claim);
      if (job === null) return false;
      if (job.next === null) return jobsById.delete(job.id);
      const { payload, runAt } = job.next;
      put({ ...job, payload, dueAt: runAt, failures: 0, claimed: false, next: null });
      return true;
    },
    async retry(claim, at, { failures, payload }) {
      const job = heldBy(claim);
      if (job === null) return false;
      put({ ...job, payload: payload ?? job.payload, dueAt: at, failures, claimed: false });
      return true;
    },
    async bury(claim, reason, now) {
      const job = heldBy(claim);
      if (job === null) return false;
      const { id, kind, key, accountId, payload, attempts, next } = job;
      jobsById.delete(id);
      for (const buried of buriedById.values()) {
        if (buried.key === key) buriedById.delete(buried.id);
      }
      buriedById.set(id, { id, kind, key, accountId, payload, attempts, reason, buriedAt: now });
      if (next !== null) add([{ kind, key, accountId, ...next }]);
      return true;
    },
    async revive(id, now) {
      const buried = buriedById.get(id);
      if (buried === undefined) return false;
      buriedById.delete(id);
      const live = findByKey(buried.key);
      if (live === undefined) {
        const { kind, key, accountId, payload, attempts } = buried;
        const state = { failures: 0, dueAt: now, claimed: false, next: null };
        put({ id, kind, key, accountId, payload, attempts, ...state });
      } else if (!live.claimed) {
        put({ ...live, failures: 0, dueAt: Math.min(now, live.dueAt) });
      }
      return true;
    },
    async counts() {
      const countsByName = new Map<string, JobCount>();
      const count = (kind: string, state: JobCount['state'], dueAt: Millis | null) => {
        const name = JSON.stringify([kind, state]);
        const before = countsByName.get(name);
        const oldestDueAt = dueAt === null ? null : Math.min(dueAt, before?.oldestDueAt ?? dueAt);
        countsByName.set(name, { kind, state, count: (before?.count ?? 0) + 1, oldestDueAt });
      };
      for (const { kind, claimed, dueAt } of jobsById.values()) {
        if (claimed) count(kind, 'running', null);
        else count(kind, 'waiting', dueAt);
      }
      for (const { kind } of buriedById.values()) count(kind, 'buried', null);
      return [...countsByName.values()];
    },
    async listBuried(limit) {
      return [...buriedById.values()]
        .sort((a, b) => (b.buriedAt ?? 0) - (a.buriedAt ?? 0) || b.id - a.id)
        .slice(0, limit)
        .map(({ id, kind, accountId, attempts, reason, buriedAt }) => ({
          id,
          kind,
          accountId,
          attempts,
          reason,
          buriedAt,
        }));
    },
  };

  return { storage, add };
}
