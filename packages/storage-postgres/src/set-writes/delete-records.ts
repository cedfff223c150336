import {
  andLive,
  type DeleteRecords,
  keptStatements,
  type Named,
  NOTHING,
  type Sql,
  type SqlDialect,
  type Steps,
  sql,
  textCell,
} from '@vitrine/storage-sql';
import { integer } from './cells.ts';

interface DeletedRecords {
  readonly storeId: string;
  readonly ids: readonly string[];
  readonly expiredUpTo: number | null;
  readonly now: number;
  /** Who deletes them, as JSON. */
  readonly by: string;
}

/**
 * Gives the triggers that log changes the context of this one, by the state of the store's log, which holds until the
 * transaction ends.
 */
function readContext(dialect: SqlDialect, { storeId, now, by }: Named<DeletedRecords>): Sql {
  return sql`
    store AS MATERIALIZED (
      SELECT
        CASE
          WHEN is_logged = 1
          THEN set_config(
            'vitrine.change',
            CAST(
              jsonb_build_object(
                'version', version,
                'keeps', history IS NOT NULL,
                'at', ${integer(now)},
                'by', CAST(${by} AS jsonb),
                'gone', 'record.deleted'
              ) AS text
            ),
            TRUE
          )
        END
      FROM stores
      WHERE id = ${storeId}
      ${dialect.forShare}
    ),`;
}

/** Locks rows in the order of their ids, so that two calls never deadlock. */
const deleteByIds = keptStatements<{ readonly expires: boolean }, DeletedRecords>({
  key: ({ expires }) => String(expires),
  build(dialect, named, { expires }) {
    const { storeId, ids, expiredUpTo } = named;
    const hasTriggers = dialect.positions === 'read';
    return sql`
      WITH ${hasTriggers ? readContext(dialect, named) : NOTHING}
      doomed AS MATERIALIZED (
        SELECT id
        FROM records
        WHERE store_id = ${storeId}
          AND id = ANY(${ids})
          ${andLive(expires ? expiredUpTo : null)}
          ${hasTriggers ? sql`AND EXISTS (SELECT FROM store)` : NOTHING}
        ORDER BY id
        ${dialect.forUpdate}
      )
      DELETE FROM records
      WHERE store_id = ${storeId}
        AND id = ANY(ARRAY(SELECT id FROM doomed))
      RETURNING id`;
  },
});

export function* deleteRecords(
  dialect: SqlDialect,
  { storeId, ids, expiredUpTo, now, by }: DeleteRecords,
): Steps<string[]> {
  const values = { storeId, ids, expiredUpTo, now, by: JSON.stringify(by) };
  const rows = yield { ...deleteByIds(dialect, { expires: expiredUpTo !== null }, values), alone: true };
  const deleted = new Set(rows.map(([id]) => textCell(id)));
  return ids.filter((id) => deleted.delete(id));
}
