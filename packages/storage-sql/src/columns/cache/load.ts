import { numberCell } from '../../statements/cells.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import type { Steps } from '../../statements/statement.ts';
import { readColumns } from '../log/column-statements.ts';
import type { CachedStore, ColumnLoad } from './cached-store.ts';
import { after, CHUNK } from './refresh.ts';

/** `full`: the memory has no room for all rows. */
export type Loaded = 'done' | 'more' | 'full';

/**
 * Reads values of the next rows. Chunks may be read in different snapshots, because the log names what changed between.
 * Columns that can't hold their texts are dropped.
 */
export function* loadChunk(dialect: SqlDialect, cached: CachedStore): Steps<Loaded> {
  const { load } = cached;
  if (load === null) return 'done';
  const loaded =
    load.rows === null
      ? yield* addRows(dialect, cached)
      : yield* fillRows(dialect, cached, load.columns, load.rows);
  if (loaded === 'done') {
    cached.load = null;
    cached.isBehind = cached.pending.size > 0;
  }
  return loaded;
}

function* addRows(dialect: SqlDialect, cached: CachedStore): Steps<Loaded> {
  const { rows, store } = cached;
  const columns = [...rows.columns.keys()];
  const found = yield* readColumns(dialect, store, columns, after(cached), CHUNK);
  if (!rows.reserve(found.length)) return 'full';
  for (const [seq, ...cells] of found) cached.set(rows.append(numberCell(seq)), columns, cells);
  return found.length < CHUNK ? 'done' : 'more';
}

/** Stores the values of new columns in rows that exist. A record that was deleted meanwhile is in the log. */
function* fillRows(
  dialect: SqlDialect,
  cached: CachedStore,
  columns: ColumnLoad['columns'],
  range: NonNullable<ColumnLoad['rows']>,
): Steps<Loaded> {
  const { rows, store } = cached;
  if (range.next >= range.end || !columns.some((column) => rows.columns.has(column))) return 'done';
  const end = Math.min(range.end, range.next + CHUNK);
  const place = { above: rows.seqs.get(range.next) - 1, below: rows.seqs.get(end - 1) + 1 };
  const found = yield* readColumns(dialect, store, columns, place, CHUNK);
  for (const [seq, ...cells] of found) {
    const row = rows.find(numberCell(seq));
    if (row !== null) cached.set(row, columns, cells);
  }
  // A record that was committed late has no row yet, so a range may have more records than rows.
  const isWhole = found.length < CHUNK;
  range.next = isWhole ? end : rows.lowerBound(numberCell(found.at(-1)?.[0]) + 1);
  return isWhole && end === range.end ? 'done' : 'more';
}
