import { existsSync, lstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type DatabaseFlags, readDatabase, toDatabaseError, withStorage } from './database.ts';
import { CommandError, EXIT } from './failure.ts';
import { printLine, type Terminal } from './terminal.ts';

/** `vitrine migrate`: brings the layout up to date, as every other command does when it opens the database. */
export function migrate(terminal: Terminal, flags: DatabaseFlags): Promise<void> {
  const url = readDatabase(terminal, flags);
  return withStorage(terminal, url, { mayCreate: true }, async ({ storage }) => {
    const { from, to } = await storage.migrate().catch((error: unknown) => {
      throw toDatabaseError(url, error);
    });
    printLine(
      terminal.stdout,
      from === to ? `up to date at version ${to}` : `migrated from version ${from} to ${to}`,
    );
  });
}

/**
 * `vitrine backup`: a consistent copy, also while a server writes. It overwrites nothing. The secret stays in it, because
 * a restored database without it would refuse every cursor and link; the command says so.
 */
export function backup(terminal: Terminal, file: string, flags: DatabaseFlags): Promise<void> {
  const url = readDatabase(terminal, flags);
  const destination = resolve(file);
  // A link that leads nowhere is something too.
  if (lstatSync(destination, { throwIfNoEntry: false }) !== undefined) {
    throw new CommandError(EXIT.io, `${destination} exists; a backup overwrites nothing.`);
  }
  if (!existsSync(dirname(destination))) {
    throw new CommandError(EXIT.io, `There is no folder ${dirname(destination)} for the backup.`);
  }
  return withStorage(terminal, url, { mayCreate: false }, async (opened) => {
    if (opened.backup === null) throw new CommandError(EXIT.usage, 'This kind of database has no backup.');
    await opened.backup(destination);
    const { size } = await stat(destination);
    printLine(terminal.stdout, `${destination}  ${size} bytes`);
    const content = 'The backup holds all data and the secret that signs cursors and links';
    printLine(terminal.stderr, `note: ${content}; keep it private. Only this user may read it.`);
  });
}
