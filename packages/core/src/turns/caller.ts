/** For whom a piece of work is done, and until when its result is wanted. */
export interface Caller {
  /** The account that the work is counted against. Null: the system itself, which counts as one account. */
  readonly account: string | null;
  /**
   * Aborts when nobody wants the result any more: the client has left, or the time for the request is over. The work then
   * ends early with `signal.reason`, which is a `VitrineError` where Vitrine's server made the signal.
   */
  readonly signal?: AbortSignal | undefined;
}

/** The last parameter of service calls that may run for long. */
export interface CallOptions {
  /** See `Caller.signal`. Default: the call runs to its end. */
  readonly signal?: AbortSignal | undefined;
}

/** Throws the signal's reason if it has aborted. */
export function requireWanted({ signal }: Pick<Caller, 'signal'>): void {
  signal?.throwIfAborted();
}
