import type { ChangeType, LoggedPage } from '@vitrine/core/storage';
import { booleanCell, numberCell, textCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { NOTHING, type Row, type Sql, sql } from '../statements/sql.ts';
import { keptStatements, type Steps, statement } from '../statements/statement.ts';
import { CHANGES, readChanges as readEntries } from './rows.ts';

export interface ReadChanges {
  readonly storeId: string;
  readonly after: number;
  readonly limit: number;
  /** Null: all. */
  readonly types: readonly ChangeType[] | null;
}

/** A page of a log. */
export interface FoundChanges {
  readonly page: LoggedPage | 'expired';
  /** Whether the log has entries without a position, which may follow the page. */
  readonly hasUnnumbered: boolean;
}

/** Returns the condition that a store has entries without a position. */
function unnumbered(dialect: SqlDialect, table: Sql, storeId: Sql): Sql {
  if (dialect.positions !== 'read') return sql`0`;
  return sql`
    CASE
      WHEN EXISTS (
        SELECT 1
        FROM ${table}
        WHERE store_id = ${storeId}
          AND position IS NULL
      )
      THEN 1
      ELSE 0
    END`;
}

/** The cells of the log before those of its entries. */
const LOG_CELLS = 4;

/** The entries of a row that follow the position after which a page begins. */
function entriesAfter(after: Sql): Sql {
  return sql`CASE WHEN position - size < ${after} THEN position - ${after} ELSE size END`;
}

/**
 * One statement, so that the page and the bounds of the log are of one moment. It returns the rows that have the first `limit`
 * entries.
 */
const selectPage = keptStatements<
  { readonly hasTypes: boolean },
  Omit<ReadChanges, 'types'> & { readonly types: readonly string[] | string }
>({
  key: ({ hasTypes }) => String(hasTypes),
  build: (dialect, named, { hasTypes }) => sql`
    SELECT
      is_on,
      last_position,
      complete_after,
      ${unnumbered(dialect, sql`changes`, named.storeId)},
      ${CHANGES}
    FROM change_logs
    LEFT JOIN (
      SELECT store_id AS of_store, ${CHANGES}
      FROM (
        SELECT
          *,
          sum(${entriesAfter(named.after)}) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING)
            - ${entriesAfter(named.after)} AS preceding
        FROM changes
        WHERE store_id = ${named.storeId}
          AND position > ${named.after}
          ${hasTypes ? sql`AND ${dialect.isOneOf(sql`type`, named.types)}` : NOTHING}
        ORDER BY position
        LIMIT ${named.limit}
      ) AS found
      WHERE preceding < ${named.limit}
    ) AS page ON of_store = store_id
    WHERE store_id = ${named.storeId}
    ORDER BY position`,
});

export function* readChanges(
  dialect: SqlDialect,
  { storeId, after, limit, types }: ReadChanges,
): Steps<FoundChanges> {
  const rows = yield selectPage(
    dialect,
    { hasTypes: types !== null },
    { storeId, after, limit: limit + 1, types: dialect.textList(types ?? []) as readonly string[] | string },
  );
  const [log] = rows;
  if (log === undefined || !booleanCell(log[0])) return { page: 'expired', hasUnnumbered: false };
  const last = numberCell(log[1]);
  const hasUnnumbered = booleanCell(log[3]);
  if (after < numberCell(log[2]) || after > last) return { page: 'expired', hasUnnumbered };
  const found = rows.map((row) => row.slice(LOG_CELLS)).filter(([position]) => position !== null);
  const entries = found.flatMap((row) => readEntries(row, after));
  const more = entries.length > limit;
  if (more) entries.length = limit;
  const position = more ? (entries.at(-1)?.position ?? after) : last;
  return { page: { rows: entries, more, position }, hasUnnumbered };
}

/** The position of now of a store, if nothing is left to number. */
export interface StorePosition {
  readonly storeId: string;
  readonly last: number;
  readonly hasUnnumbered: boolean;
}

export function* changePositions(
  dialect: SqlDialect,
  { storeIds }: { readonly storeIds: readonly string[] },
): Steps<StorePosition[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT store_id, last_position, ${unnumbered(dialect, sql`changes`, sql`change_logs.store_id`)}
      FROM change_logs
      WHERE ${dialect.isIn(sql`store_id`, storeIds, 'text')}`,
  );
  return rows.map(([id, last, waits]: Row) => ({
    storeId: textCell(id),
    last: numberCell(last),
    hasUnnumbered: booleanCell(waits),
  }));
}
