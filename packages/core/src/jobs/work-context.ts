import type { Geocoder } from '../geocoder.ts';
import type { Clock } from '../ports.ts';
import type { Millis, Storage } from '../storage/index.ts';

/** What background work needs. */
export interface WorkContext {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Null: addresses wait in the queue. */
  readonly geocoder: Geocoder | null;
}

export interface WorkOptions {
  /**
   * Stops the work. No job and no address is begun any more; steps and calls under way have 5 s to end, then they are given up
   * and handed back. `work` resolves within 8 s, also when the storage hangs.
   */
  readonly signal: AbortSignal;
  /** How often to look for due work when there is none. Default 1,000 ms. */
  readonly pollEvery?: Millis;
  /** Called with the error of every failed step; the job itself is tried again. */
  readonly onError?: (error: unknown) => void;
}

export interface RunOptions extends Required<WorkOptions> {
  /** Aborts when the time for what is under way is over. */
  readonly end: AbortSignal;
}
