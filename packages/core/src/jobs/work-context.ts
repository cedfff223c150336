import type { Geocoder } from '../ports/geocoder.ts';
import type { Clock } from '../ports/ports.ts';
import type { ImportRef, Millis, RestoreRef, Storage } from '../storage/index.ts';
import type { Alarm } from './alarm.ts';

/** Dependencies of background work. */
export interface WorkContext {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Null: addresses stay in the queue. */
  readonly geocoder: Geocoder | null;
  /** Ends the pause of workers that found nothing to do. */
  readonly alarm: Alarm;
  /** Reads and writes the next part of the file of an import. */
  readonly advanceImport: (ref: ImportRef) => Promise<'done' | 'more'>;
  /** Restores the next records of a restore. */
  readonly advanceRestore: (ref: RestoreRef) => Promise<'done' | 'more'>;
}

export interface WorkOptions {
  /**
   * Stops the work. No further job or address begins; steps and calls in flight have 5 s to end, then they are
   * abandoned and returned to the queue. `work` resolves within 8 s, even if the storage hangs.
   */
  readonly signal: AbortSignal;
  /** The interval between looks for due work when there is none. Default 1,000 ms. */
  readonly pollEvery?: Millis | undefined;
  /** Called with the error of each failed step. The job itself is retried. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** `WorkOptions` with their defaults. */
export interface RunOptions {
  readonly signal: AbortSignal;
  readonly pollEvery: Millis;
  readonly onError: (error: unknown) => void;
  /** Aborts when the time for steps in flight is over. */
  readonly end: AbortSignal;
}
