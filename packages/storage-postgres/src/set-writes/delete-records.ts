import {
  andLive,
  type DeleteRecords,
  keptStatements,
  type SqlDialect,
  type Steps,
  sql,
  textCell,
} from '@vitrine/storage-sql';

interface DeletedRecords {
  readonly storeId: string;
  readonly ids: readonly string[];
  readonly expiredUpTo: number | null;
}

/** Locks rows in the order of their ids, so that two calls never deadlock. */
const deleteByIds = keptStatements<{ readonly expires: boolean }, DeletedRecords>({
  key: ({ expires }) => String(expires),
  build: (dialect, { storeId, ids, expiredUpTo }, { expires }) => sql`
    WITH doomed AS MATERIALIZED (
      SELECT id
      FROM records
      WHERE store_id = ${storeId}
        AND id = ANY(${ids})
        ${andLive(expires ? expiredUpTo : null)}
      ORDER BY id
      ${dialect.forUpdate}
    )
    DELETE FROM records
    WHERE store_id = ${storeId}
      AND id = ANY(ARRAY(SELECT id FROM doomed))
    RETURNING id`,
});

export function* deleteRecords(
  dialect: SqlDialect,
  { storeId, ids, expiredUpTo }: DeleteRecords,
): Steps<string[]> {
  const statement = deleteByIds(dialect, { expires: expiredUpTo !== null }, { storeId, ids, expiredUpTo });
  const rows = yield { ...statement, alone: true };
  const deleted = new Set(rows.map(([id]) => textCell(id)));
  return ids.filter((id) => deleted.delete(id));
}
