import type { MapResponse, Page } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { createStore, expectProblem, expectRefused, forbidden, notFound, unauthorized } from './arrange.ts';
import { addLocation, createMap, locationPath, locationsPath, searchAll } from './map-arrange.ts';
import { onOneStorage } from './world.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

onOneStorage((arrange) => {
  test(
    'creates a map with the given members and defaults',
    verifies('maps.shape', 'maps.defaults', 'maps.create', 'maps.get', 'admin.maps'),
    async () => {
      const { a } = await arrange();
      const { status, body, headers } = await a.post<MapResponse>('/admin/maps', { name: 'Läden “1”' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: 1,
        name: 'Läden “1”',
        searchRadius: 50,
        maxResults: 10,
        unit: 'mi',
        fields: [],
        locationCounts: { total: 0, located: 0, queued: 0, failed: 0 },
        date_created: expect.stringMatching(ISO),
        date_updated: body.date_created,
      });
      expect(headers.get('location')).toBe('/v2/maps/1');
      expect((await a.get('/v2/maps/1')).body).toEqual(body);
      expect(await createMap(a, { searchRadius: 12_450, maxResults: 100 })).toMatchObject({
        id: 2,
        searchRadius: 12_450,
        maxResults: 100,
      });
    },
  );

  test(
    'refuses an invalid map, and reports every issue',
    verifies('maps.bounds', 'maps.update'),
    async () => {
      const { a } = await arrange();
      const map = await createMap(a);
      const bad = { name: ' ', searchRadius: 0, maxResults: 101 };
      expectRefused(await a.post('/admin/maps', bad), ['name', 'searchRadius', 'maxResults']);
      expectRefused(await a.post('/admin/maps', {}), ['name']);
      expectRefused(await a.post('/admin/maps', { name: 'x', mapId: 5 }), ['mapId']);
      for (const searchRadius of [0, -1, 12_451, 1.5, '50', 1e300]) {
        expectRefused(await a.patch(`/v2/maps/${map.id}`, { searchRadius }), ['searchRadius']);
      }
      for (const maxResults of [0, 101, 2.5, '10']) {
        expectRefused(await a.patch(`/v2/maps/${map.id}`, { maxResults }), ['maxResults']);
      }
      for (const name of ['   ', 'x'.repeat(201), 5, 'a\u0000b']) {
        expectRefused(await a.patch(`/v2/maps/${map.id}`, { name }), ['name']);
      }
      expectRefused(await a.patch(`/v2/maps/${map.id}`, { id: 7, locationCounts: {} }), [
        'id',
        'locationCounts',
      ]);
      expect((await a.get(`/v2/maps/${map.id}`)).body).toEqual(map);
    },
  );

  test('changes only the supplied members', verifies('maps.update'), async () => {
    const { a, advance } = await arrange();
    const map = await createMap(a);
    advance(1_000);
    expect((await a.patch(`/v2/maps/${map.id}`, {})).body).toEqual(map);
    const changed = (await a.patch<MapResponse>(`/v2/maps/${map.id}`, { searchRadius: 5 })).body;
    expect(changed).toEqual({ ...map, searchRadius: 5, date_updated: expect.stringMatching(ISO) });
    expect(changed.date_updated > map.date_updated).toBe(true);
    await Promise.all([
      a.patch(`/v2/maps/${map.id}`, { name: 'Renamed' }),
      a.patch(`/v2/maps/${map.id}`, { maxResults: 77 }),
    ]);
    expect((await a.get(`/v2/maps/${map.id}`)).body).toMatchObject({
      name: 'Renamed',
      searchRadius: 5,
      maxResults: 77,
    });
  });

  test('lists maps newest first, in pages', verifies('maps.list', 'admin.maps'), async () => {
    const { a, b } = await arrange();
    await createMap(b);
    for (const name of ['one', 'two', 'three']) await createMap(a, { name });
    const first = (await a.get<Page<MapResponse>>('/admin/maps?limit=2')).body;
    expect(first).toMatchObject({ limit: 2, items: [{ name: 'three' }, { name: 'two' }] });
    const rest = (await a.get<Page<MapResponse>>(`/admin/maps?limit=2&cursor=${first.cursor}`)).body;
    expect(rest).toMatchObject({ items: [{ name: 'one' }] });
    expect(rest.cursor).toBeUndefined();
    expectRefused(await b.get(`/admin/maps?limit=2&cursor=${first.cursor}`), ['cursor']);
    expectRefused(await a.get('/admin/maps?limit=0'), ['limit']);
  });

  test(
    'deletes a map with its locations, and does not reuse its id',
    verifies('maps.delete', 'maps.not-found', 'admin.maps'),
    async () => {
      const { a, vitrine } = await arrange();
      const kept = await createMap(a);
      const map = await createMap(a);
      const location = await addLocation(a, map, { lat: 1, lng: 2 });
      await addLocation(a, kept, { lat: 1, lng: 2 });
      expect((await a.delete(`/admin/maps/${map.id}`)).status).toBe(204);
      for (const path of [`/v2/maps/${map.id}`, locationsPath(map), locationPath(map, location)]) {
        expectProblem(await a.get(path), ...notFound);
      }
      expectProblem(await a.post(locationsPath(map), { lat: 1, lng: 2 }), ...notFound);
      expectProblem(await a.patch(locationPath(map, location), { name: 'x' }), ...notFound);
      expectProblem(await a.delete(locationPath(map, location)), ...notFound);
      expectProblem(await a.delete(`/admin/maps/${map.id}`), ...notFound);
      await vitrine.runDueJobs();
      expect(await searchAll(a, kept)).toHaveLength(1);
      expect((await createMap(a)).id).toBe(map.id + 1);
    },
  );

  test('returns 404 for an id of another form or out of range', verifies('maps.int32'), async () => {
    const { a } = await arrange();
    await createMap(a);
    const ids = ['01', '+1', '1.0', '1e0', '0x1', '%201', '1%20', '--1', 'one', '2147483648', '-2147483649'];
    for (const id of [...ids, '0', '-0', '-1', '2147483647', '-2147483648', '99999999999999999999', '１']) {
      const segment = encodeURIComponent(decodeURIComponent(id));
      const path = `/v2/maps/${segment}`;
      expectProblem(await a.get(path), ...notFound);
      expectProblem(await a.get(`${path}/locations`), ...notFound);
      expectProblem(await a.patch(path, { name: 'x' }), ...notFound);
      expectProblem(await a.delete(`/admin/maps/${segment}`), ...notFound);
    }
  });

  test(
    "hides another account's maps and locations from every operation",
    verifies('maps.isolation', 'maps.not-found'),
    async () => {
      const { a, b } = await arrange();
      const map = await createMap(a);
      const location = await addLocation(a, map, { lat: 1, lng: 2, uniqueId: 'u' });
      const read = async () => [(await a.get(`/v2/maps/${map.id}`)).body, await searchAll(a, map)];
      const before = await read();
      const requests: [string, string, object?][] = [
        ['GET', `/v2/maps/${map.id}`],
        ['PATCH', `/v2/maps/${map.id}`, { name: 'x' }],
        ['GET', locationsPath(map)],
        ['GET', `${locationsPath(map)}?lat=1&lng=2`],
        ['POST', locationsPath(map), { lat: 5, lng: 5 }],
        ['GET', locationPath(map, location)],
        ['PATCH', locationPath(map, location), { name: 'x' }],
        ['DELETE', locationPath(map, location)],
        ['DELETE', `/admin/maps/${map.id}`],
      ];
      for (const [method, path, json] of requests) {
        expectProblem(await b.send(method, path, json === undefined ? {} : { json }), ...notFound);
        // An invalid body makes no difference.
        if (json !== undefined) expectProblem(await b.send(method, path, { json: { x: 1 } }), ...notFound);
      }
      expect(await read()).toEqual(before);

      // Both accounts have a map 1, and each location is in one of them only.
      const other = await createMap(b);
      expect(other.id).toBe(map.id);
      expect(await searchAll(b, other)).toEqual([]);
      for (const method of ['GET', 'PATCH']) {
        const json = method === 'PATCH' ? { json: { name: 'x' } } : {};
        expectProblem(await b.send(method, locationPath(other, location), json), ...notFound);
      }
      expect((await b.delete(locationPath(other, location))).status).toBe(204);
      await addLocation(b, other, { lat: 1, lng: 2, uniqueId: 'u' });
      expect(await searchAll(b, other, { lat: 1, lng: 2 })).toHaveLength(1);
      expect(await searchAll(a, map)).toEqual(before[1]);
    },
  );

  test('returns 403 for a store key on every route, with any id', verifies('maps.store-key'), async () => {
    const { a, withStoreKey, anonymous } = await arrange();
    const map = await createMap(a);
    const location = await addLocation(a, map, { lat: 1, lng: 2 });
    const key = await withStoreKey((await createStore(a, { sku: 'unique string' })).id);
    for (const id of [map.id, 99, 'one']) {
      const requests: [string, string, object?][] = [
        ['GET', `/v2/maps/${id}`],
        ['PATCH', `/v2/maps/${id}`, { name: 'x' }],
        ['GET', `/v2/maps/${id}/locations?limit=0`],
        ['POST', `/v2/maps/${id}/locations`, { lat: 500 }],
        ['GET', `/v2/maps/${id}/locations/${location.id}`],
        ['PATCH', `/v2/maps/${id}/locations/${location.id}`, { name: 'x' }],
        ['DELETE', `/v2/maps/${id}/locations/${location.id}`],
        ['DELETE', `/admin/maps/${id}`],
        ['GET', '/admin/maps'],
        ['POST', '/admin/maps', { name: 'x' }],
      ];
      for (const [method, path, json] of requests) {
        const options = json === undefined ? {} : { json };
        expectProblem(await key.send(method, path, options), ...forbidden);
        expectProblem(await anonymous.send(method, path, options), ...unauthorized);
      }
    }
    expect(await searchAll(a, map)).toHaveLength(1);
  });

  test('checks for 404 before 400', verifies('maps.not-found'), async () => {
    const { a } = await arrange();
    const map = await createMap(a);
    expectProblem(await a.patch('/v2/maps/99', { name: 5 }), ...notFound);
    expectProblem(await a.get('/v2/maps/99/locations?limit=0&lat=1'), ...notFound);
    expectProblem(await a.post('/v2/maps/99/locations', { lat: 500 }), ...notFound);
    for (const id of [UNKNOWN, 'nothing', '%00', 'x'.repeat(500), '%F0%9F%98%80']) {
      const path = `${locationsPath(map)}/${id}`;
      expectProblem(await a.get(path), ...notFound);
      expectProblem(await a.patch(path, { lat: 500 }), ...notFound);
      expect((await a.delete(path)).status).toBe(204);
    }
  });
});
