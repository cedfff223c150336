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
