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

export function printLine(stream: Writable, text: string): void {
  stream.write(`${text}\n`);
}

/** Rows in aligned columns under a header; nothing is cut. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, index) =>
    Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `1234567` → `1,234,567`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Names and values come from users; nothing of them may steer the terminal or break a line. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
