import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CommandError, EXIT, fileError } from './command-error.ts';

/** A text file that is read once, in chunks. */
export interface TextFile {
  /** The size in bytes; null if it has none, such as a pipe. */
  readonly size: number | null;
  /** Returns the number of bytes read so far. */
  readonly bytesRead: () => number;
  /** The text without a byte order mark. Throws `CommandError` if it is not UTF-8 or reading fails. */
  readonly chunks: AsyncIterable<string>;
}

const CHUNK_BYTES = 256 * 1024;

/** Opens a text file. @throws CommandError if it does not exist or is a folder. */
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
  // Not fatal, the decoder would replace invalid bytes by U+FFFD without an error.
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
      const message = `${path} is not UTF-8 text (after byte ${bytes}); save it as UTF-8 and try again.`;
      throw new CommandError(EXIT.data, message, { cause: error });
    }
  }
}
