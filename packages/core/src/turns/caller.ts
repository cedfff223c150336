/** The account that work is done for, and the signal that cancels it. */
export interface Caller {
  /** The account that the work is counted against. Null: the system, which counts as one account. */
  readonly account: string | null;
  /**
   * Aborts when the result is no longer wanted: the client has disconnected, or the deadline of the request has passed.
   * The work then rejects early with `signal.reason`, which is a `VitrineError` if Vitrine's server created the signal.
   */
  readonly signal?: AbortSignal | undefined;
}

/** The last parameter of service calls that may run for long. */
export interface CallOptions {
  /** See `Caller.signal`. Default: none, the call is not cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/** The last parameter of searches of records. */
export interface SearchOptions extends CallOptions {
  /**
   * Called with the name of what answered the search, once for each search that the call makes. Storages that have
   * only one way to answer do not call it.
   */
  readonly onAnswered?: ((answerer: string) => void) | undefined;
}

/** Throws the signal's reason if the signal has aborted. */
export function requireWanted({ signal }: Pick<Caller, 'signal'>): void {
  signal?.throwIfAborted();
}

/** Knows from the callers whether more than one account is active. */
export interface ActiveAccounts {
  /** Notes a caller. */
  note(account: string | null): void;
  /** Returns whether the callers changed from one account to another within the time. */
  areSeveral(): boolean;
}

/** The usual time for which accounts count as active, in milliseconds. */
export const SHARED_FOR = 10_000;

/** @param activeFor milliseconds for which both accounts count as active after such a change. */
export function activeAccounts(
  activeFor: number,
  now: () => number = () => performance.now(),
): ActiveAccounts {
  let last: string | null | undefined;
  let severalUntil = Number.NEGATIVE_INFINITY;
  return {
    note(account) {
      if (last !== undefined && account !== last) severalUntil = now() + activeFor;
      last = account;
    },
    areSeveral: () => now() < severalUntil,
  };
}
