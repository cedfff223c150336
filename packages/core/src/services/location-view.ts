import type { LocationResponse } from '../contracts/locations.ts';
import type { LocatedRow, LocationRow } from '../storage/index.ts';
import { showDatetime } from '../values/datetime.ts';

/** A location in a response (docs/rules.md#location). The distance is there for a row of a search around a point. */
export function showLocation(row: LocationRow | LocatedRow): LocationResponse {
  return {
    id: row.id,
    mapId: row.mapId,
    uniqueId: row.uniqueId,
    name: row.name,
    address: row.address,
    lat: row.lat,
    lng: row.lng,
    geocodeStatus: row.status,
    geocodePrecision: row.precision,
    geocodeError: row.error,
    ...('distanceMiles' in row ? { distanceMiles: roundDistance(row.distanceMiles) } : {}),
    date_created: showDatetime(row.createdAt),
    date_updated: showDatetime(row.updatedAt),
  };
}

/** Four decimals of a mile are 16 cm: finer than any coordinate of an address. Orders and cursors use the exact distance. */
function roundDistance(miles: number): number {
  return Math.round(miles * 10_000) / 10_000;
}
