import { VitrineError } from '../../ground/errors.ts';
import type { Metric } from '../../ground/metric.ts';
import type { BlobHash, BlobStorage } from '../../storage/images/blobs.ts';
import { SharedCache } from '../../turns/shared-cache.ts';
import { createSharedCalls } from '../../turns/shared-calls.ts';

/** The size of the cache in bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;

/**
 * A cache of blobs that are read often, such as the pictures of a mail that is being opened. Accounts share it
 * (`SharedCache`); a blob counts for the account that has read it first. Readers must not change the bytes.
 */
export interface HotBlobs {
  /** Concurrent readers of a blob share one request to the storage. Null: no such blob. */
  get(hash: BlobHash, account: string | null): Promise<Uint8Array | null>;
  /** @throws VitrineError `internal` if a blob that a row uses is missing. */
  require(hash: BlobHash, account: string | null): Promise<Uint8Array>;
  /** Returns `require` for an account. */
  loadFor(account: string | null): (hash: BlobHash) => Promise<Uint8Array>;
  metrics(): Metric[];
}

export function hotBlobs(blobs: BlobStorage): HotBlobs {
  const kept = new SharedCache<Uint8Array>(KEPT_BYTES);
  const reading = createSharedCalls<Uint8Array | null>();

  let [hits, misses] = [0, 0];

  async function get(hash: BlobHash, account: string | null): Promise<Uint8Array | null> {
    const ready = kept.get(hash);
    if (ready !== undefined) {
      hits++;
      return ready;
    }
    misses++;
    return reading(hash, undefined, async () => {
      const bytes = await blobs.get(hash);
      if (bytes !== null) kept.set(hash, bytes, { account, bytes: Math.max(bytes.byteLength, 1) });
      return bytes;
    });
  }

  async function require(hash: BlobHash, account: string | null): Promise<Uint8Array> {
    const bytes = await get(hash, account);
    if (bytes === null) throw new VitrineError('internal', 'The bytes of an image or a font are missing.');
    return bytes;
  }

  return {
    get,
    require,
    loadFor: (account) => (hash) => require(hash, account),
    metrics() {
      const reads = (result: string, value: number): Metric => ({
        name: 'vitrine_blob_cache_reads_total',
        help: 'Reads of pictures and fonts, by whether their bytes were in memory.',
        kind: 'counter',
        labels: { result },
        value,
      });
      const help = 'Bytes of pictures and fonts in memory.';
      const bytes: Metric = { name: 'vitrine_blob_cache_bytes', help, kind: 'gauge', value: kept.bytes };
      return [reads('hit', hits), reads('miss', misses), bytes];
    },
  };
}
