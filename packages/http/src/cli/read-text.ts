import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CommandError, EXIT, fileError } from './failure.ts';

/** A text file that is read from its beginning to its end. */
export interface TextFile {
  /** Bytes; null for what has no length, such as a pipe. */
  readonly size: number | null;
  /** Bytes read so far. */
  readonly bytesRead: () => number;
  /** The text, without a byte order mark. Throws `CommandError` when it is not UTF-8 or can't be read on. */
  readonly chunks: AsyncIterable<string>;
}

const CHUNK_BYTES = 256 * 1024;

/** @throws CommandError when there is no such file. */
export async function openText(path: string): Promise<TextFile> {
  const stats = await stat(path).catch((error: unknown) => {
    throw fileError('read', path, error);
  });
  if (stats.isDirectory()) throw new CommandError(EXIT.io, `Can't read ${path}: it is a folder.`);
  let bytes = 0;
  return {
    size: stats.isFile() ? stats.size : null,
    bytesRead: () => bytes,
    chunks: decode(path, (count) => {
      bytes += count;
    }),
  };
}

async function* decode(path: string, onBytes: (count: number) => void): AsyncGenerator<string, void> {
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  // What is no UTF-8 would otherwise be stored as U+FFFD, and nobody would know.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      const text = decodeNext(() => decoder.decode(chunk, { stream: true }));
      bytes += chunk.length;
      onBytes(chunk.length);
      if (text !== '') yield text;
    }
  } catch (error) {
    throw error instanceof CommandError ? error : fileError('read', path, error);
  }
  decodeNext(() => decoder.decode());

  function decodeNext(next: () => string): string {
    try {
      return next();
    } catch (error) {
      const message = `${path} is not UTF-8 text (behind byte ${bytes}); save it as UTF-8 and try again.`;
      throw new CommandError(EXIT.data, message, { cause: error });
    }
  }
}
