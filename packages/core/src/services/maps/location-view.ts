import type { LocationResponse } from '../../contracts/maps/locations.ts';
import { toKilometers, toMiles } from '../../geo/units.ts';
import type { DistanceUnit, LocatedRow, LocationRow, MapRow } from '../../storage/index.ts';
import { showDatetime } from '../../values/datetime.ts';
import { showFieldValues } from './location-fields.ts';

/**
 * Returns a location as responses show it (docs/rules.md#location). Rows of a search around a point have a distance.
 */
export function showLocation(
  { fields }: Pick<MapRow, 'fields'>,
  row: LocationRow | LocatedRow,
  unit: DistanceUnit = 'mi',
): LocationResponse {
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
    geocodeConfidence: row.confidence,
    geocodeMatched: row.matched === null ? null : [...row.matched],
    fields: showFieldValues(fields, row.fields),
    ...('distanceMiles' in row ? showDistance(row.distanceMiles, unit) : {}),
    date_created: showDatetime(row.createdAt),
    date_updated: showDatetime(row.updatedAt),
  };
}

/** Rounds to a meter (docs/rules.md#location-search). Orders and cursors use the exact distance. */
function showDistance(miles: number, unit: DistanceUnit): { distance: number; distanceMiles: number } {
  const meters = Math.round(toKilometers(miles) * 1_000);
  // Four decimals of a mile are 16 cm, so that different meters stay different.
  const distanceMiles = Math.round(toMiles(meters / 1_000, 'km') * 10_000) / 10_000;
  return { distance: unit === 'km' ? meters / 1_000 : distanceMiles, distanceMiles };
}
