import type { Flags } from '../settings/config.ts';
import { SETTINGS } from '../settings/settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type LogStream, terminalLog } from '../terminal/terminal-log.ts';

const STDERR = 2;

/**
 * Returns where the log of the server goes: to stderr, so that a new key on stdout does not end up in a log collector. A
 * terminal gets lines for people. Who gives a level wants to see the requests there.
 */
export function logDestination(
  terminal: Pick<Terminal, 'env' | 'stderr'>,
  { logLevel }: Flags,
): LogStream | typeof STDERR {
  if (terminal.stderr.isTTY !== true) return STDERR;
  const isLevelGiven = logLevel !== undefined || (terminal.env[SETTINGS.logLevel.variable] ?? '') !== '';
  return terminalLog(terminal, { areRequestsShown: isLevelGiven });
}
