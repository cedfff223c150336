import type { StoreDetail } from '@vitrine/core/contracts';
import type { DetectedFile, FileFormat } from '@vitrine/core/imports';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { findStoreId } from '../lists/named-resources.ts';
import { formatOf, openRecords } from '../records/record-source.ts';
import { EXIT, type ExitCode } from '../terminal/command-error.ts';
import type { FileOptionFlags } from '../terminal/file-options.ts';
import { formatCount, formatNumberOf, printLine, printStopped, type Terminal } from '../terminal/terminal.ts';
import { type ImportCounts, type ImportTarget, importRows } from './import-rows.ts';
import { startImport } from './import-run.ts';

/** How a file is read, and where its refused rows go. */
export interface FileFlags extends FileOptionFlags {
  readonly errors?: string;
}

export interface ImportFlags extends AccountFlags, FileFlags {
  readonly format?: FileFormat;
}

/** Runs `vitrine import`. Returns 0 if every row was written. */
export function importFile(
  terminal: Terminal,
  given: string,
  path: string,
  flags: ImportFlags,
): Promise<ExitCode> {
  const format = flags.format ?? formatOf(path);
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    const store = await vitrine.stores.get(principal, storeId);
    if (!hasKey(store)) {
      const message =
        'The store has no unique property: importing the same file again adds all its records again.';
      printLine(terminal.stderr, `warning: ${message}`);
    }
    return importInto(terminal, { vitrine, principal, storeId }, store, path, format, flags);
  });
}

/**
 * Writes the records of a file into a store and prints a summary: to stdout, or with `--json` to stderr.
 *
 * @param examined how the file is written, if that is known already.
 */
export async function importInto(
  terminal: Terminal,
  target: ImportTarget,
  store: StoreDetail,
  path: string,
  format: FileFormat,
  flags: FileFlags & { readonly json?: boolean },
  examined?: DetectedFile,
): Promise<ExitCode> {
  const { chunks, refused, progress, onNotice, signal, end } = await startImport(terminal, path, flags);
  let counts: Readonly<ImportCounts> = { rows: 0, created: 0, updated: 0, failed: 0 };
  try {
    const records = await openRecords(path, chunks, format, store, flags, onNotice, examined);
    await importRows(target, records, {
      signal,
      onFailed: (row, errors) => refused.add(row, errors),
      onProgress: (current) => {
        counts = { ...current };
        const failed = counts.failed === 0 ? '' : `, ${formatCount(counts.failed)} failed`;
        progress.show(counts.rows, `rows${failed}`);
      },
    });
  } finally {
    // After an error too, because the rows before it were written.
    const stream = flags.json === true ? terminal.stderr : terminal.stdout;
    end({ stream, text: describeImport(counts), refusedCount: counts.failed });
  }
  if (signal.aborted) {
    printStopped(terminal, { canResume: hasKey(store) });
    return EXIT.interrupted;
  }
  return counts.failed > 0 ? EXIT.refused : EXIT.ok;
}

function hasKey(store: StoreDetail): boolean {
  return store.properties.some((property) => property.unique);
}

function describeImport({ rows, created, updated, failed }: Readonly<ImportCounts>): string {
  const parts = [
    `${formatCount(created)} created`,
    `${formatCount(updated)} updated`,
    `${formatCount(failed)} failed`,
  ];
  return `${formatNumberOf(rows, 'row')}: ${parts.join(', ')}`;
}
