import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { VitrineError } from '@vitrine/core/storage';
import Database from 'better-sqlite3';
import { type Connection, fixed } from './connection.ts';
import { syncDirectory } from './database-file.ts';

/**
 * Writes what the database holds at this moment to a new file, compactly. Others go on reading and writing
 * meanwhile. Throws `internal` when something is at the destination already.
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
  if (existsSync(destination)) {
    throw new VitrineError('internal', `There is something at ${destination} already.`);
  }
  // Under its name only when it is whole and on the disk.
  const draft = `${destination}.partial`;
  rmSync(draft, { force: true });
  run('VACUUM INTO ?', draft);
  const file = openSync(draft, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, destination);
  syncDirectory(dirname(destination));
}
