import { UnavailableError, VitrineError } from '@vitrine/core/adapter';
import { LostRaceError } from '@vitrine/storage-sql';
import { PostgresSetupError } from './setup-error.ts';

/** Returns the server's SQLSTATE or the operating system's code. Null for other errors. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** The form of SQLSTATEs, which distinguishes them from the codes of Node. */
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Serialization failure and deadlock. */
const CONTENTION = new Set(['40001', '40P01']);
/** Message of Citus for a statement that waited while its shard was split. It has no SQLSTATE of its own. */
const SHARD_GONE = /^could not find valid entry for shard/;

const LOST_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENOTCONN',
  'EADDRNOTAVAIL',
  'ECONNABORTED',
  'EMFILE',
  'ENFILE',
]);
/** Node's codes for a failed TLS handshake, such as an expired certificate. */
const TLS_FAILED = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED)/;

/** pg's messages without a code for a connection that ended or could not be opened. */
const LOST_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exp|Query read timeout)/;

/**
 * SQLSTATEs after which the connection is closed: shutdown, crash, startup, a dropped database, and timeouts of idle
 * sessions and of transactions.
 */
const SHUT_DOWN = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04']);

/** A row with this key exists. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** The table does not exist. */
export function isNoTable(error: unknown): boolean {
  return codeOf(error) === '42P01';
}

/** Another transaction won a race, and this one was rolled back. It can be run again from the start. */
export function isContention(error: unknown): boolean {
  if (error instanceof LostRaceError) return true;
  const code = codeOf(error);
  return CONTENTION.has(code ?? '') || (code === 'XX000' && SHARD_GONE.test(messageOf(error)));
}

/** The prepared statement is outdated after a migration, or unknown to the server. Nothing was changed. */
export function isUnprepared(error: unknown): boolean {
  const code = codeOf(error);
  return code === '26000' || (code === '0A000' && /cached plan/.test(messageOf(error)));
}

/** The session has no open transaction, or one that has failed before. */
export function isNoTransaction(error: unknown): boolean {
  const code = codeOf(error);
  return code === '25P01' || code === '25P02';
}

/** The statement was cancelled by a request or its timeout. Its session is still usable. */
export function isQueryCanceled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** The server accepts no writes: it is a standby, or set so. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** The connection is lost. A statement in flight may have been run or not. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code === null) return LOST_MESSAGE.test(messageOf(error));
  return LOST_SOCKET.has(code) || SHUT_DOWN.has(code) || code.startsWith('08') || isSocketGone(error);
}

/** The write may be committed: its connection is gone, or the server can't tell (40003). */
export function mayBeCommitted(error: unknown): boolean {
  return isLost(error) || codeOf(error) === '40003';
}

/** The file of a local socket is missing, so the server does not run. */
function isSocketGone(error: unknown): boolean {
  return (
    codeOf(error) === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  );
}

/**
 * Messages for SQLSTATEs, or their classes of two characters, of failures that end by themselves or when an operator
 * acts. The first match counts.
 */
const UNAVAILABLE: readonly (readonly [string, string])[] = [
  ['40003', 'The database can not tell whether the write was committed.'],
  ['40', 'Other writes keep changing the same data.'],
  ['53100', 'The disk of the database is full.'],
  ['53200', 'The database is out of memory.'],
  ['53300', 'The database accepts no further connections.'],
  ['53', 'The database is out of resources.'],
  ['55P03', 'Other transactions lock the data for too long.'],
  ['55006', 'Other transactions lock the data for too long.'],
  ['57014', 'The database took too long.'],
  ['57', 'An operator has interrupted the database.'],
  ['58030', 'The database can not read or write its files.'],
  ['25006', 'The database accepts no writes.'],
];

function unavailableMessage(error: unknown): string | null {
  if (isContention(error)) return 'Other writes keep changing the same data.';
  const code = codeOf(error);
  if (code === null || !SQLSTATE.test(code)) return null;
  return UNAVAILABLE.find(([start]) => code.startsWith(start))?.[1] ?? null;
}

/** Messages for failures that last until the configuration changes. */
const MISCONFIGURED: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong',
  '28000': 'the server refuses this user, or refuses it without TLS',
  '3D000': 'there is no such database',
  '42501': 'the user lacks a permission; it needs to own its schema',
  '3F000': 'there is no schema to use',
};

/** A table, an index or a function of another program has a name of the layout. */
const NAMES_TAKEN = new Set(['42P07', '42723', '42710']);

/** Returns an error that tells an operator why the database can't be set up. */
export function setupErrorOf(error: unknown, where: string): VitrineError {
  if (error instanceof VitrineError) return error;
  const known = MISCONFIGURED[codeOf(error) ?? ''];
  if (known !== undefined)
    return new PostgresSetupError(`PostgreSQL at ${where}: ${known}.`, { cause: causeOf(error) });
  if (NAMES_TAKEN.has(codeOf(error) ?? '')) {
    return new PostgresSetupError(
      `PostgreSQL at ${where}: ${messageOf(error)}, of another program. Use a schema of its own: \`schema\` of postgresStorage, or ?options=-c search_path=<schema> in the URL.`,
      { cause: causeOf(error) },
    );
  }
  if (TLS_FAILED.test(codeOf(error) ?? '')) {
    return new PostgresSetupError(`PostgreSQL at ${where}: TLS fails (${codeOf(error)}).`, {
      cause: causeOf(error),
    });
  }
  if (isLost(error)) {
    return new UnavailableError(
      `PostgreSQL at ${where} does not respond (${codeOf(error) ?? messageOf(error)}).`,
      {
        cause: causeOf(error),
      },
    );
  }
  return errorOf(error);
}

/** Returns the error of a call of `Storage`. Its cause has the driver's message only. */
export function errorOf(error: unknown): VitrineError {
  if (error instanceof VitrineError) return error;
  const cause = causeOf(error);
  if (isLost(error)) return new UnavailableError('The database does not respond.', { cause });
  const known = unavailableMessage(error);
  if (known !== null) return new UnavailableError(known, { cause });
  if (MISCONFIGURED[codeOf(error) ?? ''] !== undefined || TLS_FAILED.test(codeOf(error) ?? '')) {
    return new UnavailableError('The database refuses the connection.', { cause });
  }
  return new VitrineError('internal', 'The storage failed.', { cause });
}

export function closedError(): UnavailableError {
  return new UnavailableError('The storage is closed.');
}

function causeOf(error: unknown): Error {
  return new Error([codeOf(error), messageOf(error)].filter((part) => part !== null).join(': '));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
