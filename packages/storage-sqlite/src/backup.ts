import { existsSync } from 'node:fs';
import { VitrineError } from '@vitrine/core/adapter';
import { type Connection, fixed } from './connections/connection.ts';
import { openDatabase } from './connections/sqlite-library.ts';
import { draftPrivateFile } from './private-file.ts';

/**
 * Writes a compact snapshot of the database to a new file. Other connections can read and write meanwhile. Only the
 * owner may read the file, because it holds all data, the hashes of keys, and the generated secret.
 * @throws VitrineError `internal` if the destination exists.
 */
export function writeBackup(path: string, destination: string): void {
  const db = openDatabase(path, { readonly: true, fileMustExist: true });
  try {
    copyInto((text, value) => db.prepare(text).run(value), destination);
  } finally {
    db.close();
  }
}

/** Does the same as `writeBackup` on an open connection. */
export function backUpConnection(connection: Connection, destination: string): void {
  copyInto((text, value) => connection.execute({ ...fixed(text), values: [value] }), destination);
}

function copyInto(run: (text: string, value: string) => unknown, destination: string): void {
  if (existsSync(destination)) throw takenError(destination);
  const draft = draftPrivateFile(destination);
  try {
    // SQLite fills an empty file and keeps its mode.
    run('VACUUM INTO ?', draft.path);
    draft.publish({ replace: false });
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EEXIST'
      ? takenError(destination)
      : error;
  } finally {
    draft.discard();
  }
}

function takenError(destination: string): VitrineError {
  return new VitrineError('internal', `${destination} already exists.`);
}
