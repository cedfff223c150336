import {
  bandAround,
  haversineOf,
  type LocatedRow,
  type MapRef,
  nearest,
  type Slice,
  type Surroundings,
} from '@vitrine/core/storage';
import type { SqlDialect } from '../dialect.ts';
import { inMap } from '../maps/rows.ts';
import { join, NOTHING, type Sql, sql } from '../sql.ts';
import { type Steps, statement } from '../statement.ts';
import { LOCATION, readLocation } from './rows.ts';

/** Far more than what engines differ in, and far less than what would let many locations through. */
const RELATIVE = 1e-9;
const ABSOLUTE = 1e-15;

const RADIANS = Math.PI / 180;

/**
 * The engine's own haversine leaves out what can't be among the nearest, with room for its last bits; which of the rest are
 * found, and in what order, is decided by `nearest`, as everywhere. So only few rows come out of the engine, however wide
 * the radius is: the nearest, and those at nearly the same distance as the last of them.
 */
export function* findNearLocations(
  dialect: SqlDialect,
  { mapRef, surroundings }: { readonly mapRef: MapRef; readonly surroundings: Surroundings },
): Steps<Slice<LocatedRow>> {
  const { radiusMiles, after, limit } = surroundings;
  const most = above(haversineOf(radiusMiles));
  const passed = after === null ? null : haversineOf(after.distance);
  const notPassed = passed === null ? NOTHING : sql`AND h >= ${below(passed)}`;
  const surelyBeyond = passed === null ? NOTHING : sql`WHERE h > ${above(passed)}`;
  const rows = yield statement(
    dialect,
    sql`
      WITH near AS MATERIALIZED (
        SELECT id, h
        FROM (
          SELECT id, ${haversineSql(surroundings)} AS h
          FROM locations
          WHERE ${inMap(mapRef)}
            AND ${inBand(surroundings)}
        ) AS placed
        WHERE h <= ${most}
          ${notPassed}
      )
      SELECT ${LOCATION}
      FROM locations
      WHERE ${inMap(mapRef)}
        AND id IN (
          SELECT id
          FROM near
          WHERE h <= coalesce((
            SELECT max(h)
            FROM (
              SELECT h
              FROM near
              ${surelyBeyond}
              ORDER BY h
              LIMIT ${limit + 1}
            ) AS nearest
          ), 1) * ${1 + RELATIVE} + ${ABSOLUTE}
        )`,
  );
  const candidates = rows.flatMap((cells) => {
    const row = readLocation(mapRef, cells);
    return row.lat === null || row.lng === null ? [] : [{ ...row, lat: row.lat, lng: row.lng }];
  });
  const found = nearest(candidates, surroundings);
  return { rows: found.slice(0, limit), more: found.length > limit };
}

/** Whatever lies within the radius, found by the index on latitudes. */
function inBand({ center, radiusMiles }: Surroundings): Sql {
  const { south, north, spans } = bandAround(center, radiusMiles);
  const meridians = spans.map(([west, east]) => sql`lng BETWEEN ${west} AND ${east}`);
  return sql`lat BETWEEN ${south} AND ${north} AND (${join(meridians, ' OR ')})`;
}

/** `haversine` of core, as the engine computes it. */
function haversineSql({ center: { lat, lng } }: Surroundings): Sql {
  return sql`
    power(sin(radians(lat - ${lat}) / 2), 2)
      + ${Math.cos(lat * RADIANS)} * cos(radians(lat)) * power(sin(radians(lng - ${lng}) / 2), 2)`;
}

function above(h: number): number {
  return h * (1 + RELATIVE) + ABSOLUTE;
}

function below(h: number): number {
  return h * (1 - RELATIVE) - ABSOLUTE;
}
