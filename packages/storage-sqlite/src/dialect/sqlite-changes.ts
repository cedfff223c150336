import { type ChangeTracking, numberCell, onlyRow, sql, statement, text } from '@vitrine/storage-sql';
import { RECORDS_MAX } from './sqlite-layout.ts';

const BOUNDS = text(
  'SELECT (SELECT min(change) FROM changed_records), (SELECT max(change) FROM changed_records)',
);

/** Returns whether a log with these first and last entries has all entries after a position. */
export function isLoggedSince(position: number, first: number, last: number): boolean {
  return last >= position && first <= position + 1;
}

/**
 * The log of changed records, which triggers write. Its numbers rise in the order of commits, and the entry with the
 * highest one is never removed. New records are not in it: their numbers rise within a store in the order of commits.
 */
export const sqliteChanges: ChangeTracking = {
  logsNew: false,
  logOf: () => 'changed_records',
  watch: null,
  *read(dialect, since, stores) {
    const [first, last] = onlyRow(yield statement(dialect, BOUNDS)).map(numberCell);
    if (first === undefined || last === undefined) throw new Error('the log of changes has no bounds');
    const read = { position: last, loggedOf: () => 'yes' as const };
    if (since === null || stores.length === 0 || last === since) {
      return { ...read, isComplete: true, changed: [] };
    }
    const from = Number(since);
    if (!isLoggedSince(from, first, last)) return { ...read, isComplete: false, changed: [] };
    const rows = yield statement(dialect, sql`SELECT seq FROM changed_records WHERE change > ${from}`);
    const changed = rows.map(([cell]): [number, number] => {
      const seq = numberCell(cell);
      return [Math.floor(seq / RECORDS_MAX), seq];
    });
    return { ...read, isComplete: true, changed };
  },
};
