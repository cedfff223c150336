import { type Connection, fixed } from './connection.ts';

/** Pages in the log that are worth writing back to the database. */
const PAGES_WORTH_IT = 1_000;
/** Looking costs some microseconds, so it is not done after each group. */
const GROUPS_BETWEEN_LOOKS = 16;
/** Unless the groups were large: sixteen of pictures would make a log of hundreds of megabytes. */
const BYTES_BETWEEN_LOOKS = 8 * 1024 * 1024;

const LOOK = fixed('PRAGMA wal_checkpoint(NOOP)');
const PASSIVE = fixed('PRAGMA wal_checkpoint(PASSIVE)');
const TRUNCATE = fixed('PRAGMA wal_checkpoint(TRUNCATE)');

/**
 * Writes the log back into the database, between groups, when nobody waits for an answer. SQLite would do it by
 * itself behind a commit, but then neither its time nor a failed fsync could be told apart from the commit's.
 */
export function checkpoints(connection: Connection): {
  /** @param bytes about how much the group wrote. Throws what the engine throws, a failed fsync among it. */
  afterGroup(bytes: number): void;
  atClose(): void;
} {
  let groups = 0;
  let unseen = 0;

  return {
    afterGroup(bytes) {
      groups++;
      unseen += bytes;
      if (groups % GROUPS_BETWEEN_LOOKS !== 0 && unseen < BYTES_BETWEEN_LOOKS) return;
      unseen = 0;
      const [row] = connection.execute(LOOK);
      const waiting = Number(row?.[1] ?? 0) - Number(row?.[2] ?? 0);
      if (waiting >= PAGES_WORTH_IT) connection.execute(PASSIVE);
    },
    /** Another process that reads may prevent it; then the log stays for the next one who opens the file. */
    atClose() {
      connection.execute(TRUNCATE);
    },
  };
}
