import {
  changeLocation,
  isWaiting,
  type LocationChange,
  type LocationCounts,
  type LocationQuery,
  type LocationRow,
  type MapRef,
  type Millis,
  type NewLocation,
  placingOf,
  type Slice,
} from '@vitrine/core/storage';
import { changedRows, numberCell, onlyRow, textCell } from '../cells.ts';
import { list } from '../clauses.ts';
import type { SqlDialect } from '../dialect.ts';
import { foldedShadow } from '../layout/record-layout.ts';
import { inMap, liveMap } from '../maps/rows.ts';
import { read, scan, write } from '../operation.ts';
import { takePage } from '../seq-page.ts';
import { join, NOTHING, type Sql, sql } from '../sql.ts';
import { type Steps, statement } from '../statement.ts';
import { findNearLocations } from './near.ts';
import { LOCATION, readLocation } from './rows.ts';

export const locationOperations = {
  countLocations: scan(countLocations),
  deleteLocation: write(deleteLocation),
  findNearLocations: scan(findNearLocations),
  getLocation: read(getLocation),
  insertLocation: write(insertLocation),
  listLocations: read(listLocations, { isScan: ({ query }) => query.addressContains !== null }),
  purgeLocations: write(purgeLocations),
  restoreLocations: write(restoreLocations),
  updateLocation: write(updateLocation),
  walkLocations: scan(walkLocations),
};

/** A map that locations are being added to: locked until the transaction ends, so it neither goes nor gets another location. */
interface OpenedMap {
  readonly key: number;
  /** The first of the numbers that were taken. */
  readonly seq: number;
}

function* openMap(dialect: SqlDialect, mapRef: MapRef, count: number): Steps<OpenedMap | null> {
  const [row] = yield statement(
    dialect,
    sql`
      UPDATE maps
      SET last_location = last_location + ${count}
      WHERE ${liveMap(mapRef)}
      RETURNING map_key, last_location`,
  );
  return row === undefined ? null : { key: numberCell(row[0]), seq: numberCell(row[1]) - count + 1 };
}

/** Passes over a location whose id or uniqueId is there already. */
function insertRow(key: number, row: Omit<LocationRow, 'mapId'>, dueAt: Millis | null): Sql {
  const dueAccount = dueAt === null ? null : row.accountId;
  const { id, uniqueId, name, address, lat, lng, status, precision, error, seq, createdAt, updatedAt } = row;
  const place = [lat, lng, status, precision, error];
  const values = [
    key,
    id,
    uniqueId,
    name,
    address,
    ...place,
    seq,
    createdAt,
    updatedAt,
    foldedShadow(address),
  ];
  return sql`
    INSERT INTO locations (map_key, ${LOCATION}, address_folded, due_at, due_account, tries, claim)
    VALUES (${list(values)}, ${dueAt}, ${dueAccount}, 0, 0)
    ON CONFLICT DO NOTHING`;
}

function* insertLocation(
  dialect: SqlDialect,
  { mapRef, location }: { readonly mapRef: MapRef; readonly location: NewLocation },
): Steps<LocationRow | 'taken' | null> {
  const map = yield* openMap(dialect, mapRef, 1);
  if (map === null) return null;
  const placing = placingOf(location);
  const row = { ...location, ...placing, accountId: mapRef.accountId, mapId: mapRef.id, seq: map.seq };
  const dueAt = isWaiting(placing.status) ? row.createdAt : null;
  const inserted = yield statement(dialect, insertRow(map.key, row, dueAt));
  return changedRows(inserted) > 0 ? row : 'taken';
}

function* restoreLocations(
  dialect: SqlDialect,
  args: { readonly mapRef: MapRef; readonly locations: readonly LocationRow[]; readonly now: Millis },
): Steps<number | null> {
  const { mapRef, locations, now } = args;
  const map = yield* openMap(dialect, mapRef, locations.length);
  if (map === null) return null;
  let inserted = 0;
  for (const [i, location] of locations.entries()) {
    const waits = isWaiting(location.status);
    const status = waits ? 'queued' : location.status;
    const row = { ...location, accountId: mapRef.accountId, status, seq: map.seq + i } as const;
    inserted += changedRows(yield statement(dialect, insertRow(map.key, row, waits ? now : null)));
  }
  return inserted;
}

