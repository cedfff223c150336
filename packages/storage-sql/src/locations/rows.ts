import type { GeocodePrecision } from '@vitrine/core';
import type { GeocodeError, GeocodeStatus, LocationRow, MapRef } from '@vitrine/core/storage';
import { numberCell, numberOrNull, textCell, textOrNull } from '../statements/cells.ts';
import { columnList } from '../statements/clauses.ts';
import type { Row } from '../statements/sql.ts';
import { readFields } from './field-values.ts';

export const LOCATION = columnList(`
  id, unique_id, name, address, lat, lng, status, geocode_precision, geocode_error,
  geocode_confidence, geocode_matched, fields, seq, created_at, updated_at
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
    confidence: numberOrNull(row[9]),
    matched: readMatched(textOrNull(row[10])),
    fields: readFields(textOrNull(row[11])),
    seq: numberCell(row[12]),
    createdAt: numberCell(row[13]),
    updatedAt: numberCell(row[14]),
  };
}

function readMatched(cell: string | null): string[] | null {
  return cell === null ? null : (JSON.parse(cell) as string[]);
}
