import assert from 'node:assert/strict';
import { distanceMiles, type Point } from '../../geo/distance.ts';
import type { DistancePosition } from '../../geo/nearest.ts';
import { compareText } from '../../query/compare.ts';
import type { LocatedRow, LocationRow } from '../../storage/maps/locations.ts';
import type { MapRef } from '../../storage/maps/maps.ts';
import type { Storage } from '../../storage/storage.ts';
import { NOW } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { addressed, arrangeLocations, arrangeMap, newLocation } from './arrange-maps.ts';

const HALF_THE_GLOBE = 12_450;

/** Points where calculations with latitudes and longitudes often fail. */
const CENTERS: readonly Point[] = [
  { lat: 0, lng: 0 },
  { lat: 40.7128, lng: -74.006 },
  { lat: -16.5, lng: 179.99 },
  { lat: 65, lng: -179.999 },
  { lat: 51.5, lng: 180 },
  { lat: 51.5, lng: -180 },
  { lat: 89.9, lng: 10 },
  { lat: 90, lng: 0 },
  { lat: -90, lng: 123 },
  { lat: -89.5, lng: -179.5 },
];

const RADII = [1, 10, 50, 250, 1_500, 6_300, HALF_THE_GLOBE];

/** Returns numbers from 0 to 1 in a sequence that depends only on the seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns points all over the globe, many around each of the centers, and several at the same point. */
function scatter(): Point[] {
  const next = random(20_261_121);
  const far = Array.from({ length: 120 }, () => ({
    lat: (Math.asin(2 * next() - 1) * 180) / Math.PI,
    lng: next() * 360 - 180,
  }));
  const close = CENTERS.flatMap(({ lat, lng }) =>
    Array.from({ length: 12 }, () => {
      const reach = 10 ** (next() * 3 - 2);
      const north = Math.max(-90, Math.min(90, lat + (next() - 0.5) * reach));
      const around = lng + (next() - 0.5) * reach * 2;
      return { lat: north, lng: around > 180 ? around - 360 : around < -180 ? around + 360 : around };
    }),
  );
  const same = Array.from({ length: 6 }, () => ({ lat: 40.7128, lng: -74.006 }));
  const edges = [180, -180, 0, 90].flatMap((lng) => [90, -90, 51.5, 0].map((lat) => ({ lat, lng })));
  return [...far, ...close, ...same, ...edges];
}

/** Returns the distance, computed with vectors: an error in the haversine formula does not affect it. */
function milesByVectors(a: Point, b: Point): number {
  const vector = ({ lat, lng }: Point): [number, number, number] => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  const [ax, ay, az] = vector(a);
  const [bx, by, bz] = vector(b);
  const cross = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  return 3958.7613 * Math.atan2(cross, ax * bx + ay * by + az * bz);
}

async function arrangeScattered(storage: Storage): Promise<{ map: MapRef; rows: LocationRow[] }> {
  const map = await arrangeMap(storage);
  const rows = scatter().map((point, i) => ({
    ...newLocation(point),
    // The ids are not in insertion order, so that ties show which of the two orders applies.
    id: `01900000-0000-7000-9000-${((i * 7_919) % 65_521).toString(16).padStart(12, '0')}`,
  }));
  return { map, rows: await arrangeLocations(storage, map, rows) };
}

function bruteForce(rows: readonly LocationRow[], center: Point, radiusMiles: number): LocatedRow[] {
  return rows
    .map((row) => ({ ...row, lat: row.lat ?? 0, lng: row.lng ?? 0 }))
    .map((row) => ({ ...row, distanceMiles: distanceMiles(center, row) }))
    .filter((row) => row.distanceMiles <= radiusMiles)
    .sort((a, b) => a.distanceMiles - b.distanceMiles || compareText(a.id, b.id));
}

async function walkNear(
  storage: Storage,
  map: MapRef,
  { center, radiusMiles, limit }: { center: Point; radiusMiles: number; limit: number },
): Promise<LocatedRow[]> {
  const seen: LocatedRow[] = [];
  let after: DistancePosition | null = null;
  for (;;) {
    const { rows, more }: { rows: LocatedRow[]; more: boolean } = await storage.locations.near(map, {
      center,
      radiusMiles,
      after,
      limit,
    });
    assert(rows.length <= limit && (!more || rows.length === limit));
    seen.push(...rows);
    const last = rows.at(-1);
    if (!more || last === undefined) return seen;
    after = { distance: last.distanceMiles, id: last.id };
  }
}

