import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { draftPrivateFile, isNoFile, type PrivateDraft } from '@vitrine/storage-sqlite/private-file';
import { CommandError, EXIT, fileError, isSystemError } from './command-error.ts';

/**
 * Writes a file that only its owner may read, and that appears under its name when it is complete. Replaces an earlier
 * file, or a link without following it.
 *
 * @param hint ends the error for a path that is not a file.
 * @throws CommandError if the path is a folder, a device or a pipe, or if the file can't be written; the error of the
 *   source. The source is destroyed then.
 */
export async function writePrivateFile(path: string, source: Readable, hint = ''): Promise<void> {
  let draft: PrivateDraft | null = null;
  try {
    if (isNoFile(path)) throw new CommandError(EXIT.usage, `${path} exists and is not a file${hint}.`);
    draft = draftPrivateFile(path);
    await pipeline(source, createWriteStream(draft.path, { fd: draft.fd, autoClose: false }));
    draft.publish({ replace: true });
  } catch (error) {
    source.destroy();
    throw isSystemError(error) ? fileError('write', path, error) : error;
  } finally {
    draft?.discard();
  }
}
