import { UnavailableError } from '../../../ground/errors.ts';
import type { Millis } from '../../../ground/rows.ts';
import type { BlobObjectStorage, ObjectKey } from '../../images/blob-objects.ts';
import type { BlobHash, BlobStorage } from '../../images/blobs.ts';

/** A blob: its bytes, or the key of the object in an object store. */
interface KeptBlob {
  readonly place: Uint8Array | ObjectKey;
  readonly touchedAt: Millis;
}

interface SpareObject {
  readonly notedAt: Millis;
  readonly swept: boolean;
}

/** The facets, with synchronous methods for rows that use blobs, so that a row and its uses change in one step. */
export interface MemoryBlobs {
  readonly storage: BlobStorage;
  readonly objects: BlobObjectStorage;
  /**
   * Records that the holder uses the blobs.
   * @throws UnavailableError if one of them is missing; nothing is recorded then.
   */
  hold(holder: string, hashes: readonly BlobHash[]): void;
  /** Returns the blobs that the holder uses. */
  usesOf(holder: string): BlobHash[];
  /** Removes all uses of the holder. */
  release(holder: string): void;
}

export function memoryBlobs(): MemoryBlobs {
  const blobsByHash = new Map<BlobHash, KeptBlob>();
  const usesByHolder = new Map<string, Set<BlobHash>>();
  const sparesByKey = new Map<ObjectKey, SpareObject>();

  function touch(hash: BlobHash, now: Millis): boolean {
    const blob = blobsByHash.get(hash);
    if (blob === undefined) return false;
    blobsByHash.set(hash, { ...blob, touchedAt: now });
    return true;
  }

  function remove(hash: BlobHash, { place, touchedAt }: KeptBlob): void {
    blobsByHash.delete(hash);
    if (typeof place === 'string') sparesByKey.set(place, { notedAt: touchedAt, swept: false });
  }

  function findUnused(untouchedSince: Millis): [BlobHash, KeptBlob][] {
    const used = new Set([...usesByHolder.values()].flatMap((hashes) => [...hashes]));
    return [...blobsByHash].filter(([hash, { touchedAt }]) => touchedAt < untouchedSince && !used.has(hash));
  }

  const storage: BlobStorage = {
    async put(hash, bytes, now) {
      if (!touch(hash, now)) blobsByHash.set(hash, { place: bytes.slice(), touchedAt: now });
    },
    async get(hash) {
      const blob = blobsByHash.get(hash);
      if (blob === undefined) return null;
      if (typeof blob.place === 'string') throw keptOutside();
      return blob.place.slice();
    },
    async purgeUnused(untouchedSince, limit) {
      const unused = findUnused(untouchedSince).slice(0, limit);
      for (const [hash, blob] of unused) remove(hash, blob);
      return unused.map(([hash]) => hash);
    },
    async discard(hashes, untouchedSince) {
      for (const [hash, blob] of findUnused(untouchedSince)) if (hashes.includes(hash)) remove(hash, blob);
    },
  };

  const objects: BlobObjectStorage = {
    async find(hash) {
      const place = blobsByHash.get(hash)?.place;
      return typeof place === 'string' ? place : null;
    },
    async touch(hash, now) {
      return touch(hash, now);
    },
    async note(key, now) {
      sparesByKey.set(key, { notedAt: now, swept: false });
    },
    async bind(hash, _size, key, now) {
      if (sparesByKey.get(key)?.swept !== false) return 'swept';
      if (touch(hash, now)) return 'exists';
      sparesByKey.delete(key);
      blobsByHash.set(hash, { place: key, touchedAt: now });
      return 'bound';
    },
    async sweep(notedBefore, limit) {
      const swept = [...sparesByKey]
        .filter(([, { notedAt }]) => notedAt < notedBefore)
        .sort(([, a], [, b]) => a.notedAt - b.notedAt)
        .slice(0, limit);
      for (const [key, spare] of swept) sparesByKey.set(key, { ...spare, swept: true });
      return swept.map(([key]) => key);
    },
    async forget(keys) {
      for (const key of keys) {
        if (sparesByKey.get(key)?.swept) sparesByKey.delete(key);
      }
    },
  };

  return {
    storage,
    objects,
    hold(holder, hashes) {
      if (!hashes.every((hash) => blobsByHash.has(hash))) throw missingBlob();
      usesByHolder.set(holder, new Set([...(usesByHolder.get(holder) ?? []), ...hashes]));
    },
    usesOf(holder) {
      return [...(usesByHolder.get(holder) ?? [])];
    },
    release(holder) {
      usesByHolder.delete(holder);
    },
  };
}

function missingBlob(): UnavailableError {
  return new UnavailableError('The bytes were removed before they were used.');
}

function keptOutside(): UnavailableError {
  return new UnavailableError('The bytes are in an object store, which is not configured here.');
}
