import { type Connection, fixed } from '../connections/connection.ts';

/**
 * The entries of the log of changed records that are kept when it is trimmed. A reader that is further behind loads its
 * columns again.
 */
export const CHANGES_KEPT = 100_000;

const NEWEST = fixed('SELECT max(change) FROM changed_records');
const TRIM = 'DELETE FROM changed_records WHERE change <= ?';

export interface ChangeLog {
  /** Trims the log if it has become long. Never removes the newest entry. */
  afterGroup(): void;
}

/** Keeps the log of changed records short. @param kept at least 1. */
export function changeLog(connection: Connection, kept: number = CHANGES_KEPT): ChangeLog {
  /** The newest entry when the log is trimmed next. */
  let next = 0;
  return {
    afterGroup() {
      const newest = Number(connection.execute(NEWEST)[0]?.[0]);
      if (newest < next) return;
      connection.execute({ text: TRIM, values: [newest - kept] });
      next = newest + Math.ceil(kept / 4);
    },
  };
}
