import Database from 'better-sqlite3';
import { BUSY_ACTS, type BusyAct } from './busy-acts.ts';

/**
 * A process that keeps a SQLite file busy beside a server, as an operator with `sqlite3` could: does all acts in turns until it
 * is killed, and reports each that has succeeded. The argument is the path of the file.
 */

/** Milliseconds of the lock: longer than the neighbour of the test may wait. */
const LOCK_MS = 1_500;

const [path] = process.argv.slice(2);
const db = new Database(path, { fileMustExist: true, timeout: 10_000 });

const ACTS: Record<BusyAct, () => void> = {
  /** Locks out all writers, with changes of all records that are then rolled back. */
  lock() {
    db.exec('BEGIN EXCLUSIVE');
    db.exec("UPDATE records SET t0 = 'rolled back', n0 = -1, n1 = -1");
    sleep(LOCK_MS);
    db.exec('ROLLBACK');
  },
  /** Writes each row again, so that the log grows. */
  rewrite() {
    db.exec('UPDATE records SET updated_at = updated_at + 1');
  },
  /** Waits for all readers, writes the log back, and truncates it. */
  checkpoint() {
    const [{ busy } = { busy: 1 }] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (busy !== 0) throw new Error('the log is in use');
  },
  /** Changes the schema of the file, so that every statement of the server is prepared again. */
  schema() {
    db.exec('CREATE INDEX attack ON records (n0)');
    db.exec('DROP INDEX attack');
  },
  /** Writes the whole file again, with its pages in another order. */
  vacuum() {
    db.exec('VACUUM');
  },
};

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

for (;;) {
  for (const act of BUSY_ACTS) {
    ACTS[act]();
    process.send?.(act);
    // The report leaves now.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
