/**
 * Stores bytes outside of the storage, in an object store such as `@vitrine/blobs-s3`. The storage maps blobs to
 * objects and records their uses (`BlobObjectStorage`), so this interface needs neither listings nor metadata.
 *
 * Calls that are temporarily impossible throw `UnavailableError`; no other errors are thrown.
 */
export interface BlobBytes {
  /** Resolves when the bytes are durable. A key is put once, or again with the same bytes. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the object once its `put` has resolved. Null: no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** Deletes the object. Does nothing if there is none. */
  delete(key: string): Promise<void>;
}
