import type { Writable } from 'node:stream';
import { Progress } from '../terminal/progress.ts';
import { openFile } from '../terminal/read-file.ts';
import { printLine, printNotice, type Terminal } from '../terminal/terminal.ts';
import { RefusedRows, refusedRowsPath } from './refused-rows.ts';

/** One run of an import: the file, its refused rows, and what the terminal shows. */
export interface ImportRun {
  /** The bytes of the file. */
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly refused: RefusedRows;
  /** Shows the share of the file that has been read. */
  readonly progress: Progress;
  readonly onNotice: (notice: string) => void;
  /** Aborts when the process is asked to stop. */
  readonly signal: AbortSignal;
  /** Closes the file of refused rows, and prints the summary with the duration and the first reasons of refusals. */
  end(summary: { readonly stream: Writable; readonly text: string; readonly refusedCount: number }): void;
}

/** Opens the file and removes the refused rows of an earlier run. @throws CommandError if either is not possible. */
export async function startImport(
  terminal: Terminal,
  path: string,
  flags: { readonly errors?: string },
): Promise<ImportRun> {
  const { size, bytesRead, chunks } = await openFile(path);
  const refused = await RefusedRows.create(refusedRowsPath(path, flags), path);
  const progress = new Progress(terminal.stderr, () =>
    size === null || size === 0 ? null : bytesRead() / size,
  );
  const signal = terminal.stopSignal();
  const startedAt = performance.now();
  return {
    chunks,
    refused,
    progress,
    onNotice: (notice) => printNotice(terminal, notice),
    signal,
    end({ stream, text, refusedCount }) {
      refused.close();
      progress.end();
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      printLine(stream, `${text} (${seconds} s)`);
      for (const reason of refused.reasons) printLine(terminal.stderr, `refused: ${reason}`);
      if (refusedCount > 0) printLine(terminal.stderr, `refused rows: ${refused.path}`);
    },
  };
}
