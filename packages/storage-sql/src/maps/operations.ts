import type {
  MapChange,
  MapRef,
  MapRow,
  Millis,
  NewJob,
  NewMap,
  SeqPage,
  Slice,
} from '@vitrine/core/storage';
import { read, write } from '../operation.ts';
import { changedRows, numberCell, onlyRow, textCell } from '../statements/cells.ts';
import { assignmentList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { enqueueJobs } from '../statements/enqueue-jobs.ts';
import { reserveAccountNumber, takeAccountNumber } from '../statements/numbers.ts';
import { takePage } from '../statements/seq-page.ts';
import { NOTHING, type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { fieldsCell, liveMap, MAP, readMap } from './rows.ts';

export const mapOperations = {
  getMap: read(getMap),
  insertMap: write(insertMap, { succeeded: () => true }),
  listDeletedMaps: read(listDeletedMaps),
  listMaps: read(listMaps),
  markMapDeleted: write(markMapDeleted),
  removeDeletedMap: write(removeDeletedMap),
  restoreMap: write(restoreMap),
  updateMap: write(updateMap),
};

function insertRow(map: MapRow): Sql {
  const { id, accountId, name, searchRadius, maxResults, unit, fields, createdAt, updatedAt } = map;
  const settings = [name, searchRadius, maxResults, unit, fieldsCell(fields)];
  return sql`
    INSERT INTO maps (${MAP}, last_location)
    VALUES (${list([id, accountId, ...settings, createdAt, updatedAt, 0])})`;
}

function* insertMap(dialect: SqlDialect, { map }: { readonly map: NewMap }): Steps<MapRow> {
  const id = yield* reserveAccountNumber(dialect, map.accountId, 'maps');
  const rows = yield statement(
    dialect,
    sql`
      ${insertRow({ ...map, id })}
      RETURNING ${MAP}`,
  );
  return readMap(onlyRow(rows));
}

function* restoreMap(dialect: SqlDialect, { map }: { readonly map: MapRow }): Steps<boolean> {
  if (!(yield* takeAccountNumber(dialect, map.accountId, 'maps', map.id))) return false;
  yield statement(dialect, insertRow(map));
  return true;
}

function* getMap(dialect: SqlDialect, { mapRef }: { readonly mapRef: MapRef }): Steps<MapRow | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${MAP}
      FROM maps
      WHERE ${liveMap(mapRef)}`,
  );
  return row === undefined ? null : readMap(row);
}

function* listMaps(
  dialect: SqlDialect,
  { accountId, before, limit }: { readonly accountId: string } & SeqPage,
): Steps<Slice<MapRow>> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${MAP}
      FROM maps
      WHERE account_id = ${accountId}
        AND deleted_at IS NULL
        ${before === null ? NOTHING : sql`AND id < ${before}`}
      ORDER BY id DESC
      LIMIT ${limit + 1}`,
  );
  return takePage(rows, limit, readMap);
}

function* updateMap(
  dialect: SqlDialect,
  { mapRef, change, now }: { readonly mapRef: MapRef; readonly change: MapChange; readonly now: Millis },
): Steps<MapRow | null> {
  const { name, searchRadius, maxResults, unit, fields } = change;
  const assignments = [
    sql`updated_at = ${now}`,
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(searchRadius === undefined ? [] : [sql`search_radius = ${searchRadius}`]),
    ...(maxResults === undefined ? [] : [sql`max_results = ${maxResults}`]),
    ...(unit === undefined ? [] : [sql`unit = ${unit}`]),
    ...(fields === undefined ? [] : [sql`fields = ${fieldsCell(fields)}`]),
  ];
  const [row] = yield statement(
    dialect,
    sql`
      UPDATE maps
      SET ${assignmentList(assignments)}
      WHERE ${liveMap(mapRef)}
      RETURNING ${MAP}`,
  );
  return row === undefined ? null : readMap(row);
}

function* markMapDeleted(
  dialect: SqlDialect,
  {
    mapRef,
    now,
    enqueue,
  }: { readonly mapRef: MapRef; readonly now: Millis; readonly enqueue: readonly NewJob[] },
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      UPDATE maps
      SET deleted_at = ${now}, updated_at = ${now}
      WHERE ${liveMap(mapRef)}`,
  );
  if (changedRows(rows) === 0) return false;
  yield* enqueueJobs(dialect, { jobs: enqueue });
  return true;
}

function* removeDeletedMap(dialect: SqlDialect, { mapRef }: { readonly mapRef: MapRef }): Steps<null> {
  yield statement(
    dialect,
    sql`
      DELETE FROM maps
      WHERE account_id = ${mapRef.accountId}
        AND id = ${mapRef.id}
        AND deleted_at IS NOT NULL`,
  );
  return null;
}

function* listDeletedMaps(
  dialect: SqlDialect,
  { after, limit }: { readonly after: MapRef | null; readonly limit: number },
): Steps<MapRef[]> {
  const page = after === null ? NOTHING : sql`AND (account_id, id) > (${after.accountId}, ${after.id})`;
  const rows = yield statement(
    dialect,
    sql`
      SELECT account_id, id
      FROM maps
      WHERE deleted_at IS NOT NULL
        ${page}
      ORDER BY account_id, id
      LIMIT ${limit}`,
  );
  return rows.map((row) => ({ accountId: textCell(row[0]), id: numberCell(row[1]) }));
}
