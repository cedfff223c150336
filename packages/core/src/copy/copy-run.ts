import type { Millis, Storage } from '../storage/index.ts';

/** The storages of a copy, its time and its progress. */
export interface CopyRun {
  readonly from: Storage;
  readonly to: Storage;
  /** The same for the whole run, so that a record that expires during it is live, or expired, on both sides. */
  readonly now: Millis;
  /** Reports progress. @throws CopyError `stopped` when the signal has aborted. */
  readonly advance: (records: number) => void;
}
