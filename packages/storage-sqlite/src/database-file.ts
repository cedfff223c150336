import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from '@vitrine/core/private-file';
import Database from 'better-sqlite3';
import { SqliteFileError, sqliteCode } from './errors.ts';
import { APPLICATION_ID } from './pragmas.ts';

/**
 * Larger files are not read from end to end at each start, which takes as much memory as they are large; damage shows when
 * the damaged page is read.
 */
const CHECKED_BYTES = 16 * 1024 * 1024;

// The database header, https://sqlite.org/fileformat2.html section 1.3
const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
/**
 * A record's row is twice as long as the same one in a table of its own, for its list of mostly empty columns. Twice SQLite's
 * usual page makes up for it: scans take a fifth less time, single inserts no more. Files keep the page they were made with.
 */
const PAGE_BYTES = 8192;
const APPLICATION_ID_OFFSET = 68;
/** Two bytes, for writers and for readers. */
const FORMAT_OFFSET = 18;
const ROLLBACK_JOURNAL = 1;

/**
 * Makes sure that a database of ours is at the path: creates it where there is nothing (unless `readOnly`), and
 * refuses what is there but is none, without having written to it or beside it. Throws `SqliteFileError`.
 */
export function prepareFile(path: string, readOnly: boolean): void {
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
      `${path} is empty, which no database ever is. Restore it, or remove it to start with a new one.`,
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
  // Without a log nobody has the file open. Then a copy is looked at, which leaves no trace beside the file.
  const settled = !existsSync(`${path}-wal`);
  let findings = quickCheck(settled ? withoutLog(path) : path);
  // Another process may have begun to write meanwhile: what was read then is not what is there.
  if (findings !== SOUND && settled && existsSync(`${path}-wal`)) findings = quickCheck(path);
  if (findings === SOUND) return;
  throw new SqliteFileError('damaged', `${path} is damaged: ${findings}. Restore it from a backup.`);
}

const SOUND = 'ok';

/** The file's content, marked as keeping no log: a database in memory can't have one. */
function withoutLog(path: string): Buffer {
  const content = readFileSync(path);
  return content.fill(ROLLBACK_JOURNAL, FORMAT_OFFSET, FORMAT_OFFSET + 2);
}

/** Read-only, so that not even a checkpoint touches a file that turns out to be damaged. */
function quickCheck(database: string | Buffer): string {
  let db: Database.Database | null = null;
  try {
    db = new Database(database, { readonly: true });
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
 * A database appears whole under its name or not at all, so that of two who open it at once neither sees the
 * other's half-made file.
 */
function createFile(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    const db = new Database(draft);
    // Hashes of keys and people's data: nobody else's to read. The log and its index take over the file's mode.
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
    // Another opener was faster: its file is as good.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw error;
  }
  syncDirectory(dirname(path));
}
