import type { Millis } from '../../ground/rows.ts';

/** A key under which a client may send a request more than once. Core hashes the key and the request. */
export interface IdempotencyKey {
  readonly accountId: string;
  /** The hash of the key. Unique in its account until the key expires. */
  readonly key: string;
  /** The hash of the request. */
  readonly request: string;
  /** What core made before the write to render the response again. Made and read by core only. */
  readonly plan: string;
  readonly expiresAt: Millis;
}

export interface NewIdempotencyKey extends IdempotencyKey {
  readonly createdAt: Millis;
}

export interface IdempotencyKeyRow extends IdempotencyKey {
  /** The result of the write, as JSON. */
  readonly result: string;
}

/**
 * Keys of writes that have succeeded (`KeyedWrite`). Expired keys (`expiresAt` not after `now`, or `createdAt` of a new
 * key) do not exist for any method.
 */
export interface IdempotencyKeyStorage {
  get(accountId: string, key: string, now: Millis): Promise<IdempotencyKeyRow | null>;
  /** Permanently removes at most `limit` expired keys. Returns their number. */
  purgeExpired(limit: number, now: Millis): Promise<number>;
}
