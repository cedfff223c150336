/** The exit codes of the process, based on sysexits(3). */
export const EXIT = {
  ok: 0,
  /** The command ran, but something was refused, such as rows of a file or an unknown store. */
  refused: 1,
  /** Invalid flags, arguments or environment. */
  usage: 64,
  /** A database or a file to import with invalid content. */
  data: 65,
  /** A file that can't be read or written, or an address that the server can't listen on. */
  io: 74,
  /** Something did not stop in time after a signal and was terminated. */
  unfinished: 75,
  /** Stopped by a signal, such as Ctrl-C, before the work was complete. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error that ends a command with one line on stderr. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Checks for an error of the operating system, such as `ENOENT` or `EADDRINUSE`. */
export function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

/** Returns the error for a file that can't be used. */
export function fileError(action: string, path: string, error: unknown): CommandError {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'no such file or folder',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'part of the path is not a folder',
    EEXIST: 'it already exists',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
  };
  const code = isSystemError(error) ? error.code : '';
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new CommandError(EXIT.io, `Can't ${action} ${path}: ${reason}.`, { cause: error });
}
