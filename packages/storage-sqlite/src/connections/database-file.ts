import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { VitrineError } from '@vitrine/core/adapter';
import { syncDirectory } from '../private-file.ts';
import { SqliteFileError, sqliteCode } from './errors.ts';
import { APPLICATION_ID } from './pragmas.ts';
import { type Database, openDatabase } from './sqlite-library.ts';

const { R_OK, W_OK, X_OK } = constants;

/**
 * The largest file that is checked from end to end at each start, because the check takes as much memory as the file
 * has bytes. In larger files, damage is found when the damaged page is read.
 */
const CHECKED_BYTES = 16 * 1024 * 1024;

// The database header, https://sqlite.org/fileformat2.html section 1.3
const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
/**
 * Twice SQLite's default, because the rows of records are long: they list many empty columns. Scans are faster than
 * with the default, and single inserts are not slower. Existing files keep their page size.
 */
const PAGE_BYTES = 8192;
const APPLICATION_ID_OFFSET = 68;
/** Two bytes: the format for writers and the format for readers. */
const FORMAT_OFFSET = 18;
const ROLLBACK_JOURNAL = 1;

/**
 * Ensures that the path holds a database of Vitrine. Creates a missing file, unless `readOnly`.
 * @throws SqliteFileError for any other file. Writes nothing to it or to its folder.
 */
export function prepareFile(path: string, readOnly: boolean): void {
  const folder = dirname(path);
  // SQLite writes its log beside the file.
  const uses = readOnly
    ? []
    : ([
        [folder, W_OK | X_OK],
        [path, R_OK | W_OK],
      ] as const);
  try {
    findOrCreate(path, readOnly);
    for (const [used, mode] of uses) accessSync(used, mode);
  } catch (error) {
    if (error instanceof VitrineError || !(error instanceof Error)) throw error;
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new SqliteFileError('missing', `There is no folder ${folder} for ${path}.`, { cause: error });
    }
    const reason = denialOf(uses) ?? error.message;
    throw new SqliteFileError('inaccessible', `${path} can't be opened: ${reason}.`, { cause: error });
  }
}

/** Returns the first of the uses that the user of this process may not make. Null: permissions are not the reason. */
function denialOf(uses: readonly (readonly [path: string, mode: number])[]): string | null {
  for (const [path, mode] of uses) {
    try {
      accessSync(path, mode);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EACCES') return null;
      const { uid, mode: bits } = statSync(path);
      const owner = `which belongs to user ${uid} (mode ${(bits & 0o777).toString(8)})`;
      return `user ${process.getuid?.()} may not write to ${path}, ${owner}`;
    }
  }
  return null;
}

function findOrCreate(path: string, readOnly: boolean): void {
  const size = fileSize(path);
  if (size === null) {
    if (readOnly) throw new SqliteFileError('missing', `There is no database at ${path}.`);
    createFile(path);
    return;
  }
  requireOurHeader(path, size);
  if (size <= CHECKED_BYTES) requireSound(path);
}

function fileSize(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isFile()) throw new SqliteFileError('foreign', `${path} is not a file.`);
  return stats.size;
}

function requireOurHeader(path: string, size: number): void {
  if (size === 0) {
    throw new SqliteFileError(
      'empty',
      `${path} is empty, so it is not a database. Restore it, or remove it to start with a new one.`,
    );
  }
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new SqliteFileError('foreign', `${path} is not a SQLite database.`);
  }
  if (header.readUInt32BE(APPLICATION_ID_OFFSET) !== APPLICATION_ID) {
    throw new SqliteFileError('foreign', `${path} is a SQLite database, but not one of Vitrine.`);
  }
}

function requireSound(path: string): void {
  // Without a log, no process has the file open. A copy in memory is checked then, which creates no files.
  const settled = !existsSync(`${path}-wal`);
  let findings = quickCheck(settled ? withoutLog(path) : path);
  // Another process may have started to write meanwhile, so the copy may be inconsistent.
  if (findings !== SOUND && settled && existsSync(`${path}-wal`)) findings = quickCheck(path);
  if (findings === SOUND) return;
  throw new SqliteFileError('damaged', `${path} is damaged: ${findings}. Restore it from a backup.`);
}

const SOUND = 'ok';

/** Returns the file's content, marked as a database without a log, because a database in memory has none. */
function withoutLog(path: string): Buffer {
  const content = readFileSync(path);
  return content.fill(ROLLBACK_JOURNAL, FORMAT_OFFSET, FORMAT_OFFSET + 2);
}

/** Checks a database. Opens it read-only, so that no checkpoint writes to a damaged file. */
function quickCheck(database: string | Buffer): string {
  let db: Database | null = null;
  try {
    db = openDatabase(database, { readonly: true });
    return String(db.pragma('quick_check(1)', { simple: true }));
  } catch (error) {
    const code = sqliteCode(error);
    if (error instanceof Error && (code?.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')) {
      return error.message;
    }
    throw error;
  } finally {
    db?.close();
  }
}

/**
 * Creates the file under its name only when it is complete, so that a concurrent opener never sees an unfinished one.
 */
function createFile(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    const db = openDatabase(draft);
    // The file holds hashes of keys and personal data. SQLite gives the log and its index the same mode.
    chmodSync(draft, 0o600);
    db.pragma('synchronous = FULL');
    db.pragma(`page_size = ${PAGE_BYTES}`);
    db.pragma('journal_mode = WAL');
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.close();
    publish(draft, path);
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  }
}

function publish(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    // Another opener has created the file meanwhile.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw error;
  }
  syncDirectory(dirname(path));
}
