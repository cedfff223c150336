import type { Writable } from 'node:stream';
import { endProcess } from './end-process.ts';

/** The process as commands see it. Tests pass their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results, and secrets that are shown only once. */
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Progress, notices, logs and errors. */
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /**
   * Returns a signal that aborts at SIGINT or SIGTERM. Before the first call, these signals end the process at once. A
   * second one always does.
   */
  readonly stopSignal: () => AbortSignal;
  /** Asks the user for one line at the terminal; empty at its end. Null: stdin is no terminal, so nobody can answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /**
   * Ends the process at once, even if its threads are busy. Flushes nothing.
   * @param code default: `process.exitCode`, or 0.
   */
  readonly endProcess: (code?: number) => void;
}

/** Returns the terminal of this process. */
export function processTerminal(): Terminal {
  // The reader of the output may stop early (`vitrine export … | head`). That is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  let stop: AbortController | undefined;
  return {
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    stopSignal() {
      if (stop === undefined) {
        const controller = new AbortController();
        stop = controller;
        for (const [name, number] of [
          ['SIGINT', 2],
          ['SIGTERM', 15],
        ] as const) {
          process.on(name, () => {
            if (controller.signal.aborted) endProcess(128 + number);
            controller.abort();
          });
        }
      }
      return stop.signal;
    },
    ask: process.stdin.isTTY === true ? askAtTerminal : null,
    endProcess,
  };
}

/** Reads a line from stdin. Leaves Ctrl-C to the terminal, which ends the process. */
async function askAtTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin });
  process.stderr.write(question);
  try {
    return await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
  }
}

/**
 * Prints one line. All output lines go through here, because names, values and messages are untrusted input: characters
 * that control the terminal or break the line are escaped. JSON stays valid JSON with the same value.
 */
export function printLine(stream: Writable, text: string): void {
  stream.write(`${plain(text)}\n`);
}

/** Prints a notice: something that the user should know but that does not stop the command. */
export function printNotice({ stderr }: Pick<Terminal, 'stderr'>, notice: string): void {
  printLine(stderr, `note: ${notice}`);
}

/** Prints that the command was stopped by a signal. */
export function printStopped(
  { stderr }: Pick<Terminal, 'stderr'>,
  { canResume }: { readonly canResume: boolean },
): void {
  const hint = canResume ? '; run the same command again to continue' : '';
  printLine(stderr, `stopped before the end${hint}.`);
}

/** Formats a count: `1234567` becomes `1,234,567`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Formats a count with its noun: `1 row`, `2 rows`. */
export function formatNumberOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Control characters (C0, DEL, C1), line and paragraph separators, bidirectional controls, tag characters, byte order
 * marks, and lone surrogates.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Returns the text with unsafe characters escaped as in JSON: `\\u` and four digits. */
export function plain(text: string): string {
  return text.replace(UNSAFE, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
