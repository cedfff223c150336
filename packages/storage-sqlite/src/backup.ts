import { existsSync } from 'node:fs';
import { draftPrivateFile } from '@vitrine/core/private-file';
import { VitrineError } from '@vitrine/core/storage';
import Database from 'better-sqlite3';
import { type Connection, fixed } from './connection.ts';

/**
 * Writes what the database holds at this moment to a new file, compactly. Others go on reading and writing
 * meanwhile. Throws `internal` when something is at the destination already. Only its owner may read the file: it holds
 * all data, the hashes of keys, and the secret that was generated.
 */
export function writeBackup(path: string, destination: string): void {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    copyInto((text, value) => db.prepare(text).run(value), destination);
  } finally {
    db.close();
  }
}

/** As `writeBackup`, from a connection that is open already. */
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
  return new VitrineError('internal', `There is something at ${destination} already.`);
}
