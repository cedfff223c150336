import {
  andLive,
  type DeleteRecords,
  join,
  keptStatements,
  type Named,
  NOTHING,
  numberCell,
  type Row,
  type Sql,
  type SqlDialect,
  type Statement,
  type Steps,
  sql,
  text,
  textOrNull,
} from '@vitrine/storage-sql';
import { insertEntry, type OwnEntry } from './own-entry.ts';

interface DeletedRecords extends OwnEntry {
  readonly ids: readonly string[];
  /** The only id, if there is one. */
  readonly id: string;
  readonly expiredUpTo: number | null;
  /** The members of the context of a change that follow the state of the log, as JSON (`contextText`). */
  readonly change: string;
}

interface Deletion {
  readonly expires: boolean;
  /** Whether there is one id, so that no order of locks is needed. */
  readonly isSingle: boolean;
  /** Whether the statement appends the entry itself, in a store without a history. Otherwise a trigger does. */
  readonly isOwnEntry: boolean;
  /** Whether it deletes only while the log of the store is off, and also returns whether it is. */
  readonly isUnlogged: boolean;
}

/**
 * Reads the state of the store's log, which holds until the transaction ends, and gives the triggers that append entries the
 * context of this one.
 */
function readState({ storeId, change }: Named<DeletedRecords>, dialect: SqlDialect, deletion: Deletion): Sql {
  return sql`
    store AS MATERIALIZED (
      SELECT
        version,
        CASE
          WHEN is_logged = 1
            ${deletion.isOwnEntry ? sql`AND history IS NOT NULL` : NOTHING}
          THEN set_config(
            'vitrine.change',
            '{"version":' || version || CASE WHEN history IS NULL THEN '' ELSE ',"keeps":true' END || ${change},
            TRUE
          )
        END AS context,
        is_logged
      FROM stores
      WHERE id = ${storeId}
      ${dialect.forShare}
    )`;
}

/** Finds the store if its log is off, which holds until the transaction ends. */
function unloggedStore({ storeId }: Named<DeletedRecords>, dialect: SqlDialect): Sql {
  return sql`
    store AS MATERIALIZED (
      SELECT id
      FROM ${text(dialect.guardsApart ? 'store_guards' : 'stores')}
      WHERE id = ${storeId}
        AND is_logged = 0
      ${dialect.forShare}
    )`;
}

function ifStoreIsFound(dialect: SqlDialect, { isUnlogged }: Deletion): Sql {
  return hasTriggers(dialect) || isUnlogged ? sql`AND EXISTS (SELECT FROM store)` : NOTHING;
}

/** Locks rows in the order of their ids, so that two calls never deadlock. */
function lockRows(
  { storeId, ids, expiredUpTo }: Named<DeletedRecords>,
  dialect: SqlDialect,
  deletion: Deletion,
): Sql {
  return sql`
    doomed AS MATERIALIZED (
      SELECT id
      FROM records
      WHERE store_id = ${storeId}
        AND id = ANY(${ids})
        ${andLive(deletion.expires ? expiredUpTo : null)}
        ${ifStoreIsFound(dialect, deletion)}
      ORDER BY id
      ${dialect.forUpdate}
    )`;
}

function hasTriggers({ positions }: SqlDialect): boolean {
  return positions === 'read';
}

function deleteRows(
  { storeId, id, expiredUpTo }: Named<DeletedRecords>,
  dialect: SqlDialect,
  deletion: Deletion,
): Sql {
  const single = sql`
    id = ${id}
      ${andLive(deletion.expires ? expiredUpTo : null)}
      ${ifStoreIsFound(dialect, deletion)}`;
  return sql`
    DELETE FROM records
    WHERE store_id = ${storeId}
      AND ${deletion.isSingle ? single : sql`id = ANY(ARRAY(SELECT id FROM doomed))`}
    RETURNING id`;
}

const deleteByIds = keptStatements<Deletion, DeletedRecords>({
  key: ({ expires, isSingle, isOwnEntry, isUnlogged }) => [expires, isSingle, isOwnEntry, isUnlogged].join(),
  build(dialect, named, deletion) {
    const before = [
      ...(hasTriggers(dialect) ? [readState(named, dialect, deletion)] : []),
      ...(deletion.isUnlogged ? [unloggedStore(named, dialect)] : []),
      ...(deletion.isSingle ? [] : [lockRows(named, dialect, deletion)]),
    ];
    const rows = deleteRows(named, dialect, deletion);
    if (deletion.isUnlogged) {
      return sql`
        WITH ${join(before, ',\n')},
        gone AS (
          ${rows}
        )
        SELECT gone.id, (SELECT count(*) FROM store)
        FROM (SELECT 1) AS always
        LEFT JOIN gone ON TRUE`;
    }
    if (!deletion.isOwnEntry) {
      return sql`
        ${before.length === 0 ? NOTHING : sql`WITH ${join(before, ',\n')}`}
        ${rows}`;
    }
    const from = sql`
      FROM gone, store
      WHERE is_logged = 1
        AND context IS NULL`;
    return sql`
      WITH ${join(before, ',\n')},
      gone AS (
        ${rows}
      ),
      logged AS (
        ${insertEntry(named, 'record.deleted', { version: sql`version`, slots: sql`''`, from })}
      )
      SELECT id
      FROM gone`;
  },
});

function deletionOf(
  dialect: SqlDialect,
  { storeId, ids, expiredUpTo, now, by, isLogged }: DeleteRecords,
  isUnlogged: boolean,
): Statement {
  const [id = ''] = ids;
  const isSingle = ids.length === 1;
  const isOwnEntry = isSingle && isLogged && hasTriggers(dialect);
  const statement = deleteByIds(
    dialect,
    { expires: expiredUpTo !== null, isSingle, isOwnEntry, isUnlogged },
    {
      storeId,
      ids,
      id,
      recordIds: JSON.stringify([id]),
      expiredUpTo,
      now,
      change: `,${JSON.stringify({ at: now, by, gone: 'record.deleted' }).slice(1)}`,
    },
  );
  return { ...statement, alone: true };
}

/** Returns the ids of rows of a deletion in the given order. */
function deletedIds({ ids }: DeleteRecords, rows: readonly Row[]): string[] {
  const deleted = new Set(rows.map(([cell]) => textOrNull(cell)));
  return ids.filter((id) => deleted.delete(id));
}

export function* deleteRecords(dialect: SqlDialect, args: DeleteRecords): Steps<string[]> {
  return deletedIds(args, yield deletionOf(dialect, args, false));
}

/** For engines without triggers. See `loggedWrites`. */
export function* deleteUnlogged(dialect: SqlDialect, args: DeleteRecords): Steps<string[] | null> {
  const rows = yield deletionOf(dialect, args, true);
  return numberCell(rows[0]?.[1]) === 0 ? null : deletedIds(args, rows);
}
