import {
  type AccountRow,
  accountPrincipal,
  createVitrine,
  type Media,
  type Principal,
  UnavailableError,
  type Vitrine,
} from '@vitrine/core';
import { readPostgresConfig, readSetting } from '../settings/config.ts';
import { type DatabaseUrl, describeDatabase } from '../settings/database-url.ts';
import { type OpenedStorage, openStorage } from '../settings/open-storage.ts';
import { SETTINGS } from '../settings/settings.ts';
import { toCommandError } from './command-error.ts';
import { CommandError, EXIT } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** The flags of every command that works on the database itself. */
export interface DatabaseFlags {
  readonly databaseUrl?: string;
}

/** The flags of the commands that act for one account. */
export interface AccountFlags extends DatabaseFlags {
  readonly account?: string;
}

/** The database that the flags or the environment name. @throws CommandError for one that ends with the process. */
export function readDatabase(terminal: Terminal, flags: DatabaseFlags): DatabaseUrl {
  const { flag, variable } = SETTINGS.databaseUrl;
  const url = readSetting(SETTINGS.databaseUrl, flags.databaseUrl, terminal.env) ?? { kind: 'memory' };
  return requireLasting(url, `${flag} (${variable})`);
}

/** @param name what the operator gave it as. @throws CommandError for a database that ends with the process. */
export function requireLasting(url: DatabaseUrl, name: string): DatabaseUrl {
  if (url.kind === 'memory' || (url.kind === 'sqlite' && url.path === ':memory:')) {
    throw new CommandError(
      EXIT.usage,
      `${name}: this command needs a database that outlives it, such as sqlite:<path> or postgres://….`,
    );
  }
  return url;
}

/** What is wrong with the place of blobs, under its name. */
export function toBlobsError(error: unknown): CommandError {
  const { flag, variable } = SETTINGS.blobs;
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError(EXIT.usage, `${variable} (${flag}): ${reason}`, { cause: error });
}

/** Runs with the opened storage and closes it, whatever happens. Which PostgreSQL it is, the environment says. */
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

/** Runs with Vitrine over the database that the flags name, its layout brought up to date. */
export async function withVitrine<Result>(
  terminal: Terminal,
  flags: DatabaseFlags,
  options: { mayCreate: boolean; media?: Media | null },
  run: (vitrine: Vitrine) => Promise<Result>,
): Promise<Result> {
  const url = readDatabase(terminal, flags);
  const baseUrl = readSetting(SETTINGS.baseUrl, undefined, terminal.env);
  const { media = null } = options;
  return withStorage(terminal, url, options, async ({ storage }) => {
    const vitrine = await createVitrine({
      storage,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(media === null ? {} : { media }),
    }).catch((error: unknown) => {
      throw toDatabaseError(url, error);
    });
    return run(vitrine);
  });
}

/** As `withVitrine`, acting for the account of `--account`, or for the only one. The database has to be there. */
export function withAccount<Result>(
  terminal: Terminal,
  flags: AccountFlags,
  run: (vitrine: Vitrine, principal: Principal) => Promise<Result>,
  media: Media | null = null,
): Promise<Result> {
  return withVitrine(terminal, flags, { mayCreate: false, media }, async (vitrine) => {
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
      'The database has no account; "vitrine accounts create --name <name>" makes one.',
    );
  }
  if (wanted !== undefined) {
    const account = accounts.find((candidate) => candidate.id === wanted);
    if (account !== undefined) return account;
    throw new CommandError(EXIT.usage, `--account: no account has this id. There are: ${listed}.`);
  }
  if (accounts.length > 1) {
    throw new CommandError(EXIT.usage, `There are several accounts; give --account with one of: ${listed}.`);
  }
  return only;
}

/** What SQLite says when the system does not let it at the file; whatever else it says is about the file. */
const SQLITE_IO = /^SQLITE_(CANTOPEN|READONLY|IOERR|FULL|PERM)/;

/** Why a database can't be used, as one line: the system's fault (I/O) or the file's (data). `name`: what it was given as. */
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
