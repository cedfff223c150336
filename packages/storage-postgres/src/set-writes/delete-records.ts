import {
  andLive,
  type DeleteRecords,
  join,
  keptStatements,
  type Named,
  NOTHING,
  type Sql,
  type SqlDialect,
  type Steps,
  sql,
  textCell,
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

/** Locks rows in the order of their ids, so that two calls never deadlock. */
function lockRows(
  { storeId, ids, expiredUpTo }: Named<DeletedRecords>,
  dialect: SqlDialect,
  { expires }: Deletion,
): Sql {
  return sql`
    doomed AS MATERIALIZED (
      SELECT id
      FROM records
      WHERE store_id = ${storeId}
        AND id = ANY(${ids})
        ${andLive(expires ? expiredUpTo : null)}
        ${hasTriggers(dialect) ? sql`AND EXISTS (SELECT FROM store)` : NOTHING}
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
  { expires, isSingle }: Deletion,
): Sql {
  const single = sql`
    id = ${id}
      ${andLive(expires ? expiredUpTo : null)}
      ${hasTriggers(dialect) ? sql`AND EXISTS (SELECT FROM store)` : NOTHING}`;
  return sql`
    DELETE FROM records
    WHERE store_id = ${storeId}
      AND ${isSingle ? single : sql`id = ANY(ARRAY(SELECT id FROM doomed))`}
    RETURNING id`;
}

const deleteByIds = keptStatements<Deletion, DeletedRecords>({
  key: ({ expires, isSingle, isOwnEntry }) => [expires, isSingle, isOwnEntry].join(),
  build(dialect, named, deletion) {
    const before = [
      ...(hasTriggers(dialect) ? [readState(named, dialect, deletion)] : []),
      ...(deletion.isSingle ? [] : [lockRows(named, dialect, deletion)]),
    ];
    const rows = deleteRows(named, dialect, deletion);
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

export function* deleteRecords(
  dialect: SqlDialect,
  { storeId, ids, expiredUpTo, now, by, isLogged }: DeleteRecords,
): Steps<string[]> {
  const [id = ''] = ids;
  const isSingle = ids.length === 1;
  const statement = deleteByIds(
    dialect,
    { expires: expiredUpTo !== null, isSingle, isOwnEntry: isSingle && isLogged && hasTriggers(dialect) },
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
  const rows = yield { ...statement, alone: true };
  const deleted = new Set(rows.map(([cell]) => textCell(cell)));
  return ids.filter((each) => deleted.delete(each));
}