function* getLocation(
  dialect: SqlDialect,
  { mapRef, id }: { readonly mapRef: MapRef; readonly id: string },
): Steps<LocationRow | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${LOCATION}
      FROM locations
      WHERE ${inMap(mapRef)}
        AND id = ${id}`,
  );
  return row === undefined ? null : readLocation(mapRef, row);
}

function* listLocations(
  dialect: SqlDialect,
  { mapRef, query }: { readonly mapRef: MapRef; readonly query: LocationQuery },
): Steps<Slice<LocationRow>> {
  const { uniqueId, addressContains, before, limit } = query;
  const named = uniqueId === null ? NOTHING : sql`AND unique_id = ${uniqueId}`;
  const at =
    addressContains === null
      ? NOTHING
      : sql`AND ${dialect.contains(sql`coalesce(address_folded, lower(address))`, addressContains)}`;
  const page = before === null ? NOTHING : sql`AND seq < ${before}`;
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${LOCATION}
      FROM locations
      WHERE ${inMap(mapRef)}
        ${page}
        ${named}
        ${at}
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
      WHERE ${inMap(mapRef)}
        ${after === null ? NOTHING : sql`AND seq > ${after}`}
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

function* updateLocation(
  dialect: SqlDialect,
  args: {
    readonly mapRef: MapRef;
    readonly id: string;
    readonly change: LocationChange;
    readonly now: Millis;
  },
): Steps<LocationRow | 'taken' | 'no_place' | null> {
  const { mapRef, id, change, now } = args;
  const { uniqueId } = change;
  if (uniqueId !== undefined && uniqueId !== null) {
    // Whoever gives a uniqueId in this map holds the map, so that of two the second sees what the first did.
    yield statement(
      dialect,
      sql`
      SELECT map_key
      FROM maps
      WHERE ${liveMap(mapRef)}
      ${dialect.forUpdate}`,
    );
  }
  const [stored] = yield statement(
    dialect,
    sql`
      SELECT ${LOCATION}
      FROM locations
      WHERE ${inMap(mapRef)}
        AND id = ${id}
      ${dialect.forUpdate}`,
  );
  if (stored === undefined) return null;
  const row = readLocation(mapRef, stored);
  const changed = changeLocation(row, change);
  if (changed === null) return 'no_place';
  if (uniqueId !== undefined && uniqueId !== null) {
    const others = yield statement(
      dialect,
      sql`
        SELECT 1
        FROM locations
        WHERE ${inMap(mapRef)}
          AND unique_id = ${uniqueId}
          AND id <> ${id}`,
    );
    if (others.length > 0) return 'taken';
  }
  const { queue, ...members } = changed;
  const isQueued = queue === 'enter';
  const queued = [
    sql`due_at = ${isQueued ? now : null}`,
    sql`due_account = ${isQueued ? mapRef.accountId : null}`,
    sql`tries = 0`,
    sql`claim = claim + 1`,
  ];
  const assignments = [
    sql`unique_id = ${members.uniqueId}`,
    sql`name = ${members.name}`,
    sql`address = ${members.address}`,
    sql`address_folded = ${foldedShadow(members.address)}`,
    sql`lat = ${members.lat}`,
    sql`lng = ${members.lng}`,
    sql`status = ${members.status}`,
    sql`geocode_precision = ${members.precision}`,
    sql`geocode_error = ${members.error}`,
    sql`updated_at = ${now}`,
    ...(queue === 'stay' ? [] : queued),
  ];
  const updated = yield statement(
    dialect,
    sql`
      UPDATE locations
      SET ${join(assignments, ',\n    ')}
      WHERE ${inMap(mapRef)}
        AND id = ${id}
      RETURNING ${LOCATION}`,
  );
  return readLocation(mapRef, onlyRow(updated));
}

function* deleteLocation(
  dialect: SqlDialect,
  { mapRef, id }: { readonly mapRef: MapRef; readonly id: string },
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
    DELETE FROM locations
    WHERE ${inMap(mapRef)}
      AND id = ${id}`,
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
        AND seq IN (SELECT seq FROM locations WHERE map_key = ${key} LIMIT ${limit})`,
  );
  return changedRows(rows);
}
