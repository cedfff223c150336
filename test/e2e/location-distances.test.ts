import type { LocationPage, MapResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectRefused } from './arrange.ts';
import { addLocation, createMap, locationsPath, search, searchAll } from './map-arrange.ts';
import { onOneStorage } from './world.ts';

/** Meters of a degree of latitude: the mean radius of the earth, 6,371,008.77 m, by the definition of a degree. */
const METERS_PER_DEGREE = (6_371_008.77 * Math.PI) / 180;
const METERS_PER_MILE = 1_609.344;

onOneStorage((arrange) => {
  test(
    'distances are in the unit of the map or the search, rounded to a meter',
    verifies('locations.search.unit', 'maps.unit'),
    async () => {
      const { a } = await arrange();
      const map = await createMap(a, { unit: 'km', searchRadius: 20, maxResults: 100 });
      expect(map).toMatchObject({ unit: 'km', searchRadius: 20 });
      const degrees = [0, 0.000_01, 0.05, 0.17, 0.19, 1];
      for (const lat of degrees) await addLocation(a, map, { lat, lng: 0 });
      const around = { lat: 0, lng: 0 };
      const inKilometers = await searchAll(a, map, around);
      expect(inKilometers.map(({ lat }) => lat)).toEqual([0, 0.000_01, 0.05, 0.17]);
      for (const { lat, distance = -1, distanceMiles = -1 } of inKilometers) {
        const meters = Math.round((lat ?? -1) * METERS_PER_DEGREE);
        expect(distance).toBe(meters / 1_000);
        expect(Math.round(distanceMiles * METERS_PER_MILE)).toBe(meters);
        expect(String(distanceMiles)).toMatch(/^\d+(\.\d{1,4})?$/);
      }
      const inMiles = await searchAll(a, map, { ...around, unit: 'mi' });
      expect(inMiles.map(({ distance }) => distance)).toEqual(
        inKilometers.map(({ distanceMiles }) => distanceMiles),
      );
      expect(await searchAll(a, map, { ...around, radius: 20 })).toEqual(inKilometers);
      expect(await searchAll(a, map, { ...around, radius: 20, unit: 'mi' })).toHaveLength(5);
      expect(await searchAll(a, map, { ...around, radiusMiles: 20 })).toHaveLength(5);
      expect(await searchAll(a, map, { ...around, radius: 0.002 })).toHaveLength(2);
      expect(await searchAll(a, map, { ...around, radius: 0.001 })).toHaveLength(1);
      await a.patch<MapResponse>(`/v2/maps/${map.id}`, { unit: 'mi' });
      expect(await searchAll(a, map, around)).toHaveLength(5);
      expect((await search(a, map, { unit: 'km' })).items[0]).not.toHaveProperty('distance');
    },
  );

  test(
    'a page around a point names the radius, the unit and the maximum in force',
    verifies('locations.search.cap'),
    async () => {
      const { a } = await arrange();
      const map = await createMap(a, { maxResults: 3, searchRadius: 100 });
      for (let i = 0; i < 5; i++) await addLocation(a, map, { lat: i / 100, lng: 0 });
      const page = async (query: Record<string, string | number>): Promise<Partial<LocationPage>> => {
        const { items: _, cursor: __, ...rest } = await search(a, map, { lat: 0, lng: 0, ...query });
        return rest;
      };
      const cap = { maxResults: 3 };
      expect(await page({})).toEqual({ limit: 3, unit: 'mi', radius: 100, ...cap });
      expect(await page({ limit: 2 })).toEqual({ limit: 2, unit: 'mi', radius: 100, ...cap });
      expect(await page({ unit: 'km' })).toEqual({ limit: 3, unit: 'km', radius: 160.934, ...cap });
      expect(await page({ radius: 7.5, unit: 'km' })).toEqual({ limit: 3, unit: 'km', radius: 7.5, ...cap });
      expect(await page({ radiusMiles: 10, unit: 'km' })).toEqual({
        limit: 3,
        unit: 'km',
        radius: 16.093,
        ...cap,
      });
      expect(await searchAll(a, map, { lat: 0, lng: 0, limit: 2 })).toHaveLength(3);
      const { cursor = '' } = await search(a, map, { lat: 0, lng: 0, limit: 2 });
      expect(await page({ limit: 2, cursor })).toEqual({ limit: 2, unit: 'mi', radius: 100, ...cap });
      expect(await search(a, map)).not.toHaveProperty('maxResults');
    },
  );

  test('refuses an invalid unit and radius', verifies('locations.search.unit', 'maps.unit'), async () => {
    const { a } = await arrange();
    const map = await createMap(a, { unit: 'km', searchRadius: 20_036 });
    for (const [query, paths] of [
      ['lat=1&lng=2&unit=m', ['unit']],
      ['lat=1&lng=2&radius=0', ['radius']],
      ['lat=1&lng=2&radius=-1', ['radius']],
      ['lat=1&lng=2&radius=1e5', ['radius']],
      ['lat=1&lng=2&radius=12451&unit=mi', ['radius']],
      ['lat=1&lng=2&radius=5&radiusMiles=5', ['radius']],
      ['radius=5', ['radius']],
    ] as const) {
      expectRefused(await a.get(`${locationsPath(map)}?${query}`), [...paths]);
    }
    expectRefused(await a.patch(`/v2/maps/${map.id}`, { unit: 'mi' }), ['searchRadius']);
    expectRefused(await a.patch(`/v2/maps/${map.id}`, { unit: 'miles' }), ['unit']);
    expectRefused(await a.post('/admin/maps', { name: 'x', searchRadius: 12_451 }), ['searchRadius']);
    expectRefused(await a.post('/admin/maps', { name: 'x', searchRadius: 20_037, unit: 'km' }), [
      'searchRadius',
    ]);
    await a.patch<MapResponse>(`/v2/maps/${map.id}`, { unit: 'mi', searchRadius: 12_450 });
    expect(await searchAll(a, map, { lat: 0, lng: 0, unit: '' })).toEqual([]);
  });
});
