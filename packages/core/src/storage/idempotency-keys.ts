import type { Millis } from '../ground/rows.ts';
import type { ApiKeyStorage } from './api-keys.ts';
import type { ImageStorage } from './images.ts';
import type { LocationStorage } from './locations.ts';
import type { MapStorage } from './maps.ts';
import type { RecordStorage } from './records.ts';
import type { StoreStorage } from './stores.ts';
import type { TimerFrameStorage } from './timer-frames.ts';
import type { WebhookStorage } from './webhooks.ts';

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
 * Writes under one idempotency key. A write that succeeds inserts the key and its result in the same step. Any other
 * write (`'stale'`, `'exists'`, `'taken'`, null, an error, empty input) leaves the key free.
 *
 * If a write under the key has succeeded before, the call rejects with `KeyTakenError` and writes nothing. Of racing
 * writes under one key, also from several servers, one succeeds.
 */
export interface KeyedWrites {
  readonly apiKeys: Pick<ApiKeyStorage, 'insert'>;
  readonly stores: Pick<StoreStorage, 'insert'>;
  readonly records: Pick<RecordStorage, 'insert' | 'upsert' | 'delete'>;
  readonly images: Pick<ImageStorage, 'insert'>;
  readonly timerFrames: Pick<TimerFrameStorage, 'insert'>;
  readonly maps: Pick<MapStorage, 'insert'>;
  readonly locations: Pick<LocationStorage, 'insert'>;
  readonly webhooks: Pick<WebhookStorage, 'insert'>;
}

/** Expired keys (`expiresAt` not after `now`, or `createdAt` of a new key) do not exist for any method. */
export interface IdempotencyKeyStorage {
  get(accountId: string, key: string, now: Millis): Promise<IdempotencyKeyRow | null>;
  /** Returns the writes under a key. */
  writes(key: NewIdempotencyKey): KeyedWrites;
  /** Permanently removes at most `limit` expired keys. Returns their number. */
  purgeExpired(limit: number, now: Millis): Promise<number>;
}
