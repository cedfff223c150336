import type { Millis } from '../../ground/rows.ts';
import type { BlobHash } from './blobs.ts';

/** The key of an object in an external object store. Core makes it and never reuses it for a second object. */
export type ObjectKey = string;

/**
 * Maps blobs to objects if an external object store holds their bytes (`BlobBytes`). Uses and times of a blob stay in
 * the storage, and `BlobStorage.purgeUnused` covers all blobs, wherever their bytes are.
 *
 * An object is *spare* from before it is written until a blob is bound to it, and again once that blob is purged. So
 * after any crash each object belongs to a blob or is known as spare. Keys are never reused, so removing a spare object
 * never removes the bytes of a blob that was put concurrently.
 */
export interface BlobObjectStorage {
  /** Returns the object of this blob, or null if the storage has its bytes itself or there is no such blob. */
  find(hash: BlobHash): Promise<ObjectKey | null>;
  /** Moves the time of the last `put` of the blob, wherever its bytes are. False: no such blob. */
  touch(hash: BlobHash, now: Millis): Promise<boolean>;
  /** Records an object as spare before it is written. */
  note(key: ObjectKey, now: Millis): Promise<void>;
  /**
   * Makes a blob of the `size` bytes of the spare object, put `now`. If the blob exists already, also for the later of
   * two racing calls, its time moves, the object stays spare, and the result is `'exists'`. `'swept'`: the object was
   * swept or is unknown; nothing changes.
   */
  bind(hash: BlobHash, size: number, key: ObjectKey, now: Millis): Promise<'bound' | 'exists' | 'swept'>;
  /**
   * Returns at most `limit` objects that have been spare since before `notedBefore`, the oldest first. They can no
   * longer be bound. The next call returns them again unless `forget` removed them. The object of a purged blob counts
   * as noted when the blob was last put.
   */
  sweep(notedBefore: Millis, limit: number): Promise<ObjectKey[]>;
  /** Forgets swept objects after their removal. Ignores unknown ones. */
  forget(keys: readonly ObjectKey[]): Promise<void>;
}
