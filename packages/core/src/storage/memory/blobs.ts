import { UnavailableError } from '../../errors.ts';
import type { BlobHash, BlobStorage } from '../blobs.ts';
import type { Millis } from '../rows.ts';

interface KeptBlob {
  readonly bytes: Uint8Array;
  readonly touchedAt: Millis;
}

/** The facet, and the ways in for the rows that use blobs, so that a row and its uses are one step. */
export interface MemoryBlobs {
  readonly storage: BlobStorage;
  /** Records that the holder uses the blobs. Throws `UnavailableError`, with nothing recorded, when one is not there. */
  hold(holder: string, hashes: readonly BlobHash[]): void;
  /** Ends all of the holder's uses. */
  release(holder: string): void;
}

export function memoryBlobs(): MemoryBlobs {
  const blobsByHash = new Map<BlobHash, KeptBlob>();
  const usesByHolder = new Map<string, Set<BlobHash>>();

  const storage: BlobStorage = {
    async put(hash, bytes, now) {
      const kept = blobsByHash.get(hash);
      blobsByHash.set(hash, { bytes: kept?.bytes ?? bytes.slice(), touchedAt: now });
    },
    async get(hash) {
      return blobsByHash.get(hash)?.bytes.slice() ?? null;
    },
    async purgeUnused(untouchedSince, limit) {
      const used = new Set([...usesByHolder.values()].flatMap((hashes) => [...hashes]));
      const unused = [...blobsByHash]
        .filter(([hash, { touchedAt }]) => touchedAt < untouchedSince && !used.has(hash))
        .map(([hash]) => hash)
        .slice(0, limit);
      for (const hash of unused) blobsByHash.delete(hash);
      return unused;
    },
  };

  return {
    storage,
    hold(holder, hashes) {
      if (!hashes.every((hash) => blobsByHash.has(hash))) throw missingBlob();
      usesByHolder.set(holder, new Set([...(usesByHolder.get(holder) ?? []), ...hashes]));
    },
    release(holder) {
      usesByHolder.delete(holder);
    },
  };
}

function missingBlob(): UnavailableError {
  return new UnavailableError('The bytes were removed before they were used.');
}
