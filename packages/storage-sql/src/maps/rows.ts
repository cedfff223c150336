import type { DistanceUnit, MapField, MapRef, MapRow } from '@vitrine/core/storage';
import { numberCell, textCell, textOrNull } from '../statements/cells.ts';
import { and } from '../statements/clauses.ts';
import { type Row, type Sql, sql } from '../statements/sql.ts';

export const MAP = sql`id, account_id, name, search_radius, max_results, unit, fields, created_at, updated_at`;

export function readMap(row: Row): MapRow {
  return {
    id: numberCell(row[0]),
    accountId: textCell(row[1]),
    name: textCell(row[2]),
    searchRadius: numberCell(row[3]),
    maxResults: numberCell(row[4]),
    unit: textCell(row[5]) as DistanceUnit,
    fields: JSON.parse(textOrNull(row[6]) ?? '[]') as MapField[],
    createdAt: numberCell(row[7]),
    updatedAt: numberCell(row[8]),
  };
}

/** Returns the stored form of the fields of a map. Null: it has none. */
export function fieldsCell(fields: readonly MapField[]): string | null {
  return fields.length === 0 ? null : JSON.stringify(fields);
}

/** Returns the conditions of this map if it is not deleted. */
export function liveMap({ accountId, id }: MapRef): Sql {
  return and([sql`account_id = ${accountId}`, sql`id = ${id}`, sql`deleted_at IS NULL`]);
}

/**
 * Returns the condition of a location of this map, which belongs to the account and is not deleted. Locations refer to
 * their map by its `map_key`, because ids of maps are unique in an account only.
 */
export function inMap(ref: MapRef): Sql {
  return sql`
    map_key = (
      SELECT map_key
      FROM maps
      WHERE ${liveMap(ref)}
    )`;
}
