import { changeLocation } from '@vitrine/core/adapter';
import type { LocationChange, LocationRow, MapRef, Millis } from '@vitrine/core/storage';
import { foldedShadow } from '../layout/record-values.ts';
import { inMap, liveMap } from '../maps/rows.ts';
import { jsonCell, onlyRow } from '../statements/cells.ts';
import { and, assignmentList } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { fieldValuesCell } from './field-values.ts';
import { LOCATION, readLocation } from './rows.ts';

export function* updateLocation(
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
    // All writes of a uniqueId lock the map, so that the second one sees the result of the first.
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
      WHERE ${and([inMap(mapRef), sql`id = ${id}`])}
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
        WHERE ${and([inMap(mapRef), sql`unique_id = ${uniqueId}`, sql`id <> ${id}`])}`,
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
    sql`geocode_confidence = ${members.confidence}`,
    sql`geocode_matched = ${jsonCell(members.matched)}`,
    sql`fields = ${fieldValuesCell(members.fields)}`,
    sql`updated_at = ${now}`,
    ...(queue === 'stay' ? [] : queued),
  ];
  const updated = yield statement(
    dialect,
    sql`
      UPDATE locations
      SET ${assignmentList(assignments)}
      WHERE ${and([inMap(mapRef), sql`id = ${id}`])}
      RETURNING ${LOCATION}`,
  );
  return readLocation(mapRef, onlyRow(updated));
}
