import type { LocationResponse } from '../contracts/locations.ts';
import type { LocatedRow, LocationRow } from '../storage/index.ts';
import { showDatetime } from '../values/datetime.ts';

/**
 * Returns a location as responses show it (docs/rules.md#location). Rows of a search around a point have a distance.
 */
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

/**
 * Rounds to four decimals of a mile (16 cm), more precise than any coordinate of an address. Orders and cursors use the
 * exact distance.
 */
function roundDistance(miles: number): number {
  return Math.round(miles * 10_000) / 10_000;
}
