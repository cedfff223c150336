import type Database from 'better-sqlite3';
import { SqliteFileError } from './errors.ts';

/** How long a connection waits for another process before it answers BUSY, in milliseconds. */
export const BUSY_TIMEOUT = 5_000;

/** Marks a file as Vitrine's: "VTRN". */
export const APPLICATION_ID = 0x5654524e;

const OLDEST_ENGINE = [3, 51, 3];
const FULL = 2;
/** The log is cut to this when it starts again from its front. */
const LOG_BYTES_KEPT = 64 * 1024 * 1024;

export type ConnectionRole = 'read' | 'write';

/**
 * Sets what every connection needs, and looks whether it took. `synchronous=FULL` stands first among it: compiled
 * as it is, better-sqlite3 falls back to NORMAL in WAL mode unless told, and then loses what it has acknowledged
 * when the power goes.
 */
export function configure(db: Database.Database, role: ConnectionRole, cacheKilobytes: number): void {
  requireEngine(db);
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
  db.pragma(`cache_size = -${cacheKilobytes}`);
  // A file has its mark from the start; what is in memory becomes a file when it is backed up.
  if (db.memory) db.pragma(`application_id = ${APPLICATION_ID}`);
  // Scans walk from the newest record without asking for it (`SqlDialect.walk`).
  if (db.memory || role === 'read') db.pragma('reverse_unordered_selects = ON');
  if (role === 'write') {
    expect(db, 'journal_mode = WAL', 'wal', db.memory ? 'memory' : 'wal');
    db.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`);
    // The writer checkpoints by itself: SQLite's own checkpoint behind a commit keeps a failed fsync to itself.
    db.pragma('wal_autocheckpoint = 0');
  } else {
    db.pragma('query_only = ON');
  }
  expect(db, 'synchronous', FULL);
  expect(db, 'busy_timeout', BUSY_TIMEOUT);
  expect(db, 'foreign_keys', 1);
}

function expect(db: Database.Database, pragma: string, ...allowed: readonly unknown[]): void {
  const value = db.pragma(pragma, { simple: true });
  if (!allowed.includes(value)) {
    throw new SqliteFileError(
      'settings',
      `PRAGMA ${pragma} gives ${String(value)}, not ${String(allowed[0])}.`,
    );
  }
}

/** 3.7.0 to 3.51.2 can damage a database when two connections write and checkpoint at once. */
function requireEngine(db: Database.Database): void {
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
