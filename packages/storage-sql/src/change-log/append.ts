import type { Millis } from '@vitrine/core/storage';
import { numberCell } from '../statements/cells.ts';
import { columnList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { type SqlValue, sql } from '../statements/sql.ts';
import { elementOf, keptStatement, keptStatements, type Steps } from '../statements/statement.ts';
import { entryGroups, type NewEntry, type PackedEntries, packEntries } from './entry-groups.ts';
import type { Authored, LogContext } from './logged-write.ts';

/** The store that changed, as it is after the change, and who changed it. */
export interface EntryOrigin extends Authored {
  readonly storeId: string;
  readonly storeVersion: number;
  readonly log: LogContext;
}

interface ChangesRow extends PackedEntries {
  readonly storeId: string;
  /** That of the last entry. */
  readonly position: number | null;
  readonly size: number;
  readonly type: string;
  readonly at: Millis;
  readonly storeVersion: number;
}

const insertChanges = keptStatement<ChangesRow>(
  (_, row) => sql`
    INSERT INTO changes (
      store_id, position, size, type, at, store_version, slots, record_ids, imported
    )
    VALUES (
      ${row.storeId}, ${row.position}, ${row.size}, ${row.type}, ${row.at}, ${row.storeVersion}, ${row.slots},
      ${row.recordIds}, ${row.imported}
    )`,
);

const HISTORY = columnList(`
  store_id, position, type, at, store_version, slots, record_id, before_values, created_at, by_id,
  by_name, import_id, bytes
`);
const HISTORY_CELLS = 13;

/** Rows of a statement. With more of them a statement saves little and takes longer to prepare. */
const ROWS = 10;

const insertHistory = keptStatements<{ readonly count: number }, { readonly cells: readonly SqlValue[] }>({
  key: ({ count }) => String(count),
  build(_, { cells }, { count }) {
    const rows = Array.from({ length: count }, (__, row) => {
      const own = Array.from({ length: HISTORY_CELLS }, (___, i) =>
        elementOf(cells, row * HISTORY_CELLS + i),
      );
      return sql`(${list(own)})`;
    });
    return sql`
      INSERT INTO record_history (${HISTORY})
      VALUES ${list(rows)}`;
  },
});

function* insertHistoryRows(dialect: SqlDialect, cells: readonly SqlValue[]): Steps<void> {
  for (let at = 0; at < cells.length; ) {
    const count = at + ROWS * HISTORY_CELLS <= cells.length ? ROWS : 1;
    const end = at + count * HISTORY_CELLS;
    yield insertHistory(dialect, { count }, { cells: cells.slice(at, end) });
    at = end;
  }
}

const reserve = keptStatement<{ readonly storeId: string; readonly count: number; readonly bytes: number }>(
  (_, { storeId, count, bytes }) => sql`
    UPDATE change_logs
    SET last_position = last_position + ${count},
        history_bytes = history_bytes + ${bytes}
    WHERE store_id = ${storeId}
    RETURNING last_position`,
);

/**
 * Appends entries to the log and the history of a store, in the transaction of the change. Their positions are reserved here,
 * or numbered when they are read (`SqlDialect.positions`).
 */
export function* appendEntries(
  dialect: SqlDialect,
  { storeId, storeVersion, by, log }: EntryOrigin,
  entries: readonly NewEntry[],
): Steps<void> {
  if (entries.length === 0) return;
  let position: number | null = null;
  if (dialect.positions !== 'read') {
    const bytes = log.keepsValues ? entries.reduce((sum, entry) => sum + bytesOf(entry), 0) : 0;
    const [row] = yield reserve(dialect, { storeId, count: entries.length, bytes });
    position = numberCell(row?.[0]) - entries.length;
  }
  const kept: SqlValue[] = [];
  for (const group of entryGroups(entries)) {
    const { type, at } = group;
    const size = group.entries.length;
    if (log.keepsValues) {
      for (const [i, entry] of group.entries.entries()) {
        const { recordId = null, slots = '', before = null, createdAt = null } = entry;
        if (recordId === null) continue;
        const own = position === null ? null : position + i + 1;
        kept.push(storeId, own, type, at, storeVersion, slots, recordId, before, createdAt);
        kept.push(by?.id ?? null, by?.name ?? null, log.importId, bytesOf(entry));
      }
    }
    if (position !== null) position += size;
    if (log.importId !== null) continue;
    const row = { storeId, position, size, type, at, storeVersion, ...packEntries(group) };
    yield insertChanges(dialect, row);
  }
  yield* insertHistoryRows(dialect, kept);
}

/** Returns the bytes that the values of an entry count in the history of its store. */
function bytesOf({ before }: NewEntry): number {
  return before === undefined ? 0 : Buffer.byteLength(before);
}
