import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnavailableError } from '../../ground/errors.ts';
import type { Millis } from '../../ground/rows.ts';
import type { RecordPlan } from '../../imports/record-plan.ts';
import type { ImportChunk, PropertyRow, WriteAuthor } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { CHUNKS_KEPT, type ReadChunk } from '../calls/import-chunks.ts';
import { keepBlob } from '../images/blobs.ts';

/** What an import needs besides its file. Kept with it as JSON. */
export interface ImportPlan {
  readonly records: RecordPlan;
  readonly mode: 'upsert' | 'insertOnly';
  readonly dryRun: boolean;
  /** The properties of a store that does not exist: nothing is compared with it. Absent: the store exists. */
  readonly trial?: readonly PropertyRow[];
  /** Who has started the import. Absent in imports that an earlier release has started. */
  readonly by?: WriteAuthor | null;
  /** The name of the file. Absent: none was given. */
  readonly fileName?: string;
  /** When a restore last took back what the import has changed. Absent: none has. */
  readonly takenBackAt?: Millis;
}

/** Bytes of a piece of a file. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Bytes that are parsed at once. */
const PIECE_BYTES = 16 * 1024;

/**
 * Stores text in pieces, each while the next one arrives. Returns them in order. After an error none is stored.
 * @throws QuotaExceededError as soon as the file is larger than the quota of the account allows.
 */
export async function keepFile(
  context: ServiceContext,
  account: string,
  text: AsyncIterable<Uint8Array>,
): Promise<ImportChunk[]> {
  const stored: Promise<ImportChunk>[] = [];
  let size = 0;
  try {
    for await (const bytes of inChunks(text)) {
      await stored.at(-1);
      size += bytes.length;
      await context.quotas.requireRoom(account, { importBytes: size });
      const isKept = stored.length < CHUNKS_KEPT;
      const chunk = storeChunk(context, account, bytes, isKept);
      // Reading the text may fail before the chunk is awaited.
      chunk.catch(() => undefined);
      stored.push(chunk);
    }
    return await Promise.all(stored);
  } catch (error) {
    const chunks = await Promise.allSettled(stored);
    return discardFile(
      context,
      chunks.flatMap((chunk) => (chunk.status === 'fulfilled' ? chunk.value : [])),
      error,
    );
  }
}

/** Pieces that are removed at once, so that other writes hardly wait. */
const DISCARDED_AT_ONCE = 4;

/** Removes the pieces of a file that no import uses, and throws the error. */
export async function discardFile(
  { storage, clock }: ServiceContext,
  chunks: readonly ImportChunk[],
  error: unknown,
): Promise<never> {
  const hashes = chunks.map(({ hash }) => hash);
  try {
    for (let at = 0; at < hashes.length; at += DISCARDED_AT_ONCE) {
      // A caller that stores equal bytes at the same time has to send them again.
      await storage.blobs.discard(hashes.slice(at, at + DISCARDED_AT_ONCE), clock() + 1);
    }
  } catch {
    // The purge of unused blobs removes the others.
  }
  throw error;
}

async function storeChunk(
  context: ServiceContext,
  account: string,
  bytes: Uint8Array,
  isKept: boolean,
): Promise<ImportChunk> {
  const hash = await keepBlob(context, account, bytes);
  if (isKept) context.importChunks.keep(hash, bytes);
  return { hash, size: bytes.length };
}

/** Yields text in chunks of `CHUNK_BYTES`, the last one shorter, each in a buffer of its own. */
async function* inChunks(text: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let chunk: Uint8Array | null = null;
  let length = 0;
  for await (const bytes of text) {
    for (let at = 0; at < bytes.length; ) {
      chunk ??= new Uint8Array(CHUNK_BYTES);
      const part = bytes.subarray(at, at + CHUNK_BYTES - length);
      chunk.set(part, length);
      at += part.length;
      length += part.length;
      if (length < CHUNK_BYTES) continue;
      yield chunk;
      chunk = null;
      length = 0;
    }
  }
  if (chunk !== null) yield chunk.slice(0, length);
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
