import { existsSync, statSync } from 'node:fs';

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
