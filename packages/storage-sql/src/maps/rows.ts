import type { MapRef, MapRow } from '@vitrine/core/storage';
import { numberCell, textCell } from '../cells.ts';
import { type Row, type Sql, sql } from '../sql.ts';

export const MAP = sql`id, account_id, name, search_radius, max_results, created_at, updated_at`;

export function readMap(row: Row): MapRow {
  return {
    id: numberCell(row[0]),
    accountId: textCell(row[1]),
    name: textCell(row[2]),
    searchRadius: numberCell(row[3]),
    maxResults: numberCell(row[4]),
    createdAt: numberCell(row[5]),
    updatedAt: numberCell(row[6]),
  };
}

/** The condition of being this map, alive. */
export function liveMap({ accountId, id }: MapRef): Sql {
  return sql`account_id = ${accountId} AND id = ${id} AND deleted_at IS NULL`;
}

/**
 * The condition of being a location of this map, which is alive and the account's. A map's locations go by its `map_key`: two
 * accounts have maps of equal ids.
 */
export function inMap(ref: MapRef): Sql {
  return sql`map_key = (SELECT map_key FROM maps WHERE ${liveMap(ref)})`;
}
