import type { Caller } from '../turns/caller.ts';
import type { Millis } from './rows.ts';

/** SHA-256 of the bytes, hex. */
export type BlobHash = string;

/**
 * Bytes under their content hash: pictures, fonts, thumbnails, samples. Equal bytes are kept once, whoever brought them;
 * a hash is never shown to anyone and no caller may name one, so that knowing a hash opens nothing.
 *
 * What is used is recorded by the method that writes the user (an image, a font), in the same step as that row. So bytes
 * go in first, then the row that uses them: a crash between the two leaves bytes without a user, which the purge removes. A
 * method that records a use of bytes that are not there does nothing and throws `UnavailableError`.
 */
export interface BlobStorage {
  /**
   * Keeps the bytes and moves the time of their last `put` to `now`. Bytes that are there already are not written again.
   * `caller`: the account that the work is counted against; blobs themselves belong to no account. Default: the system.
   */
  put(hash: BlobHash, bytes: Uint8Array, now: Millis, caller?: Caller): Promise<void>;
  /** Null: no such blob. Throws `UnavailableError` for bytes that are kept outside (`BlobObjectStorage`). */
  get(hash: BlobHash): Promise<Uint8Array | null>;
  /**
   * Removes for good at most `limit` blobs that nothing uses and that were last put before `untouchedSince`; the hashes
   * removed. A row that is inserted meanwhile with one of them either comes first, and the blob stays, or its `put` was
   * later than `untouchedSince`: whoever puts has that long to insert.
   */
  purgeUnused(untouchedSince: Millis, limit: number): Promise<BlobHash[]>;
}
