import { writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { requireNode } from '@vitrine/core/node-version';
import type { Storage } from '@vitrine/core/storage';
import { createSqlStorage } from '@vitrine/storage-sql';
import { fileDriver } from './file-driver.ts';
import { memoryDriver } from './memory-driver.ts';

export interface SqliteStorageOptions {
  /** The database file, made if there is none; or `:memory:`. */
  readonly path: string;
  /** Writes are refused and nothing is created or migrated. Default false. */
  readonly readOnly?: boolean;
  /** Threads for searches, counts, aggregates and exports; started as needed. Default: one for each core, at most 4. */
  readonly scanThreads?: number;
  /** Writes that may wait before further ones are refused with `UnavailableError`. Default 10,000. */
  readonly maxQueuedWrites?: number;
  /**
   * Called with one line when the disk did not confirm a write (a failed fsync): nothing written from then on could be
   * trusted. Default: prints the line to stderr and ends the process with code 1.
   */
  readonly onFatal?: (message: string) => void;
  /** Called with one line about what an operator should look at (a log that grows). Default: prints the line to stderr. */
  readonly onWarning?: (message: string) => void;
}

export interface SqliteStorage extends Storage {
  /**
   * Writes what the storage holds at this moment to a new file, which `sqliteStorage` opens like any other. Others go on
   * reading and writing meanwhile. Throws `internal` when something is at the destination already.
   */
  backup(destination: string): Promise<void>;
}

const MAX_QUEUED_WRITES = 10_000;
const MAX_SCAN_THREADS = 4;

/**
 * Opens a storage on one SQLite file. A write is answered when it is on the disk (WAL, `synchronous=FULL`); many at
 * once share a commit. Several processes may open the same file.
 *
 * Throws `SqliteFileError` for a file that is empty, damaged or not Vitrine's; the file is left as it was.
 * Throws an error on a Node that is too old. Call `migrate` before anything else.
 */
export function sqliteStorage(options: SqliteStorageOptions): SqliteStorage {
  // SQLite's native code ends an older Node with a segmentation fault when the first database is opened.
  requireNode();
  const driver =
    options.path === ':memory:'
      ? memoryDriver()
      : fileDriver({
          path: resolve(options.path),
          readOnly: options.readOnly ?? false,
          scanThreads: Math.max(1, options.scanThreads ?? defaultScanThreads()),
          maxQueuedWrites: options.maxQueuedWrites ?? MAX_QUEUED_WRITES,
          onFatal: options.onFatal ?? endProcess,
          onWarning: options.onWarning ?? printLine,
        });
  return { ...createSqlStorage(driver), backup: (destination) => driver.backup(resolve(destination)) };
}

/** The main thread leaves most of its core alone while scans are what clients wait for. */
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
