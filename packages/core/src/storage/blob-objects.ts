import type { BlobHash } from './blobs.ts';
import type { Millis } from './rows.ts';

/** Names an object of an object store outside. Made by core, and never used for a second object. */
export type ObjectKey = string;

/**
 * Which objects of an object store hold the bytes of blobs, for when these are kept outside (`BlobBytes`). Uses and times of
 * a blob stay where they are, and `BlobStorage.purgeUnused` covers all blobs, wherever their bytes are.
 *
 * An object is *spare* from before it is written until a blob is bound to it, and again once that blob is purged. So
 * whatever crashes and whenever, each object belongs to a blob or is known as spare; and as no key comes twice, removing a
 * spare object never takes bytes away from a blob that was put meanwhile.
 */
export interface BlobObjectStorage {
  /** The object of this blob, null when the storage has its bytes itself, or no such blob. */
  find(hash: BlobHash): Promise<ObjectKey | null>;
  /** Moves the time of the blob's last `put`, wherever its bytes are. False: no such blob. */
  touch(hash: BlobHash, now: Millis): Promise<boolean>;
  /** Notes an object that is about to be written as spare. */
  note(key: ObjectKey, now: Millis): Promise<void>;
  /**
   * Makes a blob of `size` bytes, which are those of the spare object, put `now`. When the blob is there already, also of two
   * racing calls, its time is moved, the object stays spare, and `'exists'` is answered. `'swept'`: the object is not spare
   * any more, it was swept or is unknown; nothing is done.
   */
  bind(hash: BlobHash, size: number, key: ObjectKey, now: Millis): Promise<'bound' | 'exists' | 'swept'>;
  /**
   * At most `limit` objects that have been spare since before `notedBefore`, the oldest first; to no blob can they be bound from then on. They
   * are answered again by the next call unless they were forgotten. The object of a purged blob counts as noted when the
   * blob was last put.
   */
  sweep(notedBefore: Millis, limit: number): Promise<ObjectKey[]>;
  /** Forgets swept objects, once they are removed. Unknown ones are ignored. */
  forget(keys: readonly ObjectKey[]): Promise<void>;
}
