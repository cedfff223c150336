import type { StoreDetail } from '@vitrine/core';
import type { CsvOptions } from './csv-columns.ts';
import { type AccountFlags, withAccount } from './database.ts';
import { EXIT, type ExitCode } from './failure.ts';
import { type ImportCounts, type ImportTarget, importRows } from './import-rows.ts';
import { Progress } from './progress.ts';
import { openText } from './read-text.ts';
import { type FileFormat, formatOf, readRecords } from './record-source.ts';
import { RefusedRows } from './refused-rows.ts';
import { formatCount, formatNumberOf, printLine, printNotice, type Terminal } from './terminal.ts';

/** How a file is read, and where its refused rows go. */
export interface FileFlags extends CsvOptions {
  readonly errors?: string;
}

export interface ImportFlags extends AccountFlags, FileFlags {
  readonly format?: FileFormat;
}

/** `vitrine import`: 0 when every row was written. */
export function importFile(
  terminal: Terminal,
  storeId: string,
  path: string,
  flags: ImportFlags,
): Promise<ExitCode> {
  const format = flags.format ?? formatOf(path);
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await vitrine.stores.get(principal, storeId);
    if (!store.properties.some((property) => property.unique)) {
      const message =
        'The store has no unique property: importing the same file again adds all its records again.';
      printLine(terminal.stderr, `warning: ${message}`);
    }
    return importInto(terminal, { vitrine, principal, storeId }, store, path, format, flags);
  });
}

/** Where the refused rows of a file go. */
export function refusedRowsOf(path: string, { errors }: Pick<FileFlags, 'errors'>): string {
  return errors ?? `${path}.errors.ndjson`;
}

/** Writes the records of a file into a store, and says how it went: on stdout, unless that is kept for JSON. */
export async function importInto(
  terminal: Terminal,
  target: ImportTarget,
  store: StoreDetail,
  path: string,
  format: FileFormat,
  flags: FileFlags & { readonly json?: boolean },
): Promise<ExitCode> {
  const file = await openText(path);
  const refused = await RefusedRows.at(refusedRowsOf(path, flags), path);
  const { size } = file;
  const progress = new Progress(terminal.stderr, () =>
    size === null || size === 0 ? null : file.bytesRead() / size,
  );
  const signal = terminal.stopSignal();
  const startedAt = performance.now();
  const onNotice = (notice: string) => printNotice(terminal, notice);
  let counts: Readonly<ImportCounts> = { rows: 0, created: 0, updated: 0, failed: 0 };
  try {
    await importRows(target, readRecords(path, file.chunks, format, store, flags, onNotice), {
      signal,
      onFailed: (row, errors) => refused.add(row, errors),
      onProgress: (current) => {
        counts = { ...current };
        const failed = counts.failed === 0 ? '' : `, ${formatCount(counts.failed)} failed`;
        progress.show(counts.rows, `rows${failed}`);
      },
    });
  } finally {
    // Also when the file breaks off: what was written before that is told.
    refused.close();
    progress.end();
    const report = flags.json === true ? terminal.stderr : terminal.stdout;
    printLine(report, describeImport(counts, performance.now() - startedAt));
    if (counts.failed > 0) printLine(terminal.stderr, `refused rows: ${refused.path}`);
  }
  if (signal.aborted) {
    const again = store.properties.some((property) => property.unique)
      ? 'run the same command again to go on.'
      : '';
    printLine(terminal.stderr, `stopped before the end; ${again}`.replace(/; $/, '.'));
    return EXIT.interrupted;
  }
  return counts.failed > 0 ? EXIT.refused : EXIT.ok;
}

function describeImport({ rows, created, updated, failed }: Readonly<ImportCounts>, millis: number): string {
  const parts = [
    `${formatCount(created)} created`,
    `${formatCount(updated)} updated`,
    `${formatCount(failed)} failed`,
  ];
  return `${formatNumberOf(rows, 'row')}: ${parts.join(', ')} (${(millis / 1_000).toFixed(1)} s)`;
}
