import { SqliteFileError } from './errors.ts';
import type { Database } from './sqlite-library.ts';

/** Milliseconds for which a connection waits for another process before it fails with BUSY. */
export const BUSY_TIMEOUT = 5_000;

/** Marks a file as Vitrine's: "VTRN". */
export const APPLICATION_ID = 0x5654524e;

const OLDEST_ENGINE = [3, 51, 3];
const FULL = 2;
/** The size to which the log is truncated when SQLite reuses it from the start. */
export const LOG_BYTES_KEPT = 64 * 1024 * 1024;

export type ConnectionRole = 'read' | 'write';

/**
 * Configures a connection and verifies its settings. The most important one is `synchronous=FULL`: the default of
 * better-sqlite3 in WAL mode is NORMAL, which loses acknowledged writes when the power fails.
 * @throws SqliteFileError if the engine is too old or a setting was not accepted.
 */
export function configure(db: Database, role: ConnectionRole, cacheKilobytes: number): void {
  requireEngine(db);
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
  db.pragma(`cache_size = -${cacheKilobytes}`);
  // A file is marked when it is created. A database in memory becomes a file when it is backed up.
  if (db.memory) db.pragma(`application_id = ${APPLICATION_ID}`);
  // Scans read the newest record first without an ORDER BY (`SqlDialect.walk`).
  if (db.memory || role === 'read') db.pragma('reverse_unordered_selects = ON');
  if (role === 'write') {
    // Damage must not spread. A connection that only reads would check a mapped page at each access, and all pages again
    // after each commit.
    db.pragma('cell_size_check = ON');
    expect(db, 'journal_mode = WAL', 'wal', db.memory ? 'memory' : 'wal');
    db.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`);
    // What is deleted does not stay readable in unused parts of the file.
    db.pragma('secure_delete = ON');
    // The writer runs checkpoints itself (`write-ahead-log.ts`), because SQLite's own ones hide a failed fsync.
    db.pragma('wal_autocheckpoint = 0');
  } else {
    db.pragma('query_only = ON');
  }
  expect(db, 'synchronous', FULL);
  expect(db, 'busy_timeout', BUSY_TIMEOUT);
  expect(db, 'foreign_keys', 1);
}

function expect(db: Database, pragma: string, ...allowed: readonly unknown[]): void {
  const value = db.pragma(pragma, { simple: true });
  if (!allowed.includes(value)) {
    throw new SqliteFileError(
      'settings',
      `PRAGMA ${pragma} returns ${String(value)}, not ${String(allowed[0])}.`,
    );
  }
}

/** Versions 3.7.0 to 3.51.2 can damage a database if two connections write and checkpoint concurrently. */
function requireEngine(db: Database): void {
  const version = String(db.prepare('SELECT sqlite_version()').pluck().get());
  if (isOlder(version.split('.').map(Number), OLDEST_ENGINE)) {
    throw new SqliteFileError(
      'engine',
      `SQLite ${version} is too old: at least ${OLDEST_ENGINE.join('.')} is needed.`,
    );
  }
}

/** Compares versions part by part. */
export function isOlder(version: readonly number[], than: readonly number[]): boolean {
  for (let i = 0; i < than.length; i++) {
    const difference = (version[i] ?? 0) - (than[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