export const locationsNear = topic('locations-near', [
  {
    id: 'brute-force',
    title: 'returns exactly the result of a full search, also at the date line and the poles',
    async run({ storage }) {
      const { map, rows } = await arrangeScattered(storage);
      for (const center of CENTERS) {
        for (const radiusMiles of RADII) {
          const search = JSON.stringify([center, radiusMiles]);
          const { rows: found, more } = await storage.locations.near(map, {
            center,
            radiusMiles,
            after: null,
            limit: 1_000,
          });
          assert.deepEqual(found, bruteForce(rows, center, radiusMiles), search);
          assert.equal(more, false);
          for (const row of found) {
            const expected = milesByVectors(center, row);
            assert(
              Math.abs(row.distanceMiles - expected) < 1e-3,
              `${search}: ${row.distanceMiles}, ${expected}`,
            );
          }
        }
      }
    },
  },
  {
    id: 'nearest',
    title: 'the first page has the nearest locations, and reports whether more exist',
    async run({ storage }) {
      const { map, rows } = await arrangeScattered(storage);
      for (const center of CENTERS) {
        const all = bruteForce(rows, center, HALF_THE_GLOBE);
        for (const limit of [1, 7, 100]) {
          const page = await storage.locations.near(map, {
            center,
            radiusMiles: HALF_THE_GLOBE,
            after: null,
            limit,
          });
          assert.deepEqual(page, { rows: all.slice(0, limit), more: true });
        }
      }
    },
  },
  {
    id: 'pages',
    title: 'the pages together have each location once, also when a page ends within ties',
    async run({ storage }) {
      const { map, rows } = await arrangeScattered(storage);
      for (const center of CENTERS.slice(1, 5)) {
        for (const limit of [3, 50]) {
          const walked = await walkNear(storage, map, { center, radiusMiles: 3_000, limit });
          assert.deepEqual(walked, bruteForce(rows, center, 3_000));
        }
      }
    },
  },
  {
    id: 'position',
    title: 'a position is valid after its location is deleted, and excludes locations added before it',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const at = (lat: number) => newLocation({ lat, lng: 0 });
      const [a, b, c] = await arrangeLocations(storage, map, [at(1), at(2), at(3)]);
      const around = { center: { lat: 0, lng: 0 }, radiusMiles: 1_000, limit: 10 };
      const [, second] = (await storage.locations.near(map, { ...around, after: null })).rows;
      const after = { distance: second?.distanceMiles ?? 0, id: second?.id ?? '' };
      await storage.locations.delete(map, b?.id ?? '');
      await arrangeLocations(storage, map, [at(1.5)]);
      const [other] = await arrangeLocations(storage, map, [at(2.5)]);
      const rest = (await storage.locations.near(map, { ...around, after })).rows;
      assert.deepEqual(
        rest.map(({ id }) => id),
        [other?.id, c?.id],
      );
      assert.notEqual(a?.id, rest[0]?.id);
    },
  },
  {
    id: 'radius-ends',
    title: 'includes a location at exactly the radius and excludes one beyond it',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const [row] = await arrangeLocations(storage, map, [newLocation({ lat: 10.1, lng: 20.2 })]);
      const center = { lat: 10, lng: 20 };
      const distance = distanceMiles(center, { lat: 10.1, lng: 20.2 });
      const count = async (radiusMiles: number) =>
        (await storage.locations.near(map, { center, radiusMiles, after: null, limit: 5 })).rows.length;
      assert.deepEqual([await count(distance), await count(distance * (1 - 1e-15))], [1, 0]);
      const [at] = (await storage.locations.near(map, { center, radiusMiles: 100, after: null, limit: 1 }))
        .rows;
      assert.deepEqual(at, { ...row, distanceMiles: distance });
    },
  },
  {
    id: 'places-only',
    title: 'excludes locations without coordinates, of other maps and of other accounts',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const sibling = await storage.maps.insert({ ...map });
      const foreign = await arrangeMap(storage);
      const [row] = await arrangeLocations(storage, map, [newLocation(), addressed('Elm Street')]);
      for (const other of [sibling, foreign]) await arrangeLocations(storage, other, [newLocation()]);
      await storage.locations.update(map, row?.id ?? '', { name: 'kept' }, NOW);
      const around = { center: { lat: 0, lng: 0 }, radiusMiles: HALF_THE_GLOBE, after: null, limit: 10 };
      const { rows } = await storage.locations.near(map, around);
      assert.deepEqual(
        rows.map(({ id, name }) => [id, name]),
        [[row?.id, 'kept']],
      );
    },
  },
]);
