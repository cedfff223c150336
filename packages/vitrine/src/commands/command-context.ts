import type { Terminal } from '../terminal/terminal.ts';

/** The environment in which the commands run. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Sets the exit code of a command that ended without an error. */
  readonly setExitCode: (code: number) => void;
}
