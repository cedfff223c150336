import { UnavailableError, VitrineError } from '@vitrine/core/storage';

/** The database can't be used as it is configured; trying again does not help. The message is one line, without secrets. */
export class PostgresSetupError extends VitrineError {
  override readonly name = 'PostgresSetupError';

  constructor(message: string, options?: ErrorOptions) {
    super('internal', message, options);
  }
}

/** The server's SQLSTATE, or the code of the operating system; null for other errors. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Five characters that the server chose, unlike the codes of Node. */
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Serialization failure and deadlock. */
const CONTENTION = new Set(['40001', '40P01']);

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
/** Codes of Node for a TLS handshake that failed, as after a certificate has expired. */
const TLS_FAILED = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED)/;

/** What pg says without a code when a connection is gone or never came to be. */
const LOST_WORDS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exp|Query read timeout)/;

/**
 * Shut down, crashed, not up yet, the database dropped, the session idle or its transaction open for too long; the connection is
 * gone after each of them.
 */
const SHUT_DOWN = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04']);

/** Two have created the same table at once, where no lock keeps migrations apart: `IF NOT EXISTS` looks before, not during. */
export function isSameTable(error: unknown): boolean {
  return codeOf(error) === '23505' || codeOf(error) === '42P07';
}

/** Another transaction won, and this one was rolled back whole: it may be run again from the start. */
export function isContention(error: unknown): boolean {
  const code = codeOf(error);
  return CONTENTION.has(code ?? '');
}

/** The statement as prepared fits the tables no more (a migration ran), or the server forgot it. Nothing was done. */
export function isUnprepared(error: unknown): boolean {
  const code = codeOf(error);
  return code === '26000' || (code === '0A000' && /cached plan/.test(messageOf(error)));
}

/** The statement was cancelled, by a request or its timeout; its session goes on. */
export function isQueryCanceled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** The connection is gone: what was running may or may not have been done. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code === null) return LOST_WORDS.test(messageOf(error));
  return LOST_SOCKET.has(code) || SHUT_DOWN.has(code) || code.startsWith('08') || isSocketGone(error);
}

/** The write may be committed: its connection is gone, or the server can't tell (40003, CockroachDB). */
export function mayBeCommitted(error: unknown): boolean {
  return isLost(error) || codeOf(error) === '40003';
}

/** The file of a local socket, which is there while the server runs. */
function isSocketGone(error: unknown): boolean {
  return (
    codeOf(error) === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  );
}

/**
 * SQLSTATEs, or their classes of two characters, that pass by themselves or when an operator acts, and what to tell the
 * caller. The first that fits counts.
 */
const UNAVAILABLE: readonly (readonly [string, string])[] = [
  ['40003', 'The database can not tell whether the write was done.'],
  ['40', 'Others keep changing the same data.'],
  ['53100', 'The disk of the database is full.'],
  ['53200', 'The database is out of memory.'],
  ['53300', 'The database takes no further connections.'],
  ['53', 'The database is out of resources.'],
  ['55P03', 'Others hold the data for too long.'],
  ['55006', 'Others hold the data for too long.'],
  ['57014', 'The database took too long.'],
  ['57', 'An operator has interrupted the database.'],
  ['58030', 'The database can not read or write its files.'],
  ['25006', 'The database takes no writes.'],
];

function unavailableWords(error: unknown): string | null {
  if (isContention(error)) return 'Others keep changing the same data.';
  const code = codeOf(error);
  if (code === null || !SQLSTATE.test(code)) return null;
  return UNAVAILABLE.find(([start]) => code.startsWith(start))?.[1] ?? null;
}

/** What connecting with a wrong address, name or password says: the same at every try until somebody changes something. */
const MISCONFIGURED: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong',
  '28000': 'the server refuses this user, or refuses it without TLS',
  '3D000': 'there is no such database',
  '42501': 'the user may not do this; it needs to own the schema it works in',
  '3F000': 'there is no schema to work in',
};

/** Words for an operator: why the database can't be set up. */
export function setupErrorOf(error: unknown, where: string): VitrineError {
  if (error instanceof VitrineError) return error;
  const known = MISCONFIGURED[codeOf(error) ?? ''];
  if (known !== undefined)
    return new PostgresSetupError(`PostgreSQL at ${where}: ${known}.`, { cause: causeOf(error) });
  if (TLS_FAILED.test(codeOf(error) ?? '')) {
    return new PostgresSetupError(`PostgreSQL at ${where}: TLS fails (${codeOf(error)}).`, {
      cause: causeOf(error),
    });
  }
  if (isLost(error)) {
    return new UnavailableError(
      `PostgreSQL at ${where} does not answer (${codeOf(error) ?? messageOf(error)}).`,
      {
        cause: causeOf(error),
      },
    );
  }
  return errorOf(error);
}

/** Any error as it may cross the seam of `Storage`: nothing of the driver's but its words, as the cause. */
export function errorOf(error: unknown): VitrineError {
  if (error instanceof VitrineError) return error;
  const cause = causeOf(error);
  if (isLost(error)) return new UnavailableError('The database does not answer.', { cause });
  const known = unavailableWords(error);
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
