import type { LogPosition } from '../../records/reads/log-place.ts';
import type { NumberedStore, SqlDialect } from '../../statements/dialect.ts';
import type { Steps } from '../../statements/statement.ts';

/**
 * Whether the changes of a store are in the log. `later`: some that are not in the log may still be committed. `lost`:
 * some may have been committed since the log was read last.
 */
export type Logged = 'yes' | 'later' | 'lost';

/** The content of a log in one snapshot. */
export interface LogRead {
  /** Everything that is committed in the snapshot is before this position. */
  readonly position: LogPosition;
  /** Whether the log still has every change after the position from which on it was read. */
  readonly isComplete: boolean;
  /** The changes after that position: numbers of stores and of their records. A record may occur more than once. */
  readonly changed: Iterable<readonly [storeNumber: number, seq: number]>;
  /** Whether all changes of a store that are committed after the snapshot will be in the log. */
  loggedOf(storeNumber: number): Logged;
}

/**
 * The log of records that were changed or deleted, and of new ones where their numbers do not rise within a store in
 * the order of commits.
 */
export interface ChangeTracking {
  /**
   * Reads the log after a position, in the snapshot of the steps. Null: nothing was read before. `stores`: which ones
   * matter.
   */
  read(dialect: SqlDialect, since: LogPosition | null, stores: readonly NumberedStore[]): Steps<LogRead>;
  /** Whether new records are in the log, too. If not, they are found by their numbers. */
  readonly logsNew: boolean;
  /**
   * Returns a name of the log of a store as it was read last: the changes after its position are complete only in a log of the
   * same name. Null: they may not be complete.
   */
  logOf(storeNumber: number): string | null;
  /**
   * Makes writers log the changes of these stores for some minutes. Runs outside of read transactions. Null: the
   * changes of all stores are logged at all times.
   */
  readonly watch: ((dialect: SqlDialect, stores: readonly NumberedStore[]) => Steps<void>) | null;
}
