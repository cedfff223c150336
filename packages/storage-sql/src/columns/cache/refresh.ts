import { numberCell } from '../../statements/cells.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import type { Steps } from '../../statements/statement.ts';
import { readColumns, readColumnsOf } from '../log/column-statements.ts';
import type { CachedStore } from './cached-store.ts';

/** The records that are read at once. */
export const CHUNK = 2_048;
/** The changed records that are read at once. Reading them one by one takes longer. */
const CHANGED = 1_024;

/** `full`: the memory has no room for new rows, and the rows are no longer those of the store. */
export type Refreshed = 'current' | 'behind' | 'full';

/**
 * Reads records that are new or have changed. `behind`: more are left. The log must have been read in the same
 * snapshot.
 * @param logsNew whether new records are in the log, so that none need to be looked for without an entry.
 */
export function* refresh(dialect: SqlDialect, cached: CachedStore, logsNew: boolean): Steps<Refreshed> {
  const { rows, store, pending } = cached;
  yield* readChanged(dialect, cached);
  if (!cached.mayHaveNew) return pending.size === 0 ? 'current' : 'behind';
  const columns = [...rows.columns.keys()];
  const added = yield* readColumns(dialect, store, columns, after(cached), CHUNK);
  if (!rows.reserve(added.length)) return 'full';
  for (const [seq, ...cells] of added) cached.set(rows.append(numberCell(seq)), columns, cells);
  cached.mayHaveNew = !logsNew || added.length === CHUNK;
  return added.length < CHUNK && pending.size === 0 ? 'current' : 'behind';
}

/**
 * Reads records that have changed. If one of them has no row, because it was committed after records with higher
 * numbers, the rows from its place on are removed and are to be read again.
 */
function* readChanged(dialect: SqlDialect, cached: CachedStore): Steps<void> {
  const { rows, store, pending } = cached;
  const columns = [...rows.columns.keys()];
  const changed: number[] = [];
  for (const seq of pending) {
    if (changed.length === CHANGED) break;
    if (seq <= rows.lastSeq) changed.push(seq);
    else {
      // It is read as a new one.
      pending.delete(seq);
      cached.mayHaveNew = true;
    }
  }
  if (changed.length === 0) return;
  const found = yield* readColumnsOf(dialect, store, columns, changed);
  const cellsBySeq = new Map(found.map(([seq, ...cells]) => [numberCell(seq), cells]));
  let late = Number.POSITIVE_INFINITY;
  for (const seq of changed) {
    const row = rows.find(seq);
    const cells = cellsBySeq.get(seq);
    if (row === null) late = cells === undefined ? late : Math.min(late, seq);
    else if (cells === undefined) rows.remove(row);
    else cached.set(row, columns, cells);
    pending.delete(seq);
  }
  if (Number.isFinite(late)) cached.truncate(rows.lowerBound(late));
}

/** Returns the range of records that have no row yet. */
export function after({ rows }: CachedStore): { readonly above?: number } {
  return rows.count === 0 ? {} : { above: rows.lastSeq };
}
