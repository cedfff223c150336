import type {
  Change,
  ChangePage,
  ChangeTypePattern,
  ListChangesQuery,
  QueryChangesRequest,
} from '../../contracts/changes/changes.ts';
import type { Principal } from '../../ports/access.ts';
import type { Millis } from '../../storage/index.ts';
import type { CallOptions } from '../../turns/caller.ts';

export interface WaitOptions extends CallOptions {
  /** Aborts when the call has to end its wait and return what it has. */
  readonly until?: AbortSignal | undefined;
  /** Runs the wait, outside of a deadline for example. */
  readonly waitWith?: (<Result>(wait: () => Promise<Result>) => Promise<Result>) | undefined;
}

export interface FollowOptions extends CallOptions {
  /** A position or a cursor. Default: now. */
  readonly since?: string | undefined;
  /** `record`: changes of records have the record as it is now, if there is one. */
  readonly include?: 'id' | 'record' | undefined;
  readonly types?: readonly ChangeTypePattern[] | undefined;
}

/** The changes of a store from a position on, in parts. Holds no resources between two calls of `next`. */
export interface ChangeFeed {
  /** The position after the changes that have been returned, and after those that are not wanted. */
  readonly cursor: string;
  /**
   * Returns the next changes as soon as there are any; none when the time is over or `until` aborts. Null: the store has
   * been deleted, and all of its changes have been returned.
   * @throws CursorExpiredError if changes were removed before they could be returned.
   */
  next(options: {
    readonly wait: Millis;
    readonly until?: AbortSignal | undefined;
  }): Promise<readonly Change[] | null>;
}

/**
 * The changes of stores (docs/changes.md). Account keys and store keys, also read-only ones, may make all calls. They
 * throw `not_found` if the store is unknown, deleted, foreign, or not the one of the store key, and `cursor_expired` for a
 * position after which entries have been removed. Reading the log of a store turns it on for a week.
 */
export interface ChangeService {
  /** Returns the changes after `since`, oldest first. Without `since`: nothing but the cursor of now. */
  list(
    principal: Principal,
    storeId: string,
    query?: ListChangesQuery,
    options?: WaitOptions,
  ): Promise<ChangePage>;
  /** Like `list`, but of created and updated records only those that match now. */
  query(
    principal: Principal,
    storeId: string,
    request?: QueryChangesRequest,
    options?: WaitOptions,
  ): Promise<ChangePage>;
  /**
   * Yields the changes after `since` and then each as it happens, also those that other processes make. Begins with the
   * first `next`. Ends after the store has been deleted, throws the reason of the signal when that aborts, and
   * `unavailable` when the Vitrine closes.
   */
  follow(principal: Principal, storeId: string, options?: FollowOptions): AsyncGenerator<Change, void>;
  /**
   * Opens the changes for a reader that takes them in parts, such as a server. Ignores `limit` and `wait`.
   * @param options `since` goes before that of the query.
   */
  open(
    principal: Principal,
    storeId: string,
    query?: ListChangesQuery,
    options?: { readonly since?: string | undefined },
  ): Promise<ChangeFeed>;
}
