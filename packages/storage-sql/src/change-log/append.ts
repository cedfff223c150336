import type { ChangeType, ImportedNumbers, Millis } from '@vitrine/core/storage';
import type { Authored } from '../authored.ts';
import { numberCell } from '../statements/cells.ts';
import { columnList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { type SqlValue, sql, text } from '../statements/sql.ts';
import { elementOf, keptStatement, keptStatements, type Steps } from '../statements/statement.ts';
import type { LogContext } from './log-context.ts';

/** An entry to append. */
export interface NewEntry {
  readonly type: ChangeType;
  readonly at: Millis;
  readonly recordId?: string;
  /** The name of a shape: the slots that changed. */
  readonly slots?: string;
  readonly imported?: ImportedNumbers;
  /** The values before the change as JSON, and when the record was created. */
  readonly before?: string;
  readonly createdAt?: Millis;
}

/** The store that changed, as it is after the change, and who changed it. */
export interface EntryOrigin extends Authored {
  readonly storeId: string;
  readonly storeVersion: number;
  readonly log: LogContext;
}

const CHANGE = columnList('store_id, position, type, at, store_version, slots, record_id, imported');
const HISTORY = columnList(`
  store_id, position, type, at, store_version, slots, record_id, before_values, created_at, by_id,
  by_name, import_id, bytes
`);
const CELLS = { changes: 8, record_history: 13 } as const;

/** Rows of a statement. With more of them a statement saves little and takes longer to prepare. */
const ROWS = 10;

const insert = keptStatements<
  { readonly table: keyof typeof CELLS; readonly count: number },
  { readonly cells: readonly SqlValue[] }
>({
  key: ({ table, count }) => `${table} ${count}`,
  build(_, { cells }, { table, count }) {
    const width = CELLS[table];
    const rows = Array.from(
      { length: count },
      (__, row) =>
        sql`(${list(Array.from({ length: width }, (___, i) => elementOf(cells, row * width + i)))})`,
    );
    return sql`
      INSERT INTO ${text(table)} (${table === 'changes' ? CHANGE : HISTORY})
      VALUES ${list(rows)}`;
  },
});

function* insertRows(
  dialect: SqlDialect,
  table: keyof typeof CELLS,
  rows: readonly (readonly SqlValue[])[],
): Steps<void> {
  for (let at = 0; at < rows.length; ) {
    const count = at + ROWS <= rows.length ? ROWS : 1;
    yield insert(dialect, { table, count }, { cells: rows.slice(at, at + count).flat() });
    at += count;
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
  const announced: SqlValue[][] = [];
  const kept: SqlValue[][] = [];
  for (const entry of entries) {
    const { type, at, recordId = null, slots = '', imported } = entry;
    if (position !== null) position++;
    const cells = [storeId, position, type, at, storeVersion, slots, recordId];
    if (log.importId === null) {
      const numbers = imported === undefined ? null : JSON.stringify(imported);
      announced.push([...cells, numbers]);
    }
    if (log.keepsValues && recordId !== null) {
      const { before = null, createdAt = null } = entry;
      kept.push([
        ...[...cells, before, createdAt],
        ...[by?.id ?? null, by?.name ?? null, log.importId, bytesOf(entry)],
      ]);
    }
  }
  yield* insertRows(dialect, 'changes', announced);
  yield* insertRows(dialect, 'record_history', kept);
}

/** Returns the bytes that the values of an entry count in the history of its store. */
function bytesOf({ before }: NewEntry): number {
  return before === undefined ? 0 : Buffer.byteLength(before);
}
