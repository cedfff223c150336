import { CommandError, EXIT } from './command-error.ts';
import { printLine, type Terminal } from './terminal.ts';

/** The flag of commands that delete permanently. */
export interface ConfirmFlags {
  readonly yes?: boolean;
}

/**
 * Prints what a command will delete, and asks the user to confirm it. With `--yes` it does not ask.
 *
 * @param loss one sentence that says in numbers what is lost.
 * @throws CommandError if the user declines, or if stdin is no terminal and `--yes` is omitted.
 */
export async function confirmLoss(terminal: Terminal, loss: string, { yes }: ConfirmFlags): Promise<void> {
  if (yes === true) {
    printLine(terminal.stderr, loss);
    return;
  }
  if (terminal.ask === null) {
    throw new CommandError(EXIT.usage, `${loss} Give --yes to confirm; there is no terminal to ask.`);
  }
  printLine(terminal.stderr, loss);
  const answer = await terminal.ask('Continue? [y/N] ');
  if (!/^\s*y(es)?\s*$/i.test(answer))
    throw new CommandError(EXIT.refused, 'Not confirmed; nothing was deleted.');
}
