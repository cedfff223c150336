import { type ErrorCode, UnavailableError, VitrineError } from '@vitrine/core/storage';

/** Why a file was refused. The file is as it was before. */
export type FileProblem =
  /** A file of length zero: what is left of a database that was truncated, or a slip of the shell. */
  | 'empty'
  /** Not a SQLite database, or not one of Vitrine's. */
  | 'foreign'
  | 'damaged'
  | 'missing'
  /** The SQLite in use has a bug that can damage files (before 3.51.3). */
  | 'engine'
  /** A setting that durability rests on did not take. */
  | 'settings';

/** The database can't be opened as it is; trying again does not help. */
export class SqliteFileError extends VitrineError {
  override readonly name = 'SqliteFileError';
  readonly problem: FileProblem;

  constructor(problem: FileProblem, message: string, options?: ErrorOptions) {
    super('internal', message, options);
    this.problem = problem;
  }
}

/** An error on its way between threads. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** What the engine said, for logs. Null: no more than the message. */
  readonly detail: string | null;
  /** The disk did not confirm a write: nothing that this process does from now on can be trusted. */
  readonly fatal: boolean;
  /** The disk took nothing: it is full, or refuses to write. */
  readonly noRoom: boolean;
}

/** A write that the disk had no room for. Reads go on, and writes too once there is room. */
export class NoRoomError extends UnavailableError {}

/** Another process writes. */
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

/** After a failed fsync the kernel may have dropped what was to be written; a second try would prove nothing. */
const FATAL = new Set(['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_DIR_FSYNC']);

/** The engine's result code, extended where it has one; null for other errors. */
export function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return error.code.startsWith('SQLITE_') ? error.code : null;
}

export function isBusy(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_BUSY') ?? false;
}

/** Any error as it may cross the seam of `Storage`: nothing of the driver's but its words, as the cause. */
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
