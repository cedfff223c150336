import type { LocationResponse, MapResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectRefused } from './arrange.ts';
import { addLocation, createMap, locationPath, locationsPath, search, searchAll } from './map-arrange.ts';
import { onOneStorage } from './world.ts';

/** Computes the distance in miles independently of the implementation. */
function haversineMiles(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const h =
    Math.sin(rad(b.lat - a.lat) / 2) ** 2 +
    Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lng - a.lng) / 2) ** 2;
  return 2 * 3958.7613 * Math.asin(Math.min(1, Math.sqrt(h)));
}

const idsOf = (items: readonly LocationResponse[]) => items.map(({ id }) => id);

onOneStorage((arrange) => {
  test(
    'lists every location without a filter, newest first, with stable pages',
    verifies('locations.search.none'),
    async () => {
      const { a } = await arrange();
      const map = await createMap(a);
      const added: LocationResponse[] = [];
      for (let i = 0; i < 5; i++) added.push(await addLocation(a, map, { lat: i, lng: 0 }));
      expect(await searchAll(a, map, { limit: 2 })).toEqual(added.toReversed());
      expect((await search(a, map)).limit).toBe(50);
      const first = await search(a, map, { limit: 2 });
      await addLocation(a, map, { lat: 9, lng: 9 });
      await a.delete(locationPath(map, { id: first.items[1]?.id ?? '' }));
      const rest = await search(a, map, { limit: 3, cursor: first.cursor ?? '' });
      expect(idsOf(rest.items)).toEqual(idsOf(added.slice(0, 3).toReversed()));
    },
  );

  test('matches a uniqueId exactly', verifies('locations.search.unique-id'), async () => {
    const { a } = await arrange();
    const map = await createMap(a);
    const wanted = ['Shop', 'shop', 'Shop ', "O'Brien", '%', 'ß', 'a&b=c'];
    for (const uniqueId of wanted) await addLocation(a, map, { lat: 1, lng: 2, uniqueId });
    for (const uniqueId of wanted) {
      expect((await searchAll(a, map, { uniqueId })).map((found) => found.uniqueId)).toEqual([uniqueId]);
    }
    for (const uniqueId of ['SHOP', 'sho', ' shop', 'ss', '_']) {
      expect(await search(a, map, { uniqueId })).toEqual({ items: [], limit: 50 });
    }
  });

  test(
    'finds a part of the address literally, in any case',
    verifies('locations.search.address'),
    async () => {
      const { a } = await arrange();
      const map = await createMap(a);
      for (const address of ['1 Größe Straße', '100% Road', '100_ ROAD', 'ΟΔΟΣ']) {
        await addLocation(a, map, { address });
      }
      await addLocation(a, map, { lat: 1, lng: 2 });
      const find = async (address: string) =>
        (await searchAll(a, map, { address, limit: 1 })).map((found) => found.address);
      expect(await find('GRÖSSE')).toEqual([]);
      expect(await find('größe str')).toEqual(['1 Größe Straße']);
      expect(await find('road')).toEqual(['100_ ROAD', '100% Road']);
      expect(await find('0% r')).toEqual(['100% Road']);
      expect(await find('οδος')).toEqual(['ΟΔΟΣ']);
      expect(await find('0_')).toEqual(['100_ ROAD']);
    },
  );

  test(
    'finds locations within the radius, nearest first, with the distance',
    verifies('locations.search.near', 'locations.search.distance', 'locations.search.unplaced'),
    async () => {
      const { a } = await arrange();
      const map = await createMap(a, { maxResults: 100 });
      const center = { lat: 40.7128, lng: -74.006 };
      const offsets = [0.9, 0.1, 0.5, 0, 0.3, 2];
      for (const offset of offsets) await addLocation(a, map, { lat: center.lat + offset, lng: center.lng });
      await addLocation(a, map, { address: 'somewhere' });
      const inMapRadius = await searchAll(a, map, center);
      expect(inMapRadius.map(({ lat }) => lat)).toEqual(
        [0, 0.1, 0.3, 0.5].map((offset) => center.lat + offset),
      );
      for (const { lat, lng, distanceMiles } of inMapRadius) {
        // Exact to a meter, without superfluous digits.
        const exact = haversineMiles(center, { lat: lat ?? 0, lng: lng ?? 0 });
        expect(Math.abs((distanceMiles ?? -1) - exact)).toBeLessThan(0.6 / 1_609.344);
        expect(String(distanceMiles)).toMatch(/^\d+(\.\d{1,4})?$/);
      }
      expect(await searchAll(a, map, { ...center, radiusMiles: 10 })).toHaveLength(2);
      expect(await searchAll(a, map, { ...center, radiusMiles: 12_450 })).toHaveLength(6);
      await a.patch(`/v2/maps/${map.id}`, { searchRadius: 100 });
      expect(await searchAll(a, map, center)).toHaveLength(5);
    },
  );

  test('orders equal distances by id, with any page size', verifies('locations.search.near'), async () => {
    const { a } = await arrange();
    const map = await createMap(a, { maxResults: 100 });
    for (let i = 0; i < 12; i++) await addLocation(a, map, { lat: 10, lng: i % 2 === 0 ? 20 : 20.1 });
    const all = await searchAll(a, map, { lat: 10, lng: 20.05 });
    const distances = all.map(({ distanceMiles }) => distanceMiles);
    expect(new Set(distances).size).toBe(1);
    expect(idsOf(all)).toEqual(idsOf(all).toSorted());
    for (const limit of [1, 5, 11, 12]) {
      expect(await searchAll(a, map, { lat: 10, lng: 20.05, limit })).toEqual(all);
    }
  });

  test(
    "returns at most the map's maxResults in total, with any page size",
    verifies('locations.search.max-results'),
    async () => {
      const { a } = await arrange();
      const map = await createMap(a);
      for (let i = 0; i < 15; i++) await addLocation(a, map, { lat: i / 100, lng: 0 });
      const around = { lat: 0, lng: 0 };
      const all = await searchAll(a, map, around);
      expect(all.map(({ lat }) => lat)).toEqual(Array.from({ length: 10 }, (_, i) => i / 100));
      for (const limit of [1, 3, 10, 50]) expect(await searchAll(a, map, { ...around, limit })).toEqual(all);
      expect((await search(a, map, { ...around, limit: 10 })).cursor).toBeUndefined();
      // limit is the effective limit, not the requested one.
      expect((await search(a, map, { ...around, limit: 50 })).limit).toBe(10);
      expect((await search(a, map, around)).limit).toBe(10);
      const page = await search(a, map, { ...around, limit: 7 });
      expect(page.limit).toBe(7);
      expect((await search(a, map, { ...around, limit: 7, cursor: page.cursor ?? '' })).limit).toBe(7);
      await a.patch<MapResponse>(`/v2/maps/${map.id}`, { maxResults: 100 });
      expect(await searchAll(a, map, { ...around, limit: 7 })).toHaveLength(15);
      expect(await searchAll(a, map)).toHaveLength(15);
    },
  );

  test(
    'measures distances correctly at the date line and at the poles',
    verifies('locations.search.globe'),
    async () => {
      const { a } = await arrange();
      const map = await createMap(a, { maxResults: 100 });
      const places = [
        { lat: -16.5, lng: 179.9 },
        { lat: -16.5, lng: -179.9 },
        { lat: -16.5, lng: 180 },
        { lat: -16.5, lng: -180 },
        { lat: 89.9, lng: 0 },
        { lat: 89.9, lng: 180 },
        { lat: 90, lng: 45 },
        { lat: -90, lng: -45 },
        { lat: -89.95, lng: 170 },
        { lat: 0, lng: 0 },
      ];
      for (const place of places) await addLocation(a, map, place);
      const centers = [...places, { lat: -16.4, lng: -179.95 }, { lat: 90, lng: 0 }, { lat: -90, lng: 0 }];
      for (const center of centers) {
        for (const radiusMiles of [1, 15, 60, 3_000, 12_450]) {
          const expected = places
            .map((place) => ({ ...place, miles: haversineMiles(center, place) }))
            .filter(({ miles }) => miles <= radiusMiles);
          const found = await searchAll(a, map, { ...center, radiusMiles, limit: 3 });
          const key = ({ lat, lng }: { lat: number | null; lng: number | null }) => `${lat} ${lng}`;
          expect(found.map(key).toSorted()).toEqual(expected.map(key).toSorted());
          const distances = found.map(({ distanceMiles = -1 }) => distanceMiles);
          expect(distances).toEqual(distances.toSorted((x, y) => x - y));
        }
      }
    },
  );

  test(
    'refuses several filters, half a point, and an invalid radius',
    verifies('locations.search.one-filter', 'locations.search.radius', 'locations.coordinates'),
    async () => {
      const { a } = await arrange();
      const map = await createMap(a);
      const cases: [query: string, paths: string[]][] = [
        ['address=x&uniqueId=y', ['address', 'uniqueId']],
        ['address=x&lat=1&lng=2', ['address', 'lat', 'lng']],
        ['uniqueId=x&lat=1&lng=2', ['uniqueId', 'lat', 'lng']],
        ['address=x&uniqueId=y&lat=1&lng=2&radiusMiles=5', ['address', 'uniqueId', 'lat', 'lng']],
        ['lat=1', ['lng']],
        ['lng=1', ['lat']],
        ['radiusMiles=5', ['radiusMiles']],
        ['radiusMiles=5&lat=1', ['lng', 'radiusMiles']],
        ['radiusMiles=5&address=x', ['radiusMiles']],
        ['lat=91&lng=181', ['lat', 'lng']],
        ['lat=-90.0001&lng=-180.1', ['lat', 'lng']],
        ['lat=1&lng=2&radiusMiles=0', ['radiusMiles']],
        ['lat=1&lng=2&radiusMiles=12451', ['radiusMiles']],
        ['lat=1&lng=2&radiusMiles=1.5', ['radiusMiles']],
        ['lat=1&lng=2&radiusMiles=-5', ['radiusMiles']],
        ['lat=1&lng=2&limit=0', ['limit']],
        ['lat=north&lng=&limit=x&radiusMiles=many&cursor=x', ['lat', 'lng', 'limit', 'radiusMiles']],
        ['cursor=x', ['cursor']],
      ];
      for (const [query, paths] of cases) expectRefused(await a.get(`${locationsPath(map)}?${query}`), paths);
    },
  );

  test(
    'parses numbers as JSON does, and ignores empty parameters',
    verifies('locations.search.numbers'),
    async () => {
      const { a, vitrine, principal } = await arrange();
      const map = await createMap(a);
      const location = await addLocation(a, map, { lat: 1, lng: -2 });
      for (const query of [
        'lat=1&lng=-2',
        'lat=1.0&lng=-2e0&radiusMiles=5',
        'lat=10E-1&lng=-0.2e1&radiusMiles=5.0',
        'lat=1&lng=-2&address=&uniqueId=&radiusMiles=&limit=&cursor=',
        'unknown=1&lat=1&lng=-2',
      ]) {
        const { body } = await a.get<{ items: LocationResponse[] }>(`${locationsPath(map)}?${query}`);
        expect(idsOf(body.items), query).toEqual([location.id]);
      }
      for (const bad of [
        '01',
        '1.',
        '.5',
        '0x1',
        ' 1',
        '1 ',
        'NaN',
        'Infinity',
        '1e999',
        '１',
        '1,5',
        '--1',
      ]) {
        expectRefused(await a.get(`${locationsPath(map)}?lat=${encodeURIComponent(bad)}&lng=2`), ['lat']);
      }
      const byNumber = await vitrine.locations.search(principal, map.id, { lat: 1, lng: -2, radiusMiles: 5 });
      const byText = await vitrine.locations.search(principal, String(map.id), {
        lat: '1',
        lng: '-2',
        radiusMiles: '5',
      });
      expect(byNumber).toEqual(byText);
    },
  );

  test(
    'accepts a cursor only for its map and filter',
    verifies('cursor.other-filter', 'cursor.other-operation'),
    async () => {
      const { a, b } = await arrange();
      const [map, other] = [await createMap(a, { maxResults: 100 }), await createMap(a)];
      const foreign = await createMap(b);
      for (let i = 0; i < 3; i++) await addLocation(a, map, { lat: i / 100, lng: 0, address: 'x' });
      const cursors = new Map<string, string>();
      for (const query of [
        'limit=1',
        'limit=1&address=x',
        'limit=1&lat=0&lng=0',
        'limit=1&lat=0&lng=0&radiusMiles=50',
      ]) {
        cursors.set(query, (await a.get<{ cursor: string }>(`${locationsPath(map)}?${query}`)).body.cursor);
      }
      for (const [query, cursor] of cursors) {
        const { status } = await a.get(`${locationsPath(map)}?${query}&cursor=${cursor}`);
        expect(status).toBe(200);
        for (const elsewhere of cursors.keys()) {
          if (elsewhere === query) continue;
          expectRefused(await a.get(`${locationsPath(map)}?${elsewhere}&cursor=${cursor}`), ['cursor']);
        }
        expectRefused(await a.get(`${locationsPath(other)}?${query}&cursor=${cursor}`), ['cursor']);
        expectRefused(await b.get(`${locationsPath(foreign)}?${query}&cursor=${cursor}`), ['cursor']);
        expectRefused(await a.get(`${locationsPath(map)}?${query}&cursor=${cursor}A`), ['cursor']);
        expectRefused(await a.get(`/admin/maps?cursor=${cursor}`), ['cursor']);
      }
    },
  );
});
