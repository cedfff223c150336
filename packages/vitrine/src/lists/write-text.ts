import type { Writable } from 'node:stream';
import { isSystemError } from '../terminal/command-error.ts';

/**
 * Writes a text and waits until the stream has taken it, so that a slow reader limits the memory of long output.
 * Returns false if the reader is gone (`vitrine … | head`), which is not an error.
 */
export function writeText(stream: Writable, text: string): Promise<boolean> {
  if (text === '') return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined) resolve(true);
      else if (isGone(error)) resolve(false);
      else reject(error);
    });
  });
}

function isGone(error: Error): boolean {
  return (
    (isSystemError(error) && error.code === 'EPIPE') ||
    ('code' in error && error.code === 'ERR_STREAM_DESTROYED')
  );
}
