import { randomBase64url } from './ground/crypto.ts';
import { UnavailableError } from './ground/errors.ts';
import type { BlobBytes } from './ports/blob-bytes.ts';
import type { BlobStorage, Storage } from './storage/index.ts';

/** Upper bound of objects that are removed concurrently. */
const REMOVED_AT_ONCE = 8;

/**
 * Returns a storage that puts the bytes of new blobs into `bytes`. Blobs whose bytes are in `storage` are still read
 * from it. The result owns `storage`: use and close only the result.
 */
export function storageWithBlobBytes(storage: Storage, bytes: BlobBytes): Storage {
  const blobs = outsideBlobs(storage, bytes);
  return new Proxy(storage, {
    get(target, name) {
      if (name === 'blobs') return blobs;
      const member: unknown = Reflect.get(target, name, target);
      // An adapter may be a class, whose methods need it as `this`.
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

function outsideBlobs({ blobs, blobObjects }: Storage, outside: BlobBytes): BlobStorage {
  return {
    async put(hash, bytes, now) {
      if (await blobObjects.touch(hash, now)) return;
      const key = `${hash}-${randomBase64url(9)}`;
      await blobObjects.note(key, now);
      await outside.put(key, bytes);
      const outcome = await blobObjects.bind(hash, bytes.byteLength, key, now);
      if (outcome === 'swept') throw new UnavailableError('Keeping the bytes took too long.');
    },
    async get(hash) {
      const key = await blobObjects.find(hash);
      return key === null ? blobs.get(hash) : outside.get(key);
    },
    async purgeUnused(untouchedSince, limit) {
      const purged = await blobs.purgeUnused(untouchedSince, limit);
      const keys = await blobObjects.sweep(untouchedSince, limit);
      for (let i = 0; i < keys.length; i += REMOVED_AT_ONCE) {
        const removed = keys.slice(i, i + REMOVED_AT_ONCE);
        await Promise.all(removed.map((key) => outside.delete(key)));
        await blobObjects.forget(removed);
      }
      return purged;
    },
    discard: (hashes, untouchedSince) => blobs.discard(hashes, untouchedSince),
  };
}
