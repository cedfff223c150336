import type { Caller } from '@vitrine/core';
import { settledWithin, UnavailableError } from '@vitrine/core/adapter';
import {
  type ColumnOptions,
  columnClient,
  LAYOUT_VERSION,
  laneOf,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  type ScanTurn,
  SYSTEM,
} from '@vitrine/storage-sql';
import { type Connection, fixed, openConnection } from './connections/connection.ts';
import { prepareFile } from './connections/database-file.ts';
import { closedError, errorOf, failureOf, NoRoomError, SqliteFileError } from './connections/errors.ts';
import { watchLog } from './log-watch.ts';
import { columnKeeper } from './scans/column-keeper.ts';
import { createDelivery } from './scans/scan-worker.ts';
import { createScanner } from './scans/scanner.ts';
import type { SqliteDriver } from './sqlite-driver.ts';
import { requireThreadFiles } from './thread.ts';
import { writerMetrics } from './thread-metrics.ts';
import { turnReads } from './turn-reads.ts';
import { createWriter } from './writing/writer.ts';

export interface FileDriverOptions {
  readonly path: string;
  readonly readOnly: boolean;
  readonly scanThreads: number;
  readonly maxQueuedWrites: number;
  readonly columns: ColumnOptions | null;
  /** Entries of the log of changed records that are kept when it is trimmed. */
  readonly changesKept: number;
  onFatal(message: string): void;
  onWarning(message: string): void;
}

/**
 * The main thread's page cache, in kilobytes. Nothing is mapped: SQLite drops the mapping after each commit of the writer,
 * and the faults of a new one cost several times as much as reading the pages.
 */
const CACHE = 32_000;
/** Milliseconds that a read with a filter may take on the main thread. It checks them at each record. */
const NEAR_MS = 5;
/** How long `close` waits for the thread of columns to end. */
const COLUMNS_END_MS = 1_500;

/**
 * Opens a database file. Short reads run on the main thread, scans in scan threads, writes in the writer thread.
 * Several processes may open the file at the same time.
 * @throws SqliteFileError for a file that can't be used.
 */
export function fileDriver({
  path,
  readOnly,
  scanThreads,
  maxQueuedWrites,
  columns: columnOptions,
  changesKept,
  onFatal,
  onWarning,
}: FileDriverOptions): SqliteDriver {
  requireThreadFiles();
  /** When the current read began. */
  let startedAt = 0;
  const connection = openForReading(path, readOnly, () => {
    if (performance.now() - startedAt > NEAR_MS) throw new NotNearError();
  });
  const reads = turnReads(connection);
  const deliver = createDelivery();
  const scanner = createScanner(path, scanThreads, deliver);
  const columns =
    columnOptions === null
      ? null
      : columnClient(columnOptions, (use) => columnKeeper(path, columnOptions, use, deliver));
  const log = watchLog(path, onWarning);
  const writer = createWriter({ path, maxQueued: maxQueuedWrites, changesKept, onFatal });
  let closing: Promise<void> | null = null;
  /** Whether the last write failed because the disk had no room. */
  let isFull = false;

  function requireOpen(): void {
    if (closing !== null) throw closedError();
  }

  /** Runs a read on the main thread. Returns null if its time is spent, so that it is to be made as a scan. */
  function readHere<Result>(act: () => Result): Result | null {
    startedAt = performance.now();
    try {
      return act();
    } catch (error) {
      if (error instanceof NotNearError) return null;
      throw errorOf(failureOf(error));
    }
  }

  function read<Name extends OperationName>(name: Name, args: OperationArgs<Name>): OperationResult<Name> {
    return readHere(() => reads.run(name, args)) as OperationResult<Name>;
  }

  function write<Name extends OperationName>(
    { account }: Caller,
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>> {
    if (readOnly) return Promise.reject(new UnavailableError('The storage is read-only.'));
    return writer.run(account, name, args).then(
      (result) => {
        isFull = false;
        // The snapshot of the current turn does not contain the commit.
        reads.end();
        return result as OperationResult<Name>;
      },
      (error) => {
        isFull = error instanceof NoRoomError;
        throw error;
      },
    );
  }

  async function inTurn<Result>(caller: Caller, work: (turn: ScanTurn) => Promise<Result>): Promise<Result> {
    const result = await scanner.inTurn(caller, work);
    // The result may depend on a commit that the snapshot of the current turn does not contain.
    reads.end();
    return result;
  }

  async function close(): Promise<void> {
    // The writer is closed last: the last connection writes the log back and removes it.
    log.end();
    await scanner.close();
    if (columns !== null) await settledWithin([columns.end()], COLUMNS_END_MS);
    reads.end();
    connection.close();
    await writer.close();
  }

  return {
    name: 'sqlite',
    writesInOrder: true,
    importsNewAtOnce: false,
    run(name, args, caller = SYSTEM) {
      try {
        requireOpen();
        const lane = laneOf(name, args);
        if (lane === 'write') return write(caller, name, args);
        return lane === 'scan'
          ? inTurn(caller, (turn) => turn.run(name, args))
          : Promise.resolve(read(name, args));
      } catch (error) {
        return Promise.reject(error);
      }
    },
    look(name, args) {
      requireOpen();
      return read(name, args);
    },
    async inTurn(_, caller, work) {
      requireOpen();
      return inTurn(caller, work);
    },
    columns,
    async *export(args, caller = SYSTEM) {
      for await (const chunk of scanner.export(args, caller)) {
        reads.end();
        yield chunk;
      }
    },
    metrics: () => [
      ...writerMetrics(writer.load()),
      ...scanner.metrics(),
      ...(columns?.metrics() ?? []),
      ...log.metrics(),
    ],
    async migrate() {
      requireOpen();
      const version = Number(connection.execute(fixed('PRAGMA user_version'))[0]?.[0]);
      // A writer takes longer to start than the rest of an existing file.
      if (version === LAYOUT_VERSION) return { from: version, to: version };
      if (!readOnly) return write(SYSTEM, 'migrateLayout', null);
      throw new SqliteFileError(
        'foreign',
        `${path} has layout version ${version}, not ${LAYOUT_VERSION}. It is open read-only, so it can't be migrated.`,
      );
    },
    async ping() {
      requireOpen();
      try {
        connection.execute(fixed('SELECT count(*) FROM sqlite_schema'));
      } catch (error) {
        throw errorOf(failureOf(error));
      }
      // A health check that fails keeps clients away, so nothing else would notice that the disk has room again.
      if (isFull) await write(SYSTEM, 'tryWriting', null);
    },
    close() {
      closing ??= close();
      return closing;
    },
    async backup(destination) {
      requireOpen();
      await scanner.backup(destination);
    },
  };
}

/** Ends a read on the main thread whose statements ask for the time: those of the lane `attempt`. */
class NotNearError extends Error {}

function openForReading(path: string, readOnly: boolean, requireTime: () => void): Connection {
  prepareFile(path, readOnly);
  if (readOnly) return openConnection({ path, role: 'read', cache: CACHE, requireTime });
  // A restored backup is not in WAL mode. A connection that may write switches it before any connection reads.
  const writing = openConnection({ path, role: 'write' });
  try {
    return openConnection({ path, role: 'read', cache: CACHE, requireTime });
  } finally {
    writing.close();
  }
}
