import type { SqlEngine } from './engine.ts';
import type { Steps } from './statements/statement.ts';

/**
 * Where an operation runs, by its cost, so that it does not delay others.
 * - `read`: a few index look-ups, or one page along an index.
 * - `attempt`: reads a bounded number of rows to save a scan. Drivers give it some milliseconds, and then return null.
 * - `scan`: reads up to the whole store. Waits for a turn of its account, and ends with `UnavailableError` `SCAN_MS`
 *   after it was called, or with the reason of the caller's signal when that aborts.
 * - `write`: atomic, and durable before it is acknowledged. May share a transaction with others.
 */
export type Lane = 'read' | 'attempt' | 'scan' | 'write';

/** A table whose rows nearly every request looks up, so drivers may cache rows of it. */
export type CachedTable = 'api_keys' | 'images' | 'stores';

/** What a driver may cache of a read. A result of null is never cached. */
export interface Cached<Args> {
  /** The only table that the operation reads. */
  readonly table: CachedTable;
  /** Distinguishes the results of the table: two operations must not share a key. */
  key(args: Args): string;
}

/** The cached rows that a write changes or removes. An insert changes none, because absence is never cached. */
export interface Changes<Args, Result> {
  readonly table: CachedTable;
  /** The keys of the cached results that the write makes outdated. Omitted: all results of the table. */
  readonly keys?: (args: Args) => readonly string[];
  /** Whether a write with this result has changed a row. Omitted: always. */
  readonly when?: (result: Result) => boolean;
  /**
   * When no other server may use its cached results any more:
   * - `before`: before the write begins.
   * - `after`: before the write is acknowledged.
   * - `any`: at any time, because using them is harmless.
   */
  readonly othersForget: 'after' | 'any' | 'before';
}

/** An operation as its resource declares it: all that a driver needs to know of it. */
export interface Operation<Args, Result> {
  readonly lane: Lane;
  steps(engine: SqlEngine, args: Args): Steps<Result>;
  /** Whether a read with these arguments costs as much as a scan. */
  readonly isScan: ((args: Args) => boolean) | null;
  readonly cached: Cached<Args> | null;
  readonly changes: Changes<Args, Result> | null;
  /**
   * The keys of cached results of `stores` that the result shows to be outdated, though the operation did not change
   * them. Null: all of them.
   */
  readonly outdated: ((args: Args, result: Result) => readonly string[] | null) | null;
  /** The store whose node takes part, where records are distributed over nodes. Null: none. */
  readonly store: ((args: Args) => string | null) | null;
  /**
   * Returns whether a write with these arguments may append to the log of its store, so that listeners are told, or to the logs
   * of which stores. Null: it never does.
   */
  readonly appends: ((args: Args) => boolean | readonly string[]) | null;
  /**
   * What the operation uses, if all of it is on the node of its store: the `records` and the guard of the store, or its `log`
   * and its history. Null: it uses more.
   */
  readonly onNode: 'records' | 'log' | null;
  /**
   * Returns whether a write under an idempotency key has succeeded, so that the key and the result are kept. Null: the
   * operation is never made under a key. The results of those that are must be plain JSON.
   */
  readonly succeeded: ((result: Result) => boolean) | null;
  /** Whether what the write removes, or others have removed before it, must not stay readable in the files of the storage. */
  readonly erases: boolean;
}

type StepsOf<Args, Result> = (engine: SqlEngine, args: Args) => Steps<Result>;

const NONE = {
  isScan: null,
  cached: null,
  changes: null,
  outdated: null,
  store: null,
  appends: null,
  onNode: null,
  succeeded: null,
  erases: false,
} as const;

/** Declares a read. With `isScan` it runs as a scan for the arguments for which that returns true. */
export function read<Args, Result>(
  steps: StepsOf<Args, Result>,
  options: Partial<Pick<Operation<Args, Result>, 'isScan' | 'cached' | 'store' | 'onNode'>> = {},
): Operation<Args, Result> {
  return { ...NONE, lane: 'read', steps, ...options };
}

/** Declares an attempt. Null is one of its results: it has to be made as a scan. */
export function attempt<Args, Result>(
  steps: StepsOf<Args, Result | null>,
  options: Partial<Pick<Operation<Args, Result>, 'store' | 'onNode'>> = {},
): Operation<Args, Result | null> {
  return { ...NONE, lane: 'attempt', steps, ...options };
}

/** Declares a scan. */
export function scan<Args, Result>(
  steps: StepsOf<Args, Result>,
  options: Partial<Pick<Operation<Args, Result>, 'store' | 'onNode'>> = {},
): Operation<Args, Result> {
  return { ...NONE, lane: 'scan', steps, ...options };
}

/** Declares a write. One that changes or removes rows of a `CachedTable` must say so in `changes`. */
export function write<Args, Result>(
  steps: StepsOf<Args, Result>,
  options: Partial<
    Pick<
      Operation<Args, Result>,
      'changes' | 'outdated' | 'store' | 'appends' | 'onNode' | 'succeeded' | 'erases'
    >
  > = {},
): Operation<Args, Result> {
  return { ...NONE, lane: 'write', steps, ...options };
}
