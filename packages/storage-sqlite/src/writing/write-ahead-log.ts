import { existsSync, statSync } from 'node:fs';
import { type Connection, fixed } from '../connections/connection.ts';

/** Pages in the log from which a checkpoint is worth its time. */
const PAGES_WORTH_IT = 1_000;
/** The log is not measured after every group, because that takes time too. */
const GROUPS_BETWEEN_CHECKS = 16;
/** Large groups, such as those of pictures, are measured earlier, because the log would grow too much. */
const BYTES_BETWEEN_CHECKS = 8 * 1024 * 1024;

const MEASURE = fixed('PRAGMA wal_checkpoint(NOOP)');
const PASSIVE = fixed('PRAGMA wal_checkpoint(PASSIVE)');
const TRUNCATE = fixed('PRAGMA wal_checkpoint(TRUNCATE)');

/**
 * Writes the log back into the database between groups, when no caller waits for a response. SQLite's own checkpoint
 * runs within a commit, so that its time and a failed fsync could not be distinguished from those of the commit.
 */
export function checkpoints(connection: Connection): {
  /**
   * Checkpoints a long log. `bytes`: roughly what the group wrote. Throws errors of the engine, such as a failed fsync.
   */
  afterGroup(bytes: number): void;
  atClose(): void;
} {
  let groups = 0;
  let unchecked = 0;

  return {
    afterGroup(bytes) {
      groups++;
      unchecked += bytes;
      if (groups % GROUPS_BETWEEN_CHECKS !== 0 && unchecked < BYTES_BETWEEN_CHECKS) return;
      unchecked = 0;
      const [row] = connection.execute(MEASURE);
      const waiting = Number(row?.[1] ?? 0) - Number(row?.[2] ?? 0);
      if (waiting >= PAGES_WORTH_IT) connection.execute(PASSIVE);
    },
    /** A reader in another process may prevent it. The log then stays until the file is opened again. */
    atClose() {
      connection.execute(TRUNCATE);
    },
  };
}

/** Milliseconds between two looks at the identity of the file. */
const LOOK_EVERY = 50;

/**
 * Returns a function that tells whether the log with the name of the database's is still the one that this process writes. It is not
 * if somebody has removed it, or if another copy of SQLite in this process has closed the file: the operating system then drops
 * the locks of the whole process, so that copy takes itself for the last user, and removes the log. What is written
 * afterwards is in a file without a name.
 *
 * A removed log is noticed at once, one that was removed and made anew within `LOOK_EVERY`: to look at the identity of a file
 * reads its times, after which Linux keeps the time of the next write exactly, so that each commit would write the inode too.
 *
 * The first call remembers the log. It needs a connection that has written.
 */
export function heldLog(path: string): () => boolean {
  const name = `${path}-wal`;
  let held: number | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - lookedAt < LOOK_EVERY) return existsSync(name);
    lookedAt = now;
    const log = statSync(name, { throwIfNoEntry: false });
    held ??= log?.ino ?? null;
    return log !== undefined && log.ino === held;
  };
}
