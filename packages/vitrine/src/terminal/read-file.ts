import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CommandError, EXIT, fileError } from './command-error.ts';

/** A file that is read once, in chunks. */
export interface InputFile {
  /** The size in bytes; null if it has none, such as a pipe. */
  readonly size: number | null;
  /** Returns the number of bytes read so far. */
  readonly bytesRead: () => number;
  /** Throws `CommandError` if reading fails. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

const CHUNK_BYTES = 256 * 1024;

/** Opens a file. @throws CommandError if it does not exist or is a folder. */
export async function openFile(path: string): Promise<InputFile> {
  const stats = await stat(path).catch((error: unknown) => {
    throw fileError('read', path, error);
  });
  if (stats.isDirectory()) throw new CommandError(EXIT.io, `Can't read ${path}: it is a folder.`);
  let bytes = 0;
  return {
    size: stats.isFile() ? stats.size : null,
    bytesRead: () => bytes,
    chunks: read(path, (count) => {
      bytes += count;
    }),
  };
}

async function* read(path: string, onBytes: (count: number) => void): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      onBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw fileError('read', path, error);
  }
}
