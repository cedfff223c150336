import type { Sql } from '../sql.ts';

/**
 * The log of records that were changed or deleted. Its numbers rise in the order of commits, and the entry with the highest
 * one is never removed. New records are not in it, where their numbers rise within a store in the order of commits.
 */
export interface ChangeTracking {
  /** Selects one row with the lowest and the highest number of the log. */
  readonly bounds: Sql;
  /** Selects the numbers of the records in the entries after one. A record may occur more than once. */
  after(change: number): Sql;
  /** Returns the insertion number of the store that the record belongs to. */
  storeNumberOf(seq: number): number;
}
