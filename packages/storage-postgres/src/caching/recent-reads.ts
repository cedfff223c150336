import { BoundedMap } from '@vitrine/core/adapter';
import type { CachedTable, Operation } from '@vitrine/storage-sql';

/**
 * Milliseconds for which a cached result is used, counted from before its query is sent. A change of rows that other
 * servers may have cached is acknowledged only after this time (`presence.ts`), so all servers of a database use this
 * constant.
 */
export const REMEMBERED_MS = 200;
const KEPT = 10_000;

/**
 * The look-ups of nearly every request, of the API key and of the store's version, cached for a moment. That saves two
 * round trips of three. Writes of records don't rely on it: their SQL compares the store's version.
 */
export interface RecentReads {
  /** The cached results of a table. Null: this driver caches none of it. */
  of(table: CachedTable): CachedResults | null;
  /**
   * Invalidates what a write of this process may have changed. Must be called when the write has ended, also when it
   * failed: then without a result.
   */
  written<Args, Result>(
    operation: Pick<Operation<Args, Result>, 'changes' | 'outdated'>,
    args: Args,
    result?: Result,
  ): void;
  clear(): void;
}

/** Cached results of one table. Null is never cached, so a row that another server inserts is seen at once. */
export interface CachedResults {
  /** Returns a fresh cached result, or asks. Concurrent callers share one query. */
  read<Result>(key: string, ask: () => Promise<Result | null>): Promise<Result | null>;
  forget(key: string): void;
  clear(): void;
}

interface Recent {
  readonly promise: Promise<unknown>;
  readonly askedAt: number;
}

export interface RecentReadsOptions {
  readonly rememberFor?: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

function cachedResults(rememberFor: number, now: () => number): CachedResults {
  const recentByKey = new BoundedMap<string, Recent>(KEPT);

  function remember<Result>(key: string, askedAt: number, promise: Promise<Result | null>) {
    const recent: Recent = { promise, askedAt };
    recentByKey.set(key, recent);
    const drop = () => {
      if (recentByKey.get(key) === recent) recentByKey.delete(key);
    };
    promise.then((result) => {
      if (result === null) drop();
    }, drop);
    return promise;
  }

  return {
    read<Result>(key: string, ask: () => Promise<Result | null>) {
      const recent = recentByKey.get(key);
      const at = now();
      if (recent !== undefined && at - recent.askedAt < rememberFor) {
        return recent.promise as Promise<Result | null>;
      }
      return remember(key, at, ask());
    },
    forget(key) {
      recentByKey.delete(key);
    },
    clear() {
      recentByKey.clear();
    },
  };
}

export function recentReads({
  rememberFor = REMEMBERED_MS,
  now = () => performance.now(),
}: RecentReadsOptions = {}): RecentReads {
  // Images are not cached: public URLs are answered from HTTP caches, and each change would have to wait for other
  // servers.
  const cached: { readonly [Table in CachedTable]: CachedResults | null } = {
    api_keys: cachedResults(rememberFor, now),
    stores: cachedResults(rememberFor, now),
    images: null,
  };

  function forget(table: CachedTable, keys: readonly string[] | null): void {
    if (keys === null) cached[table]?.clear();
    else for (const key of keys) cached[table]?.forget(key);
  }

  return {
    of: (table) => cached[table],
    written({ changes, outdated }, args, result) {
      if (changes !== null) forget(changes.table, changes.keys?.(args) ?? null);
      if (outdated !== null && result !== undefined) forget('stores', outdated(args, result));
    },
    clear() {
      for (const each of Object.values(cached)) each?.clear();
    },
  };
}
