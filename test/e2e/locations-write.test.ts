import type { LocationResponse, MapResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectProblem, expectRefused, notFound } from './arrange.ts';
import { fakeGeocoder } from './fake-geocoder.ts';
import {
  addLocation,
  createMap,
  locationPath,
  locationsPath,
  readLocation,
  searchAll,
} from './map-arrange.ts';
import { onOneStorage } from './world.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const geocoder = fakeGeocoder();

onOneStorage(
  (arrange) => {
    test(
      'adds a location with coordinates immediately, with the given values',
      verifies('locations.shape', 'locations.add.coordinates', 'locations.get'),
      async () => {
        const { a, vitrine } = await arrange();
        const map = await createMap(a);
        const given = {
          uniqueId: 'shop/1',
          name: 'Größe “1”',
          address: 'Here 5 5',
          lat: -89.123456789012,
          lng: 180,
        };
        const { status, body, headers } = await a.post<LocationResponse>(locationsPath(map), given);
        expect(status).toBe(201);
        expect(body).toEqual({
          ...given,
          id: expect.stringMatching(UUID),
          mapId: map.id,
          geocodeStatus: 'manual',
          geocodePrecision: null,
          geocodeError: null,
          geocodeConfidence: null,
          geocodeMatched: null,
          fields: {},
          date_created: expect.stringMatching(ISO),
          date_updated: body.date_created,
        });
        expect(headers.get('location')).toBe(locationPath(map, body));
        await vitrine.runDueJobs();
        expect(geocoder.calls).not.toContain('Here 5 5');
        expect(await readLocation(a, map, body)).toEqual(body);
      },
    );

    test('queues an address', verifies('locations.add.address'), async () => {
      const { a } = await arrange();
      const map = await createMap(a);
      const location = await addLocation(a, map, { address: 'Here 1 2', lat: null, lng: null, name: null });
      expect(location).toMatchObject({
        uniqueId: null,
        name: null,
        address: 'Here 1 2',
        lat: null,
        lng: null,
        geocodeStatus: 'queued',
        geocodePrecision: null,
        geocodeError: null,
      });
      expect('distanceMiles' in location).toBe(false);
    });

    test(
      'refuses an invalid location, and reports every issue',
      verifies('locations.coordinates', 'locations.add.placeless'),
      async () => {
        const { a } = await arrange();
        const map = await createMap(a);
        const add = (json: unknown) => a.post(locationsPath(map), json);
        expectRefused(await add({}), ['address']);
        expectRefused(await add({ name: 'only a name' }), ['address']);
        expectRefused(await add({ address: null, lat: null, lng: null }), ['address']);
        expectRefused(await add({ lat: 1 }), ['lng']);
        expectRefused(await add({ lng: 1, address: 'x' }), ['lat']);
        expectRefused(await add({ lat: 90.0001, lng: -180.0001 }), ['lat', 'lng']);
        expectRefused(await add({ lat: '1', lng: true }), ['lat', 'lng']);
        for (const address of ['  ', 'x'.repeat(1_001), 5, 'a\u0000b', '\ud800']) {
          expectRefused(await add({ address }), ['address']);
        }
        for (const uniqueId of [' ', 'x'.repeat(201), 7, '\udfff']) {
          expectRefused(await add({ lat: 1, lng: 2, uniqueId }), ['uniqueId']);
        }
        expectRefused(await add({ lat: 1, lng: 2, id: 'x', geocodeStatus: 'located' }), [
          'id',
          'geocodeStatus',
        ]);
        expectRefused(await add({ lat: 100, name: 5, uniqueId: ' ', mapId: 3 }), [
          'lat',
          'lng',
          'name',
          'uniqueId',
          'mapId',
        ]);
        expectRefused(await add([]), ['']);
        expect(await searchAll(a, map)).toEqual([]);
        const edges = { lat: -90, lng: -180 };
        expect(await addLocation(a, map, edges)).toMatchObject(edges);
        const zero = await addLocation(a, map, { lat: -0, lng: -0 });
        expect([Object.is(zero.lat, 0), Object.is(zero.lng, 0)]).toEqual([true, true]);
      },
    );

    test(
      'refuses a uniqueId that exists in the map, also in a race',
      verifies('locations.unique-id'),
      async () => {
        const { a } = await arrange();
        const [map, other] = [await createMap(a), await createMap(a)];
        const at = { lat: 1, lng: 2 };
        const first = await addLocation(a, map, { ...at, uniqueId: 'shop' });
        expectRefused(await a.post(locationsPath(map), { ...at, uniqueId: 'shop' }), ['uniqueId']);
        await addLocation(a, map, { ...at, uniqueId: 'Shop' });
        await addLocation(a, other, { ...at, uniqueId: 'shop' });
        await addLocation(a, map, at);
        await addLocation(a, map, at);
        const racing = await Promise.all(
          Array.from({ length: 8 }, () => a.post(locationsPath(map), { ...at, uniqueId: 'wanted' })),
        );
        expect(racing.map(({ status }) => status).toSorted()).toEqual([
          201, 400, 400, 400, 400, 400, 400, 400,
        ]);
        const second = await addLocation(a, map, at);
        expectRefused(await a.patch(locationPath(map, second), { uniqueId: 'shop' }), ['uniqueId']);
        expect((await a.patch(locationPath(map, first), { uniqueId: 'shop' })).status).toBe(200);
      },
    );

    test(
      'changes every member, and clears a uniqueId with null',
      verifies('locations.update', 'locations.update.unique-id'),
      async () => {
        const { a, advance } = await arrange();
        const map = await createMap(a);
        const location = await addLocation(a, map, { lat: 1, lng: 2, uniqueId: 'u', name: 'n' });
        const path = locationPath(map, location);
        expect((await a.patch(path, {})).body).toEqual(location);
        advance(1_000);
        const change = { uniqueId: 'v', name: 'm', lat: 3, lng: 4, address: 'Here 7 7' };
        const changed = (await a.patch<LocationResponse>(path, change)).body;
        expect(changed).toEqual({ ...location, ...change, date_updated: expect.stringMatching(ISO) });
        expect(changed.date_updated > location.date_updated).toBe(true);
        const cleared = { uniqueId: null, name: null };
        expect((await a.patch(path, cleared)).body).toMatchObject({ ...change, ...cleared });
        await addLocation(a, map, { lat: 0, lng: 0, uniqueId: 'v' });
        await Promise.all([
          a.patch(path, { name: 'both' }),
          a.patch(path, { uniqueId: 'survive' }),
          a.patch(path, { lat: 8, lng: 9 }),
        ]);
        const after = { name: 'both', uniqueId: 'survive', lat: 8, lng: 9, geocodeStatus: 'manual' };
        expect(await readLocation(a, map, location)).toMatchObject(after);
      },
    );

    test(
      'queues a changed address again without the old coordinates, but not the same address',
      verifies('locations.update.requeued'),
      async () => {
        const { a, vitrine } = await arrange();
        const map = await createMap(a);
        const location = await addLocation(a, map, { address: 'Here 10 20' });
        const path = locationPath(map, location);
        await vitrine.runDueJobs();
        const located = { lat: 10, lng: 20, geocodeStatus: 'located', geocodePrecision: 'street' };
        expect(await readLocation(a, map, location)).toMatchObject(located);
        expect((await a.patch(path, { address: 'Here 10 20', name: 'same' })).body).toMatchObject(located);
        const queued = { lat: null, lng: null, geocodeStatus: 'queued', geocodePrecision: null };
        expect((await a.patch(path, { address: 'Here 30 40' })).body).toMatchObject(queued);
        await vitrine.runDueJobs();
        expect(await readLocation(a, map, location)).toMatchObject({ lat: 30, lng: 40 });
        const manual = { address: 'Here 5 6', lat: 1, lng: 2 };
        expect((await a.patch(path, manual)).body).toMatchObject({ ...manual, geocodeStatus: 'manual' });
        expect((await a.patch(path, { address: 'Here 50 60' })).body).toMatchObject(queued);
        await vitrine.runDueJobs();
        expect(await readLocation(a, map, location)).toMatchObject({ lat: 50, lng: 60 });
      },
    );

    test(
      'refuses one coordinate alone, and a location without a place',
      verifies('locations.update.coordinates', 'locations.coordinates'),
      async () => {
        const { a, vitrine } = await arrange();
        const map = await createMap(a);
        const manual = await addLocation(a, map, { lat: 1, lng: 2 });
        const patch = (json: object) => a.patch(locationPath(map, manual), json);
        expectRefused(await patch({ lat: 5 }), ['lng']);
        expectRefused(await patch({ lng: 5 }), ['lat']);
        expectRefused(await patch({ lat: null }), ['lng']);
        expectRefused(await patch({ lat: null, lng: 5 }), ['lat']);
        expectRefused(await patch({ lat: 5, lng: null }), ['lng']);
        expectRefused(await patch({ lat: null, lng: null }), ['lat', 'lng']);
        expectRefused(await patch({ lat: null, lng: null, name: 5 }), ['lat', 'lng', 'name']);
        expectRefused(await patch({ lat: 91, lng: 5, name: 5, id: 'x' }), ['lat', 'name', 'id']);
        expect(await readLocation(a, map, manual)).toEqual(manual);
        expect((await patch({ lat: null, lng: null, address: 'Here 3 4' })).body).toMatchObject({
          lat: null,
          geocodeStatus: 'queued',
        });
        expectRefused(await patch({ address: null }), ['address']);
        await vitrine.runDueJobs();
        expectRefused(await patch({ address: null }), ['address']);
        expect((await patch({ address: null, lat: 7, lng: 8 })).body).toMatchObject({
          address: null,
          lat: 7,
          geocodeStatus: 'manual',
        });
      },
    );

    test(
      'deletes permanently, and succeeds for a deleted location',
      verifies('locations.delete', 'maps.counts'),
      async () => {
        const { a } = await arrange();
        const map = await createMap(a);
        const location = await addLocation(a, map, { lat: 1, lng: 2, uniqueId: 'u' });
        await addLocation(a, map, { address: 'Here 1 1' });
        const counts = async () => (await a.get<MapResponse>(`/v2/maps/${map.id}`)).body.locationCounts;
        expect(await counts()).toEqual({ total: 2, located: 1, queued: 1, failed: 0 });
        for (let times = 0; times < 2; times++) {
          const { status, text } = await a.delete(locationPath(map, location));
          expect([status, text]).toEqual([204, '']);
        }
        expectProblem(await a.get(locationPath(map, location)), ...notFound);
        expect(await counts()).toEqual({ total: 1, located: 0, queued: 1, failed: 0 });
        await addLocation(a, map, { lat: 1, lng: 2, uniqueId: 'u' });
      },
    );
  },
  { geocoder },
);
