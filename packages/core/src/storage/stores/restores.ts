import type { Millis, NewJob } from '../../ground/rows.ts';

export interface RestoreRef {
  readonly accountId: string;
  readonly storeId: string;
  readonly id: string;
}

/** A restore of many records, which a job makes in steps. */
export interface NewRestore extends RestoreRef {
  /** What is restored, as plain JSON. Made and read by core only. */
  readonly plan: string;
  /** The state before the first step, as plain JSON. Made and read by core only. */
  readonly progress: string;
  readonly createdAt: Millis;
}

export interface RestoreRow extends NewRestore {
  readonly status: 'running' | 'done' | 'failed';
  /** Why it failed. */
  readonly reason: string | null;
  /** The number of steps that were made. */
  readonly steps: number;
  readonly finishedAt: Millis | null;
}

export interface RestoreEnd {
  readonly status: 'done' | 'failed';
  readonly reason: string | null;
}

/** Which restores are purged: those of a store, or those that ended before a time. */
export type PurgedRestores = { readonly storeId: string } | { readonly endedBefore: Millis };

/** Restores of records in the background. */
export interface RestoreStorage {
  /**
   * Inserts a running restore and enqueues its job. False, and nothing is written, while another one of the store runs. Of
   * racing calls for one store, one inserts.
   */
  insert(row: NewRestore, enqueue: readonly NewJob[]): Promise<boolean>;
  get(ref: RestoreRef): Promise<RestoreRow | null>;
  /**
   * Adds the results of the step with the number `from`, as plain JSON, and replaces the progress. False, and nothing is
   * written, if another number of steps was made or the restore has ended.
   */
  advance(ref: RestoreRef, from: number, results: string, progress: string): Promise<boolean>;
  /** Ends a restore that runs. False: it has ended. */
  finish(ref: RestoreRef, end: RestoreEnd, now: Millis): Promise<boolean>;
  /** Returns the results of at most `limit` steps, from the step with the number `from`. */
  listResults(ref: RestoreRef, from: number, limit: number): Promise<string[]>;
  /** Permanently removes at most `limit` restores with their results. Returns their number. */
  purge(which: PurgedRestores, limit: number): Promise<number>;
}
