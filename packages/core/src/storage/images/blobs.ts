import type { Millis } from '../../ground/rows.ts';
import type { Caller } from '../../turns/caller.ts';

/** SHA-256 of the bytes, hex. */
export type BlobHash = string;

/**
 * Bytes under their content hash: pictures, fonts, thumbnails, samples. Equal bytes are stored once for all accounts.
 * Hashes are never shown, and callers cannot name them, so knowing a hash gives no access.
 *
 * The method that writes a user of a blob (an image, a font) records the use in the same step as the row. Bytes are put
 * before the row that uses them: a crash between the two leaves unused bytes, which the purge removes. A method that
 * records a use of missing bytes changes nothing and throws `UnavailableError`.
 */
export interface BlobStorage {
  /**
   * Stores the bytes and moves the time of their last `put` to `now`. Does not write bytes again that are stored
   * already. `caller`: the account that the work is counted against; blobs themselves belong to no account. Default:
   * the system.
   */
  put(hash: BlobHash, bytes: Uint8Array, now: Millis, caller?: Caller): Promise<void>;
  /**
   * Null: no such blob.
   * @throws UnavailableError if the bytes are in an object store (`BlobObjectStorage`).
   */
  get(hash: BlobHash): Promise<Uint8Array | null>;
  /**
   * Permanently removes at most `limit` unused blobs that were last put before `untouchedSince`. Returns their hashes.
   * If a row that uses one of them is inserted concurrently, either the insert comes first and the blob stays, or its
   * `put` is later than `untouchedSince`. So a caller has that long between `put` and insert.
   */
  purgeUnused(untouchedSince: Millis, limit: number): Promise<BlobHash[]>;
  /** Permanently removes those of the blobs that `purgeUnused` with `untouchedSince` would remove. */
  discard(hashes: readonly BlobHash[], untouchedSince: Millis): Promise<void>;
}
