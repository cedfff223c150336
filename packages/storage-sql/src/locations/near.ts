import { bandAround, haversineOf, nearest, type Surroundings } from '@vitrine/core/adapter';
import type { LocatedRow, MapRef, NearQuery, Slice } from '@vitrine/core/storage';
import { inMap } from '../maps/rows.ts';
import { and, anyOf } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { NOTHING, type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { haveValues } from './field-values.ts';
import { LOCATION, readLocation } from './rows.ts';

/** More than the difference between engines, and far less than the distance between most locations. */
const RELATIVE = 1e-9;
const ABSOLUTE = 1e-15;

const RADIANS = Math.PI / 180;

/**
 * Returns the nearest locations. The engine computes the haversine itself and excludes the locations that can't be
 * among the nearest, with a margin for its last bits; `nearest` of core then decides which of the others are found, and
 * in what order. So the engine returns few rows even if the radius is wide: the nearest, and those at nearly the same
 * distance as the last one.
 */
export function* findNearLocations(
  dialect: SqlDialect,
  { mapRef, surroundings }: { readonly mapRef: MapRef; readonly surroundings: NearQuery },
): Steps<Slice<LocatedRow>> {
  const { fields, radiusMiles, after, limit } = surroundings;
  const most = above(haversineOf(radiusMiles));
  const passed = after === null ? null : haversineOf(after.distance);
  const notPassed = passed === null ? NOTHING : sql`AND h >= ${below(passed)}`;
  const surelyBeyond = passed === null ? NOTHING : sql`WHERE h > ${above(passed)}`;
  const isNearest = sql`
    id IN (
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
    )`;
  const rows = yield statement(
    dialect,
    sql`
      WITH near AS MATERIALIZED (
        SELECT id, h
        FROM (
          SELECT id, ${haversineSql(surroundings)} AS h
          FROM locations
          WHERE ${and([inMap(mapRef), ...inBand(surroundings), ...haveValues(dialect, fields)])}
        ) AS placed
        WHERE h <= ${most}
          ${notPassed}
      )
      SELECT ${LOCATION}
      FROM locations
      WHERE ${and([inMap(mapRef), isNearest])}`,
  );
  const candidates = rows.flatMap((cells) => {
    const row = readLocation(mapRef, cells);
    return row.lat === null || row.lng === null ? [] : [{ ...row, lat: row.lat, lng: row.lng }];
  });
  const found = nearest(candidates, surroundings);
  return { rows: found.slice(0, limit), more: found.length > limit };
}

/** Returns the conditions of a band that contains the circle. The index on latitudes finds it. */
function inBand({ center, radiusMiles }: Surroundings): Sql[] {
  const { south, north, spans } = bandAround(center, radiusMiles);
  const meridians = spans.map(([west, east]) => sql`lng BETWEEN ${west} AND ${east}`);
  return [sql`lat BETWEEN ${south} AND ${north}`, anyOf(meridians)];
}

/** Returns `haversine` of core as an expression of the engine. */
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
