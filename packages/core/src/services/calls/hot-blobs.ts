import { LRUCache } from 'lru-cache';
import { VitrineError } from '../../ground/errors.ts';
import type { Metric } from '../../ground/metric.ts';
import type { BlobHash, BlobStorage } from '../../storage/images/blobs.ts';

/** The size of the cache in bytes. The least recently used blobs are evicted. */
const KEPT_BYTES = 64 * 1024 * 1024;

/**
 * A cache of blobs that are read often, such as the pictures of a mail that is being opened. Readers must not change
 * the bytes.
 */
export interface HotBlobs {
  /** Concurrent readers of a blob share one request to the storage. Null: no such blob. */
  get(hash: BlobHash): Promise<Uint8Array | null>;
  /** @throws VitrineError `internal` if a blob that a row uses is missing. */
  require(hash: BlobHash): Promise<Uint8Array>;
  metrics(): Metric[];
}

export function hotBlobs(blobs: BlobStorage): HotBlobs {
  const kept = new LRUCache<BlobHash, Uint8Array>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ byteLength }) => Math.max(byteLength, 1),
    fetchMethod: async (hash) => (await blobs.get(hash)) ?? undefined,
  });

  let [hits, misses] = [0, 0];

  async function get(hash: BlobHash): Promise<Uint8Array | null> {
    const ready = kept.get(hash);
    if (ready !== undefined) {
      hits++;
      return ready;
    }
    misses++;
    return (await kept.fetch(hash)) ?? null;
  }

  return {
    get,
    async require(hash) {
      const bytes = await get(hash);
      if (bytes === null) throw new VitrineError('internal', 'The bytes of an image or a font are missing.');
      return bytes;
    },
    metrics() {
      const reads = (result: string, value: number): Metric => ({
        name: 'vitrine_blob_cache_reads_total',
        help: 'Reads of pictures and fonts, by whether their bytes were in memory.',
        kind: 'counter',
        labels: { result },
        value,
      });
      const help = 'Bytes of pictures and fonts in memory.';
      const bytes: Metric = {
        name: 'vitrine_blob_cache_bytes',
        help,
        kind: 'gauge',
        value: kept.calculatedSize,
      };
      return [reads('hit', hits), reads('miss', misses), bytes];
    },
  };
}
