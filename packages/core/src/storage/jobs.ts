import type { Millis, NewJob } from './rows.ts';

/** A claimed job. */
export interface JobRow {
  readonly id: number;
  readonly kind: string;
  /** Plain JSON, made and read by the job's kind only. */
  readonly payload: string;
  /** How often it was claimed before this claim. */
  readonly attempts: number;
  /** Failures in a row before this claim. */
  readonly failures: number;
}

/** `waiting`: for its time or for a worker. `running`: claimed. `buried`: given up, for people to look at. */
export type JobState = 'waiting' | 'running' | 'buried';

/** How many jobs of a kind are in a state. */
export interface JobCount {
  readonly kind: string;
  readonly state: JobState;
  readonly count: number;
  /** The earliest time at which a waiting job is due, which may be in the future. Null for the other states. */
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
   * Adds jobs. While a job of the same key waits, the new one is dropped: the waiting job does its work. While a job of
   * the same key runs, the new one (of several, the last one) waits until the running one ends, and is then due at the earliest
   * `runAt` that was asked for. So no work is lost that was asked for after the running job looked.
   */
  enqueue(jobs: readonly NewJob[]): Promise<void>;
  /**
   * Claims at most `limit` due jobs of these kinds, by turns of their accounts: one job of each account in turn, the account
   * first whose last turn is longest ago, over all callers. Of one account, those that are due longest come first. So an
   * account with any number of due jobs delays another account by one job at most. Its cost does not grow with the due
   * jobs of one account. Exactly one caller obtains a job; it is due again when its lease ends without an answer.
   */
  claim(kinds: readonly string[], limit: number, now: Millis, leaseUntil: Millis): Promise<JobRow[]>;
  /** Prolongs a lease. False, here and below: the lease was lost, another has the job. */
  extend(job: JobRow, leaseUntil: Millis): Promise<boolean>;
  /** Removes the job, or makes it the one that was enqueued while it ran. */
  complete(job: JobRow): Promise<boolean>;
  /**
   * Due again at `at`, with a new payload when given (how far a long job got). `failures` is the new number of failures in a
   * row, `reason` the message of the last one.
   */
  retry(
    job: JobRow,
    at: Millis,
    change: { readonly reason: string | null; readonly failures: number; readonly payload?: string },
  ): Promise<boolean>;
  /**
   * Gives the job up: it is kept for people to look at and never claimed again, and its key is free for a new job. It
   * replaces an earlier buried job of the same key. The job that was enqueued while it ran takes its place in the queue.
   */
  bury(job: JobRow, reason: string, now: Millis): Promise<boolean>;
  /**
   * Puts a buried job back: due now, with no failures. If a job of its key waits already, that one is due now in its
   * place; if one runs, that one is enough. False: no such buried job.
   */
  revive(id: number, now: Millis): Promise<boolean>;
  /** Counts of all jobs, by kind and state, in no order; without those that are 0. Reads one index. */
  counts(): Promise<JobCount[]>;
  /** The jobs that were buried last, newest first. */
  listBuried(limit: number): Promise<BuriedJob[]>;
}
