import { type Caller, type Migration, UnavailableError } from '@vitrine/core/storage';
import {
  LAYOUT_VERSION,
  laneOf,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  operationOf,
  SYSTEM,
} from '@vitrine/storage-sql';
import { type Connection, fixed, openConnection } from './connection.ts';
import { prepareFile } from './database-file.ts';
import { closedError, errorOf, failureOf, NoRoomError, SqliteFileError } from './errors.ts';
import { watchLog } from './log-watch.ts';
import { createScanner } from './scanner.ts';
import type { SqliteDriver } from './sqlite-driver.ts';
import { writerFigures } from './thread-figures.ts';
import { turnReads } from './turn-reads.ts';
import { createWriter } from './writer.ts';

export interface FileDriverOptions {
  readonly path: string;
  readonly readOnly: boolean;
  readonly scanThreads: number;
  readonly maxQueuedWrites: number;
  onFatal(message: string): void;
  onWarning(message: string): void;
}

/** Pages of the database kept by the main thread, in kilobytes, beside those that are mapped. */
const CACHE = 16_000;

/**
 * A database file: short reads at once on the main thread, scans in threads of their own, writes in the writer
 * thread. Several processes may have the file open. Throws `SqliteFileError` for a file that can't be used.
 */
export function fileDriver({
  path,
  readOnly,
  scanThreads,
  maxQueuedWrites,
  onFatal,
  onWarning,
}: FileDriverOptions): SqliteDriver {
  const connection = openForReading(path, readOnly);
  const reads = turnReads(connection);
  const scanner = createScanner(path, scanThreads);
  const log = watchLog(path, onWarning);
  const writer = createWriter({ path, maxQueued: maxQueuedWrites, onFatal });
  let closing: Promise<void> | null = null;
  /** Whether the disk had no room for the last write. */
  let full = false;

  function requireOpen(): void {
    if (closing !== null) throw closedError();
  }

  function read<Name extends OperationName>(name: Name, args: OperationArgs<Name>): OperationResult<Name> {
    try {
      return reads.run(name, args) as OperationResult<Name>;
    } catch (error) {
      throw errorOf(failureOf(error));
    }
  }

  async function write<Name extends OperationName>(name: Name, args: OperationArgs<Name>) {
    if (readOnly) throw new UnavailableError('The storage is open for reading only.');
    try {
      const answer = (await writer.run(name, args)) as OperationResult<Name>;
      full = false;
      return answer;
    } catch (error) {
      full = error instanceof NoRoomError;
      throw error;
    }
  }

  async function close(): Promise<void> {
    // The writer goes last: whoever closes the file last writes the log back and removes it.
    log.end();
    await scanner.close();
    reads.end();
    connection.close();
    await writer.close();
  }

  return {
    name: 'sqlite',
    async run<Name extends OperationName>(name: Name, args: OperationArgs<Name>, caller: Caller = SYSTEM) {
      requireOpen();
      const lane = laneOf(operationOf(name), args);
      if (lane === 'read') return read(name, args);
      const answer =
        lane === 'scan'
          ? ((await scanner.run(name, args, caller)) as OperationResult<Name>)
          : await write(name, args);
      // The answer may know of what was committed behind the turn's first read.
      reads.end();
      return answer;
    },
    async *stream(name, args, caller = SYSTEM) {
      for await (const rows of scanner.stream(name, args, caller)) {
        reads.end();
        yield rows;
      }
    },
    figures: () => [...writerFigures(writer.load()), ...scanner.figures(), ...log.figures()],
    async migrate() {
      requireOpen();
      return readOnly ? requireLayout(connection, path) : await write('migrateLayout', null);
    },
    async ping() {
      requireOpen();
      try {
        connection.execute(fixed('SELECT count(*) FROM sqlite_schema'));
      } catch (error) {
        throw errorOf(failureOf(error));
      }
      // Otherwise nobody would learn that there is room again, where nobody is sent who could write.
      if (full) await write('tryWriting', null);
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

function openForReading(path: string, readOnly: boolean): Connection {
  prepareFile(path, readOnly);
  if (readOnly) return openConnection({ path, role: 'read', cache: CACHE });
  // A restored backup comes without a log: one connection that may write turns it on before any reads.
  const writing = openConnection({ path, role: 'write' });
  try {
    return openConnection({ path, role: 'read', cache: CACHE });
  } finally {
    writing.close();
  }
}

/** What reads only can't be migrated: it has the layout of this release or can't be used. */
function requireLayout(connection: Connection, path: string): Migration {
  const version = Number(connection.execute(fixed('PRAGMA user_version'))[0]?.[0]);
  if (version !== LAYOUT_VERSION) {
    throw new SqliteFileError(
      'foreign',
      `${path} has layout version ${version}, not ${LAYOUT_VERSION}, and can't be changed: it is open for reading only.`,
    );
  }
  return { from: version, to: version };
}
