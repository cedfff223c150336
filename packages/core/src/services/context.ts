import type { Clock, IdSource } from '../ports.ts';
import type { Storage } from '../storage/index.ts';

/** What every service works with. */
export interface ServiceContext {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Signs cursors. */
  readonly secret: string;
}
