import type {
  GeocodeError,
  GeocodePrecision,
  GeocodeStatus,
  LocationRow,
  MapRef,
} from '@vitrine/core/storage';
import { numberCell, numberOrNull, textCell, textOrNull } from '../cells.ts';
import { columnList } from '../clauses.ts';
import type { Row } from '../sql.ts';

export const LOCATION = columnList(`
  id, unique_id, name, address, lat, lng, status, geocode_precision, geocode_error, seq,
  created_at, updated_at
`);

/** Reads a location of this map from a row of `LOCATION`. */
export function readLocation({ accountId, id: mapId }: MapRef, row: Row): LocationRow {
  return {
    id: textCell(row[0]),
    accountId,
    mapId,
    uniqueId: textOrNull(row[1]),
    name: textOrNull(row[2]),
    address: textOrNull(row[3]),
    lat: numberOrNull(row[4]),
    lng: numberOrNull(row[5]),
    status: textCell(row[6]) as GeocodeStatus,
    precision: textOrNull(row[7]) as GeocodePrecision | null,
    error: textOrNull(row[8]) as GeocodeError | null,
    seq: numberCell(row[9]),
    createdAt: numberCell(row[10]),
    updatedAt: numberCell(row[11]),
  };
}
