import type { Writable } from 'node:stream';
import { endProcess } from './end-process.ts';

/** What a command sees of the process; tests give their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results, and the secrets that are shown once. */
  readonly stdout: Writable & { readonly isTTY?: boolean };
  /** Progress, notices, logs and errors. */
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /**
   * Aborts when the process is asked to stop (SIGINT, SIGTERM). Until the first call the usual thing happens: the
   * process ends at once. A second signal ends it at once in any case.
   */
  readonly stopSignal: () => AbortSignal;
  /**
   * Ends the process at once, whatever its threads are doing. Nothing is flushed.
   * @param code default: the exit code that the process would end with.
   */
  readonly endProcess: (code?: number) => void;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  // Who reads our output may stop (`vitrine export … | head`); writing on is then no error.
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
    endProcess,
  };
}

/**
 * Prints one line. Every line of the command line goes through here, because names, values and messages come from files,
 * databases and users: what would steer the terminal or begin another line is shown as its code. JSON stays JSON.
 */
export function printLine(stream: Writable, text: string): void {
  stream.write(`${plain(text)}\n`);
}

/** Prints something that the user should know, and that stops nothing. */
export function printNotice({ stderr }: Pick<Terminal, 'stderr'>, notice: string): void {
  printLine(stderr, `note: ${notice}`);
}

/** Prints rows in aligned columns under a header; nothing is cut. */
export function printTable(
  stream: Writable,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const lines = [header, ...rows].map((row) => row.map(plain));
  const widths = header.map((_, index) => Math.max(...lines.map((row) => row[index]?.length ?? 0)));
  for (const row of lines) {
    const cells = row.map((cell, index) => cell.padEnd(widths[index] ?? 0));
    printLine(stream, cells.join('  ').trimEnd());
  }
}

/** `1234567` → `1,234,567`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `formatCount` with its noun: `1 row`, `2 rows`. */
export function formatNumberOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Controls (C0, DEL, C1), line and paragraph separators, marks that change the direction of text, invisible tags, byte
 * order marks, and halves of surrogate pairs.
 */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Text without what could steer a terminal: each such character becomes `\\u` and its four digits, as in JSON. */
export function plain(text: string): string {
  return text.replace(STEERING, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
