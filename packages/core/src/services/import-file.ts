import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { UnavailableError } from '../errors.ts';
import type { RecordPlan } from '../imports/record-plan.ts';
import type { BlobHash, ImportChunk, Storage } from '../storage/index.ts';
import { keepBlob } from './blobs.ts';
import type { ServiceContext } from './context.ts';

/** What an import needs besides its file. Kept with it as JSON. */
export interface ImportPlan {
  readonly records: RecordPlan;
  readonly mode: 'upsert' | 'insertOnly';
  readonly dryRun: boolean;
}

/** Bytes of a piece of a file. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Bytes that are parsed at once. */
const PIECE_BYTES = 16 * 1024;

/** Stores text in pieces. Returns them in order. */
export async function keepFile(
  context: ServiceContext,
  account: string,
  text: AsyncIterable<Uint8Array>,
): Promise<ImportChunk[]> {
  const chunks: ImportChunk[] = [];
  let kept: Uint8Array[] = [];
  let length = 0;
  async function keep(): Promise<void> {
    const bytes = Buffer.concat(kept);
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const piece = Uint8Array.from(bytes.subarray(at, at + CHUNK_BYTES));
      chunks.push({ hash: await keepBlob(context, account, piece), size: piece.length });
    }
    kept = [];
    length = 0;
  }
  for await (const bytes of text) {
    kept.push(bytes);
    length += bytes.length;
    if (length >= CHUNK_BYTES) await keep();
  }
  if (length > 0) await keep();
  return chunks;
}

/** Returns the bytes of a chunk. Null: they are missing. */
export type ReadChunk = (hash: BlobHash) => Promise<Uint8Array | null>;

/** Milliseconds for which a chunk is kept after it was read. */
const CHUNK_KEPT = 5_000;

/** Returns a reader that keeps the last `count` chunks, because one chunk is read in several parts. */
export function chunkReader({ blobs }: Pick<Storage, 'blobs'>, count: number): ReadChunk {
  const chunks = new LRUCache<BlobHash, Uint8Array>({
    max: count,
    ttl: CHUNK_KEPT,
    ttlAutopurge: true,
    fetchMethod: async (hash) => (await blobs.get(hash)) ?? undefined,
  });
  return async (hash) => (await chunks.fetch(hash)) ?? null;
}

/**
 * Yields the text of a file from a position on, each piece in a turn of the event loop of its own, so that other work is
 * not delayed by more than the work with one piece.
 * @throws UnavailableError if bytes are missing.
 */
export async function* readFile(
  readChunk: ReadChunk,
  chunks: readonly ImportChunk[],
  from: number,
): AsyncGenerator<Uint8Array, void> {
  let start = 0;
  for (const { hash, size } of chunks) {
    const end = start + size;
    if (end > from) {
      const bytes = await readChunk(hash);
      if (bytes === null) throw new UnavailableError('The bytes of the file are missing.');
      for (let at = Math.max(0, from - start); at < size; at += PIECE_BYTES) {
        yield bytes.subarray(at, Math.min(at + PIECE_BYTES, size));
        await nextTurn();
      }
    }
    start = end;
  }
}

export function fileBytes(chunks: readonly ImportChunk[]): number {
  return chunks.reduce((sum, { size }) => sum + size, 0);
}
