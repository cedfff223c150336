import type { NewIdempotencyKey } from './idempotency-keys.ts';

/** Who makes a write: the id and the name of an API key. */
export interface WriteAuthor {
  readonly id: string;
  readonly name: string;
}

/** The last argument of writes of which the log of changes says who makes them. */
export interface AuthoredWrite {
  /** Null, the default: the system, or a program that embeds Vitrine and uses no key. */
  readonly by?: WriteAuthor | null | undefined;
}

/** The last argument of writes that may be made under an idempotency key. */
export interface KeyedWrite {
  /**
   * A write that succeeds keeps the key and its result in the same step. Any other write (`'stale'`, `'exists'`,
   * `'taken'`, null, an error, empty input) leaves the key free.
   *
   * If a write under the key has succeeded before, the call rejects with `KeyTakenError` and writes nothing. Of racing
   * writes under one key, also from several servers, one succeeds.
   */
  readonly key?: NewIdempotencyKey | undefined;
}

/** What a write carries besides its values. */
export interface WriteOptions extends AuthoredWrite, KeyedWrite {}
