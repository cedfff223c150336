import { writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { ValidationError } from '@vitrine/core/adapter';
import { requireNode } from '@vitrine/core/node';
import type { Storage } from '@vitrine/core/storage';
import { type ColumnOptions, createSqlStorage } from '@vitrine/storage-sql';
import { fileDriver } from './file-driver.ts';
import { memoryDriver } from './memory-driver.ts';
import { CHANGES_KEPT } from './writing/change-log.ts';

export interface SqliteStorageOptions {
  /** The database file, which is created if it is missing, or `:memory:`. */
  readonly path: string;
  /** Refuses writes, and creates or migrates nothing. Default: false. */
  readonly readOnly?: boolean | undefined;
  /**
   * Threads for searches, counts, aggregates and exports, started when needed. Default: one for each core, at most 4.
   */
  readonly scanThreads?: number | undefined;
  /** Writes that may wait before further ones are refused with `UnavailableError`. Default: 10,000. */
  readonly maxQueuedWrites?: number | undefined;
  /**
   * Bytes of memory for columns of the stores that are searched most, from which searches are answered without reading the
   * file. 0: none. Default: 256 MiB.
   */
  readonly columnBytes?: number | undefined;
  /**
   * Called with one line when the disk did not confirm a write (a failed fsync), or the log of the file was removed, because
   * later writes can't be trusted.
   * Default: prints the line to stderr and ends the process with code 1.
   */
  readonly onFatal?: ((message: string) => void) | undefined;
  /** Called with one line that an operator should know, such as a growing log. Default: prints the line to stderr. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

export interface SqliteStorage extends Storage {
  /**
   * Writes a snapshot of the storage to a new file, which `sqliteStorage` can open. Reads and writes continue
   * meanwhile.
   * @throws VitrineError `internal` if the destination exists.
   */
  backup(destination: string): Promise<void>;
}

/** Options that only tests change. */
export interface SqliteTuning extends Pick<ColumnOptions, 'recordsMin' | 'codesMax' | 'isEager'> {
  readonly changesKept: number;
}

const TUNING: SqliteTuning = {
  recordsMin: 4_000,
  codesMax: 4_096,
  isEager: false,
  changesKept: CHANGES_KEPT,
};
const COLUMN_BYTES = 256 * 1024 * 1024;
const MAX_QUEUED_WRITES = 10_000;
const MAX_SCAN_THREADS = 4;

/**
 * Opens a storage on one SQLite file. A write is acknowledged when it is on the disk (WAL, `synchronous=FULL`).
 * Concurrent writes share a commit. Several processes may open the same file. Call `migrate` before anything else.
 *
 * @throws SqliteFileError for a file that is empty, damaged or not Vitrine's, and for a path that can't be used. The file
 * stays unchanged.
 * @throws VitrineError `internal` in a bundled program, unless the path is `:memory:`.
 * @throws Error on a Node that is too old.
 */
export function sqliteStorage(options: SqliteStorageOptions): SqliteStorage {
  return tunedStorage(options, TUNING);
}

/** For tests: as `sqliteStorage`, with options that it does not have. */
export function tunedStorage(
  options: SqliteStorageOptions,
  { changesKept, ...columns }: SqliteTuning,
): SqliteStorage {
  requirePath(options);
  const bytes = options.columnBytes ?? COLUMN_BYTES;
  // SQLite's native code crashes an older Node when the first database is opened.
  requireNode();
  const driver =
    options.path === ':memory:'
      ? memoryDriver()
      : fileDriver({
          path: resolve(options.path),
          readOnly: options.readOnly ?? false,
          scanThreads: Math.max(1, options.scanThreads ?? defaultScanThreads()),
          columns: bytes === 0 ? null : { bytes, ...columns },
          changesKept,
          maxQueuedWrites: options.maxQueuedWrites ?? MAX_QUEUED_WRITES,
          onFatal: options.onFatal ?? endProcess,
          onWarning: options.onWarning ?? printLine,
        });
  return { ...createSqlStorage(driver), backup: (destination) => driver.backup(resolve(destination)) };
}

/** For programs that the compiler does not check. */
function requirePath(options: Partial<SqliteStorageOptions> | undefined): void {
  if (typeof options?.path === 'string' && options.path !== '') return;
  throw new ValidationError([{ path: 'path', message: 'Expected the path of a file, or ":memory:".' }]);
}

/** No core is reserved for the main thread, because it is mostly idle while clients wait for scans. */
function defaultScanThreads(): number {
  return Math.min(MAX_SCAN_THREADS, availableParallelism());
}

function printLine(message: string): void {
  writeSync(2, `${message}\n`);
}

function endProcess(message: string): void {
  writeSync(2, `${message}\n`);
  process.exit(1);
}
