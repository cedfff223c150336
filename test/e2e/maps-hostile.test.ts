import type { LocationResponse, Page } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { isStorable, naughty } from '../naughty-strings.ts';
import { verifies } from '../requirements.ts';
import { fakeGeocoder } from './fake-geocoder.ts';
import { addLocation, createMap, locationPath, locationsPath, searchAll } from './map-arrange.ts';
import { onOneStorage } from './world.ts';

const isName = (text: string, max: number) =>
  isStorable(text) && text.trim() !== '' && [...text].length <= max;

onOneStorage(
  (arrange) => {
    test(
      'stores and finds naughty strings unchanged, or refuses them, and geocodes them without blocking the queue',
      verifies('locations.shape', 'locations.search.unique-id', 'locations.search.address', 'geocode.alone'),
      async () => {
        const { a, vitrine } = await arrange();
        const map = await createMap(a);
        let kept = 0;
        for (const text of naughty) {
          const { status, body } = await a.post<LocationResponse>(locationsPath(map), {
            uniqueId: text,
            name: text,
            address: text,
          });
          expect(status, JSON.stringify(text)).toBe(isName(text, 200) ? 201 : 400);
          if (status !== 201) continue;
          kept++;
          expect(body).toMatchObject({ uniqueId: text, name: text, address: text });
          const byId = await searchAll(a, map, { uniqueId: text });
          expect(byId.map(({ id }) => id)).toEqual([body.id]);
          const byAddress = await searchAll(a, map, { address: text });
          expect(byAddress.some(({ id }) => id === body.id)).toBe(true);
        }
        expect(kept).toBeGreaterThan(300);
        for (let rounds = 0; rounds < 3; rounds++) await vitrine.runDueJobs();
        const waiting = (await searchAll(a, map, { limit: 100 })).filter(
          ({ geocodeStatus }) => geocodeStatus === 'processing',
        );
        expect(waiting).toEqual([]);
      },
    );

    test(
      'never returns a 5xx for hostile filters and cursors',
      verifies('locations.search.one-filter', 'cursor.tampered'),
      async () => {
        const { a } = await arrange();
        const map = await createMap(a);
        await addLocation(a, map, { lat: 1, lng: 2 });
        const path = locationsPath(map);
        for (const text of naughty) {
          const value = encodeURIComponent(text.toWellFormed());
          for (const query of [
            `address=${value}`,
            `uniqueId=${value}`,
            `lat=${value}&lng=2`,
            `lat=1&lng=${value}`,
            `lat=1&lng=2&radiusMiles=${value}`,
            `limit=${value}`,
            `cursor=${value}`,
          ]) {
            const { status } = await a.get<Page<LocationResponse>>(`${path}?${query}`);
            expect([200, 400], query).toContain(status);
          }
        }
        for (const query of [
          'lat=%',
          'address=%ff',
          'uniqueId=%00',
          'address=%00',
          'lat=1&lat=2&lng=3',
          'lat[]=1',
        ]) {
          expect([200, 400], query).toContain((await a.get(`${path}?${query}`)).status);
        }
      },
    );

    test(
      'refuses bodies that are not a location',
      verifies('locations.coordinates', 'maps.update'),
      async () => {
        const { a } = await arrange();
        const map = await createMap(a);
        const location = await addLocation(a, map, { lat: 1, lng: 2 });
        const bodies = [
          '[]',
          '"x"',
          '5',
          'null',
          '{"lat":1e999,"lng":0}',
          '{"lat":{},"lng":[]}',
          '{"lat":1,"lng":2,"__proto__":{"lat":5}}',
          '{"constructor":1}',
          '{"lat":1,"lat":"x","lng":2}',
          `{"address":${JSON.stringify('x'.repeat(100_000))}}`,
          '{"lat":1,"lng":2',
          `${'['.repeat(50_000)}`,
        ];
        for (const raw of bodies) {
          const options = { raw, headers: { 'content-type': 'application/json' } };
          for (const [method, path] of [
            ['POST', locationsPath(map)],
            ['PATCH', locationPath(map, location)],
            ['PATCH', `/v2/maps/${map.id}`],
            ['POST', '/admin/maps'],
          ] as const) {
            expect((await a.send(method, path, options)).status, `${method} ${raw.slice(0, 60)}`).toBe(400);
          }
        }
        expect(await searchAll(a, map)).toEqual([location]);
      },
    );
  },
  { geocoder: fakeGeocoder() },
);
