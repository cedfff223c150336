import type { LocationCounts, LocationQuery, LocationRow, MapRef, Slice } from '@vitrine/core/storage';
import { inMap } from '../maps/rows.ts';
import { read, scan, write } from '../operation.ts';
import { changedRows, numberCell, textCell } from '../statements/cells.ts';
import { and } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { takePage } from '../statements/seq-page.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { haveValues } from './field-values.ts';
import { insertLocation, restoreLocations } from './insert.ts';
import { findNearLocations } from './near.ts';
import { LOCATION, readLocation } from './rows.ts';
import { updateLocation } from './update.ts';

export const locationOperations = {
  countLocations: scan(countLocations),
  deleteLocation: write(deleteLocation),
  findNearLocations: scan(findNearLocations),
  getLocation: read(getLocation),
  insertLocation: write(insertLocation, { succeeded: (row) => row !== null && row !== 'taken' }),
  listLocations: read(listLocations, {
    isScan: ({ query }) => query.addressContains !== null || (query.fields ?? []).length > 0,
  }),
  purgeLocations: write(purgeLocations),
  restoreLocations: write(restoreLocations),
  updateLocation: write(updateLocation),
  walkLocations: scan(walkLocations),
};

function* getLocation(
  dialect: SqlDialect,
  { mapRef, id }: { readonly mapRef: MapRef; readonly id: string },
): Steps<LocationRow | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${LOCATION}
      FROM locations
      WHERE ${and([inMap(mapRef), sql`id = ${id}`])}`,
  );
  return row === undefined ? null : readLocation(mapRef, row);
}

function* listLocations(
  dialect: SqlDialect,
  { mapRef, query }: { readonly mapRef: MapRef; readonly query: LocationQuery },
): Steps<Slice<LocationRow>> {
  const { uniqueId, addressContains, fields, before, limit } = query;
  const conditions = [inMap(mapRef)];
  if (before !== null) conditions.push(sql`seq < ${before}`);
  if (uniqueId !== null) conditions.push(sql`unique_id = ${uniqueId}`);
  if (addressContains !== null) {
    conditions.push(dialect.contains(sql`coalesce(address_folded, lower(address))`, addressContains));
  }
  conditions.push(...haveValues(dialect, fields));
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${LOCATION}
      FROM locations
      WHERE ${and(conditions)}
      ORDER BY seq DESC
      LIMIT ${limit + 1}`,
  );
  return takePage(rows, limit, (row) => readLocation(mapRef, row));
}

function* walkLocations(
  dialect: SqlDialect,
  {
    mapRef,
    after,
    limit,
  }: { readonly mapRef: MapRef; readonly after: number | null; readonly limit: number },
): Steps<LocationRow[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${LOCATION}
      FROM locations
      WHERE ${and([inMap(mapRef), ...(after === null ? [] : [sql`seq > ${after}`])])}
      ORDER BY seq
      LIMIT ${limit}`,
  );
  return rows.map((row) => readLocation(mapRef, row));
}

function* countLocations(
  dialect: SqlDialect,
  { mapRef }: { readonly mapRef: MapRef },
): Steps<LocationCounts> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT status, count(*)
      FROM locations
      WHERE ${inMap(mapRef)}
      GROUP BY status`,
  );
  const counts = new Map(rows.map((row) => [textCell(row[0]), numberCell(row[1])]));
  const of = (...statuses: string[]) => statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  return { located: of('located', 'manual'), queued: of('queued', 'processing'), failed: of('failed') };
}

function* deleteLocation(
  dialect: SqlDialect,
  { mapRef, id }: { readonly mapRef: MapRef; readonly id: string },
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM locations
      WHERE ${and([inMap(mapRef), sql`id = ${id}`])}`,
  );
  return changedRows(rows) > 0;
}

function* purgeLocations(
  dialect: SqlDialect,
  { mapRef, limit }: { readonly mapRef: MapRef; readonly limit: number },
): Steps<number> {
  const [map] = yield statement(
    dialect,
    sql`
      SELECT map_key
      FROM maps
      WHERE account_id = ${mapRef.accountId}
        AND id = ${mapRef.id}
        AND deleted_at IS NOT NULL`,
  );
  if (map === undefined) return 0;
  const key = numberCell(map[0]);
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM locations
      WHERE map_key = ${key}
        AND seq IN (
          SELECT seq
          FROM locations
          WHERE map_key = ${key}
          LIMIT ${limit}
        )`,
  );
  return changedRows(rows);
}
