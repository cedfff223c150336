import type { ErrorCode } from '@vitrine/core';
import { UnavailableError, VitrineError } from '@vitrine/core/adapter';

/** Why a path or a file was refused. The file is unchanged. */
export type FileProblem =
  /** A file of length zero, such as a truncated database or a redirect in a shell. */
  | 'empty'
  /** Not a SQLite database, or not one of Vitrine's. */
  | 'foreign'
  | 'damaged'
  /** The file or its folder. */
  | 'missing'
  /** The system does not let the process read the file, or create it. */
  | 'inaccessible'
  /** The SQLite in use has a bug that can damage files (before 3.51.3). */
  | 'engine'
  /** A setting that durability depends on was not accepted. */
  | 'settings';

/** The database file can't be used. Trying again does not help. */
export class SqliteFileError extends VitrineError {
  override readonly name = 'SqliteFileError';
  readonly problem: FileProblem;

  constructor(problem: FileProblem, message: string, options?: ErrorOptions) {
    super('internal', message, options);
    this.problem = problem;
  }
}

/** An error as it is sent between threads. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** The engine's message, for logs. Null: the same as `message`. */
  readonly detail: string | null;
  /** The disk did not confirm a write, so no later write of this process can be trusted. */
  readonly fatal: boolean;
  /** The disk is full or refuses writes. */
  readonly noRoom: boolean;
}

/** A write for which the disk had no room. Reads still work, and writes work again when there is room. */
export class NoRoomError extends UnavailableError {}

/** Messages for locks that another process holds. */
const BUSY: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'The database is busy.',
  SQLITE_LOCKED: 'The database is busy.',
};

const NO_ROOM: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'The disk is full.',
  SQLITE_IOERR_WRITE: 'The disk is full or does not take writes.',
  SQLITE_IOERR_SHMSIZE: 'The disk is full or does not take writes.',
  SQLITE_IOERR_TRUNCATE: 'The disk is full or does not take writes.',
};

/** After a failed fsync the kernel may have dropped the data, and a second fsync would succeed without writing it. */
const FATAL = new Set(['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_DIR_FSYNC']);

/** Returns the engine's extended result code. Null for other errors. */
export function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return error.code.startsWith('SQLITE_') ? error.code : null;
}

export function isBusy(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_BUSY') ?? false;
}

/** Returns an error as plain data. The driver's own message becomes the detail. */
export function failureOf(error: unknown): Failure {
  if (error instanceof VitrineError) {
    const detail = error.cause === undefined ? null : detailOf(error.cause);
    return { code: error.code, message: error.message, detail, fatal: false, noRoom: false };
  }
  const detail = detailOf(error);
  const code = sqliteCode(error) ?? '';
  const busy = BUSY[code.startsWith('SQLITE_BUSY') ? 'SQLITE_BUSY' : code];
  const noRoom = NO_ROOM[code];
  const message = busy ?? noRoom;
  return message === undefined
    ? { code: 'internal', message: 'The storage failed.', detail, fatal: FATAL.has(code), noRoom: false }
    : { code: 'unavailable', message, detail, fatal: false, noRoom: noRoom !== undefined };
}

/** Returns the error of a connection that only reads as plain data. Such a connection writes temporary files only. */
export function readFailureOf(error: unknown): Failure {
  const failure = failureOf(error);
  if (!failure.noRoom) return failure;
  return { ...failure, message: 'There is no room for the temporary files of this search.', noRoom: false };
}

function detailOf(error: unknown): string {
  return error instanceof Error ? `${sqliteCode(error) ?? error.name}: ${error.message}` : String(error);
}

export function errorOf({ code, message, detail, noRoom }: Failure): VitrineError {
  const options = detail === null ? undefined : { cause: new Error(detail) };
  if (noRoom) return new NoRoomError(message, options);
  return code === 'unavailable'
    ? new UnavailableError(message, options)
    : new VitrineError(code, message, options);
}

export function closedError(): UnavailableError {
  return new UnavailableError('The storage is closed.');
}
