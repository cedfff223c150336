import type { Clock, IdSource } from '../ports.ts';
import type { Storage } from '../storage/index.ts';

/** What every service works with. */
export interface ServiceContext {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Signs cursors; another one in a copy, where the numbers that they carry mean other records. */
  readonly cursorSecret: string;
}
