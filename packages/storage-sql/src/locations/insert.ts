import { isWaiting, placingOf } from '@vitrine/core/adapter';
import type { LocationRow, MapRef, Millis, NewLocation } from '@vitrine/core/storage';
import { foldedShadow } from '../layout/record-values.ts';
import { liveMap } from '../maps/rows.ts';
import { changedRows, jsonCell, numberCell } from '../statements/cells.ts';
import { list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { fieldValuesCell } from './field-values.ts';
import { LOCATION } from './rows.ts';

/**
 * A map to which locations are added. It is locked until the transaction ends, so it gets no other location and is not
 * deleted.
 */
interface OpenedMap {
  readonly key: number;
  /** The first of the reserved numbers. */
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

/** Returns the statement that inserts a location. It inserts nothing if the id or uniqueId exists. */
function insertRow(key: number, row: Omit<LocationRow, 'mapId'>, dueAt: Millis | null): Sql {
  const dueAccount = dueAt === null ? null : row.accountId;
  const { id, uniqueId, name, address, lat, lng, status, precision, error, seq, createdAt, updatedAt } = row;
  const place = [lat, lng, status, precision, error, row.confidence, jsonCell(row.matched)];
  const values = [
    key,
    id,
    uniqueId,
    name,
    address,
    ...place,
    fieldValuesCell(row.fields),
    seq,
    createdAt,
    updatedAt,
    foldedShadow(address),
  ];
  return sql`
    INSERT INTO locations (map_key, ${LOCATION}, address_folded, due_at, due_account, tries, claim)
    VALUES (${list([...values, dueAt, dueAccount, 0, 0])})
    ON CONFLICT DO NOTHING`;
}

export function* insertLocation(
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

export function* restoreLocations(
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
