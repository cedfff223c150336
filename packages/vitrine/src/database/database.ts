import {
  accountPrincipal,
  type BlobBytes,
  createVitrine,
  type Media,
  type Principal,
  UnavailableError,
  type Vitrine,
  type WebhookSender,
} from '@vitrine/core';
import type { AccountRow } from '@vitrine/core/storage';
import { openBlobPlace } from '../settings/blob-place.ts';
import { readPostgresConfig, readServerUrl, readSetting } from '../settings/config.ts';
import { type DatabaseUrl, describeDatabase } from '../settings/database-url.ts';
import { type OpenedStorage, openStorage } from '../settings/open-storage.ts';
import { SETTINGS } from '../settings/settings.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { toCommandError } from '../terminal/to-command-error.ts';

/** The flags of every command that opens the database. */
export interface DatabaseFlags {
  readonly databaseUrl?: string;
}

/** The flags of the commands that act for one account. */
export interface AccountFlags extends DatabaseFlags {
  readonly account?: string;
}

/** Returns the database that the flags or the environment name. @throws CommandError if it is in memory. */
export function readDatabase(terminal: Terminal, flags: DatabaseFlags): DatabaseUrl {
  const { flag, variable } = SETTINGS.databaseUrl;
  const url = readSetting(SETTINGS.databaseUrl, flags.databaseUrl, terminal.env) ?? { kind: 'memory' };
  return requirePersistent(url, `${flag} (${variable})`);
}

/**
 * Refuses a database in memory.
 *
 * @param name the flag or variable that gave it, for the message.
 * @throws CommandError
 */
export function requirePersistent(url: DatabaseUrl, name: string): DatabaseUrl {
  if (url.kind === 'memory' || (url.kind === 'sqlite' && url.path === ':memory:')) {
    throw new CommandError(
      EXIT.usage,
      `${name}: This command needs a persistent database, such as sqlite:<path> or postgres://….`,
    );
  }
  return url;
}

/** Returns the error for a place of blobs that can't be used, with the name of the setting. */
export function toBlobsError(error: unknown): CommandError {
  const { flag, variable } = SETTINGS.blobs;
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError(EXIT.usage, `${variable} (${flag}): ${reason}`, { cause: error });
}

/**
 * Opens a storage, runs the function and closes the storage. The environment gives the backend and pool of PostgreSQL.
 */
export async function withStorage<Result>(
  terminal: Terminal,
  url: DatabaseUrl,
  options: { mayCreate: boolean; name?: string },
  run: (opened: OpenedStorage) => Promise<Result>,
): Promise<Result> {
  const postgres = readPostgresConfig(terminal.env);
  const opened = await openStorage(url, { mayCreate: options.mayCreate, postgres }).catch(
    (error: unknown) => {
      throw toDatabaseError(url, error, options.name);
    },
  );
  try {
    return await run(opened);
  } finally {
    await opened.storage.close();
  }
}

/** What a command needs besides the rows of the database. */
export interface ByteOptions {
  readonly media?: Media | null;
  readonly webhookSender?: WebhookSender | null;
  /** Whether it reads or writes the bytes of files. Default: if it has media. */
  readonly usesBlobs?: boolean;
}

/** Opens the database that the flags name, migrates its layout, and runs the function. */
export async function withVitrine<Result>(
  terminal: Terminal,
  flags: DatabaseFlags,
  options: { mayCreate: boolean } & ByteOptions,
  run: (vitrine: Vitrine) => Promise<Result>,
): Promise<Result> {
  const url = readDatabase(terminal, flags);
  const baseUrl = readServerUrl(terminal.env);
  const { media = null, webhookSender = null, usesBlobs = media !== null } = options;
  return withStorage(terminal, url, options, async ({ storage }) => {
    const blobs = usesBlobs ? await openBlobs(terminal) : null;
    const vitrine = await createVitrine({
      storage,
      linksSecret: readSetting(SETTINGS.linksSecret, undefined, terminal.env),
      baseUrl,
      ...(media === null ? {} : { media }),
      ...(webhookSender === null ? {} : { webhookSender }),
      ...(blobs === null ? {} : { blobs }),
    }).catch((error: unknown) => {
      throw toDatabaseError(url, error);
    });
    return run(vitrine);
  });
}

/** Opens the place of blobs that the environment names. Null: the database. @throws CommandError */
async function openBlobs({ env }: Terminal): Promise<BlobBytes | null> {
  const place = readSetting(SETTINGS.blobs, undefined, env) ?? { kind: 'database' };
  try {
    return await openBlobPlace(place, env);
  } catch (error) {
    throw toBlobsError(error);
  }
}

/** Does the same as `withVitrine` for one account: that of `--account`, or the only one. The database must exist. */
export function withAccount<Result>(
  terminal: Terminal,
  flags: AccountFlags,
  run: (vitrine: Vitrine, principal: Principal) => Promise<Result>,
  options: ByteOptions = {},
): Promise<Result> {
  return withVitrine(terminal, flags, { mayCreate: false, ...options }, async (vitrine) => {
    const account = chooseAccount(await vitrine.accounts.list(), flags.account);
    return run(vitrine, accountPrincipal(account.id));
  });
}

function chooseAccount(accounts: readonly AccountRow[], wanted: string | undefined): AccountRow {
  const listed = accounts.map((account) => `${account.id} (${account.name})`).join(', ');
  const [only] = accounts;
  if (only === undefined) {
    throw new CommandError(
      EXIT.refused,
      'The database has no account; create one with "vitrine accounts create --name <name>".',
    );
  }
  if (wanted !== undefined) {
    try {
      return findAccount(accounts, wanted);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw new CommandError(EXIT.usage, `--account: ${error.message}`, { cause: error });
    }
  }
  if (accounts.length > 1) {
    throw new CommandError(EXIT.usage, `There are several accounts; give --account with one of: ${listed}.`);
  }
  return only;
}

/**
 * Returns the account with the id or the name. An id takes precedence.
 *
 * @throws CommandError that lists the accounts if there is none, or several with the name.
 */
export function findAccount(accounts: readonly AccountRow[], given: string): AccountRow {
  const byId = accounts.find(({ id }) => id === given);
  const named = accounts.filter(({ name }) => name === given);
  const [only] = named;
  if (byId !== undefined) return byId;
  if (only !== undefined && named.length === 1) return only;
  const name = JSON.stringify(given);
  const problem =
    only === undefined
      ? `No such account: none has the id or the name ${name}. The accounts are`
      : `${named.length} accounts have the name ${name}; give the id of one`;
  const listed = (only === undefined ? accounts : named).map((account) => `${account.id} (${account.name})`);
  throw new CommandError(EXIT.refused, `${problem}: ${listed.join(', ')}.`);
}

/** The SQLite errors of file access. All other ones are about the content of the file. */
const SQLITE_IO = /^SQLITE_(CANTOPEN|READONLY|IOERR|FULL|PERM)/;

/**
 * Returns the error for a database that can't be used, with the exit code for I/O or for invalid data.
 *
 * @param name the flag or variable that gave the database, for the message.
 */
export function toDatabaseError(
  url: DatabaseUrl,
  error: unknown,
  name: string = SETTINGS.databaseUrl.variable,
): CommandError {
  const { exitCode, message } = toCommandError(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isIo = exitCode === EXIT.io || error instanceof UnavailableError || SQLITE_IO.test(code);
  return new CommandError(
    isIo ? EXIT.io : EXIT.data,
    `Can't use the database ${describeDatabase(url)} (${name}): ${message}`,
    { cause: error },
  );
}
