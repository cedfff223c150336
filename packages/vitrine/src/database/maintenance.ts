import { existsSync, lstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandError, EXIT, type ExitCode } from '../terminal/command-error.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';
import { type DatabaseFlags, readDatabase, toDatabaseError, withStorage } from './database.ts';

/** Runs `vitrine migrate`: migrates the layout, as most commands do when they open the database. */
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
 * Runs `vitrine migrate --check`: changes nothing, and creates no database. Returns the exit code: whether the layout is
 * current.
 */
export function checkMigration(terminal: Terminal, flags: DatabaseFlags): Promise<ExitCode> {
  const url = readDatabase(terminal, flags);
  return withStorage(terminal, url, { mayCreate: false }, async ({ storage }) => {
    const { from, to } = await storage.findMigration().catch((error: unknown) => {
      throw toDatabaseError(url, error);
    });
    printLine(
      terminal.stdout,
      from === to ? `up to date at version ${to}` : `due from version ${from} to ${to}`,
    );
    return from === to ? EXIT.ok : EXIT.refused;
  });
}

/**
 * Runs `vitrine backup`: writes a consistent copy, also while a server writes. Refuses to overwrite. The copy includes
 * the secret, because a restored database would otherwise refuse all cursors and links; the command says so.
 */
export function backup(terminal: Terminal, file: string, flags: DatabaseFlags): Promise<void> {
  const url = readDatabase(terminal, flags);
  const destination = resolve(file);
  // `lstat` also finds a dangling symbolic link.
  if (lstatSync(destination, { throwIfNoEntry: false }) !== undefined) {
    throw new CommandError(EXIT.io, `${destination} exists; a backup never overwrites a file.`);
  }
  if (!existsSync(dirname(destination))) {
    throw new CommandError(EXIT.io, `The folder ${dirname(destination)} for the backup does not exist.`);
  }
  return withStorage(terminal, url, { mayCreate: false }, async (opened) => {
    if (opened.backup === null)
      throw new CommandError(EXIT.usage, "This kind of database can't be backed up by this command.");
    await opened.backup(destination);
    const { size } = await stat(destination);
    printLine(terminal.stdout, `${destination}  ${size} bytes`);
    const content = 'The backup holds all data and the secret that signs cursors and links';
    printLine(terminal.stderr, `note: ${content}; keep it private. Only this user may read it.`);
  });
}
