import type { Millis, NewJob } from '../ground/rows.ts';

/** A claimed job. */
export interface JobRow {
  readonly id: number;
  readonly kind: string;
  /** Plain JSON, made and read only by code of the kind. */
  readonly payload: string;
  /** How often the job was claimed before this claim. */
  readonly attempts: number;
  /** Failures in a row before this claim. */
  readonly failures: number;
}

/** `waiting`: waits for its time or for a worker. `running`: claimed. `buried`: given up, kept for inspection. */
export type JobState = 'waiting' | 'running' | 'buried';

/** The number of jobs of a kind in a state. */
export interface JobCount {
  readonly kind: string;
  readonly state: JobState;
  readonly count: number;
  /** The earliest time at which a waiting job is due; it may be in the future. Null for the other states. */
  readonly oldestDueAt: Millis | null;
}

export interface BuriedJob {
  readonly id: number;
  readonly kind: string;
  readonly accountId: string | null;
  readonly attempts: number;
  readonly reason: string;
  /** Null for jobs that an older release buried. */
  readonly buriedAt: Millis | null;
}

/** Work that outlives a request. Several processes may share one queue. */
export interface JobStorage {
  /**
   * Adds jobs. While a job with the same key waits, the new one is dropped, because the waiting job does its work.
   * While a job with the same key runs, the new one (the last one of several) waits until the running one ends, and is
   * then due at the earliest requested `runAt`. So work that is requested after the running job has read its data is
   * not lost.
   */
  enqueue(jobs: readonly NewJob[]): Promise<void>;
  /**
   * Claims at most `limit` due jobs of these kinds, by turns of their accounts over all callers: one job of each
   * account in turn, first the account whose last turn is longest ago. Within an account, those that are due longest
   * come first. So an account with any number of due jobs delays another account by one job at most. The cost does not
   * grow with the due jobs of one account. Exactly one caller obtains a job; it is due again if its lease ends without
   * a result.
   */
  claim(kinds: readonly string[], limit: number, now: Millis, leaseUntil: Millis): Promise<JobRow[]>;
  /** Extends a lease. False, here and below: the lease was lost and another worker may have the job. */
  extend(job: JobRow, leaseUntil: Millis): Promise<boolean>;
  /** Removes the job, or replaces it with the job that was enqueued while it ran. */
  complete(job: JobRow): Promise<boolean>;
  /**
   * Makes the job due again at `at`, optionally with a new payload (the progress of a long job). `failures` is the new
   * number of failures in a row, `reason` the message of the last one.
   */
  retry(
    job: JobRow,
    at: Millis,
    change: { readonly reason: string | null; readonly failures: number; readonly payload?: string },
  ): Promise<boolean>;
  /**
   * Gives the job up: it is kept for inspection and never claimed again, and its key is free for a new job. It replaces
   * an earlier buried job with the same key. The job that was enqueued while it ran takes its place in the queue.
   */
  bury(job: JobRow, reason: string, now: Millis): Promise<boolean>;
  /**
   * Puts a buried job back into the queue, due now and without failures. If a job with its key waits already, that job
   * becomes due now instead; if one runs, nothing is added. False: no such buried job.
   */
  revive(id: number, now: Millis): Promise<boolean>;
  /** Returns the counts of all jobs by kind and state, in no order, without counts of 0. Reads one index. */
  counts(): Promise<JobCount[]>;
  /** Returns the jobs that were buried last, newest first. */
  listBuried(limit: number): Promise<BuriedJob[]>;
}
