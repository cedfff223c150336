import { LRUCache } from 'lru-cache';
import type { BlobHash, Storage } from '../../storage/index.ts';

/** Chunks that `importChunks` keeps. */
export const CHUNKS_KEPT = 4;
/** Milliseconds for which a chunk is kept after it was stored or read. */
const CHUNK_KEPT = 5_000;

/** Returns the bytes of a chunk. Null: they are missing. */
export type ReadChunk = (hash: BlobHash) => Promise<Uint8Array | null>;

/** The chunks that were used last. */
export interface ImportChunks {
  readonly read: ReadChunk;
  keep(hash: BlobHash, bytes: Uint8Array): void;
}

/**
 * Keeps the last chunks of files for seconds: a job reads one chunk in several parts, and the server that stored a file
 * usually imports it.
 */
export function importChunks({ blobs }: Pick<Storage, 'blobs'>, count = CHUNKS_KEPT): ImportChunks {
  const chunks = new LRUCache<BlobHash, Uint8Array>({
    max: count,
    ttl: CHUNK_KEPT,
    ttlAutopurge: true,
    fetchMethod: async (hash) => (await blobs.get(hash)) ?? undefined,
  });
  function keep(hash: BlobHash, bytes: Uint8Array): void {
    chunks.set(hash, bytes);
  }
  return {
    async read(hash) {
      const bytes = (await chunks.fetch(hash)) ?? null;
      // Its time begins again. The option for that leaves a chunk that is no longer read in memory.
      if (bytes !== null) keep(hash, bytes);
      return bytes;
    },
    keep,
  };
}
