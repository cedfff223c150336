import { NotFoundError, ValidationError, VitrineError } from '@vitrine/core';
import { ConfigError } from '../config.ts';

/** What the process answers its caller, after sysexits(3). */
export const EXIT = {
  ok: 0,
  /** The command ran, and something in it was refused: rows of a file, an unknown store. */
  refused: 1,
  /** Flags, arguments or environment. */
  usage: 64,
  /** A database, or a file to import, that is not what it should be. */
  data: 65,
  /** Files that can't be read or written, addresses that can't be listened on. */
  io: 74,
  /** Asked to stop, and something did not end in time; it was ended by force. */
  unfinished: 75,
  /** Stopped by Ctrl-C before the end. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with one line on stderr. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Any error as the line and the exit code that a command ends with. */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof ConfigError) return new CommandError(EXIT.usage, error.message, { cause: error });
  if (error instanceof ValidationError) {
    const message = error.issues
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
      .join(' ');
    return new CommandError(EXIT.refused, message, { cause: error });
  }
  if (error instanceof NotFoundError) {
    return new CommandError(EXIT.refused, `No such ${error.resource} in this account.`, { cause: error });
  }
  if (error instanceof VitrineError) {
    // Storages keep what their engine said out of the message, which may go to clients; the operator may see it.
    const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return new CommandError(EXIT.refused, `${error.message}${reason}`, { cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new CommandError(isSystemError(error) ? EXIT.io : EXIT.refused, message, { cause: error });
}

/** An error of the operating system: `ENOENT`, `EADDRINUSE`, … */
export function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

/** One line about a file that can't be used. */
export function fileError(action: string, path: string, error: unknown): CommandError {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'no such file or folder',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'part of the path is no folder',
    EEXIST: 'it exists',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
  };
  const code = isSystemError(error) ? error.code : '';
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new CommandError(EXIT.io, `Can't ${action} ${path}: ${reason}.`, { cause: error });
}
