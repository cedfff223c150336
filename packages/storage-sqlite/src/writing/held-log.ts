import { statSync } from 'node:fs';

/**
 * Returns a function that tells whether the log with the name of the database's is still the one that this process writes. It is not
 * if somebody has removed it, or if another copy of SQLite in this process has closed the file: the operating system then drops
 * the locks of the whole process, so that copy takes itself for the last user, and removes the log. What is written
 * afterwards is in a file without a name.
 *
 * The first call remembers the log. It needs a connection that has written.
 */
export function heldLog(path: string): () => boolean {
  const name = `${path}-wal`;
  let held: number | null = null;
  return () => {
    const log = statSync(name, { throwIfNoEntry: false });
    held ??= log?.ino ?? null;
    return log !== undefined && log.ino === held;
  };
}
