/**
 * Keeps bytes instead of the storage: an object store, as `@vitrine/blobs-s3`. Which object is which blob, and which are used,
 * stays in the storage (`BlobObjectStorage`), so that this needs no listing and no metadata.
 *
 * What can't be done now is `UnavailableError`; nothing else is thrown.
 */
export interface BlobBytes {
  /** Resolves when the bytes are durable. A key comes once, or again with the same bytes. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** As soon as `put` has answered; null when there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** An object that is not there is none to be removed. */
  delete(key: string): Promise<void>;
}
