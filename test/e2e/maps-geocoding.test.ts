import type { LocationResponse, MapResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { fakeGeocoder } from './fake-geocoder.ts';
import { addLocation, createMap, locationPath, readLocation, searchAll } from './map-arrange.ts';
import { onOneStorage } from './world.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

onOneStorage((arrange) => {
  test(
    'keeps addresses queued without a geocoder, and counts them',
    verifies('geocode.states', 'maps.counts'),
    async () => {
      const { a, vitrine } = await arrange();
      const map = await createMap(a);
      const location = await addLocation(a, map, { address: 'Here 1 2' });
      expect(await vitrine.runDueJobs()).toBe(0);
      expect(await readLocation(a, map, location)).toEqual(location);
      const { locationCounts } = (await a.get<MapResponse>(`/v2/maps/${map.id}`)).body;
      expect(locationCounts).toEqual({ total: 1, located: 0, queued: 1, failed: 0 });
    },
  );
});

const geocoder = fakeGeocoder();
/** Makes addresses differ, because results are cached. */
let nextNumber = 0;
const callsOf = (address: string) => geocoder.calls.filter((call) => call === address).length;

onOneStorage(
  (arrange) => {
    test(
      'moves an address from queued to processing, then to located or failed, and counts it',
      verifies('geocode.states', 'geocode.no-match', 'geocode.ambiguous', 'maps.counts'),
      async () => {
        const { a, vitrine } = await arrange();
        const map = await createMap(a);
        await addLocation(a, map, { lat: 1, lng: 2 });
        const good = await addLocation(a, map, { address: 'Here 10.5 -20.25' });
        const both = await addLocation(a, map, { address: 'Both 11 21' });
        const nowhere = `Nowhere at all ${nextNumber++}`;
        const none = await addLocation(a, map, { address: nowhere });
        const counts = async () => (await a.get<MapResponse>(`/v2/maps/${map.id}`)).body.locationCounts;
        expect(await counts()).toEqual({ total: 4, located: 1, queued: 3, failed: 0 });

        const { release } = geocoder.hold();
        const working = vitrine.runDueJobs();
        await expect.poll(async () => (await readLocation(a, map, none)).geocodeStatus).toBe('processing');
        expect(await counts()).toEqual({ total: 4, located: 1, queued: 3, failed: 0 });
        release();
        await working;

        expect(await readLocation(a, map, good)).toMatchObject({
          lat: 10.5,
          lng: -20.25,
          geocodeStatus: 'located',
          geocodePrecision: 'street',
          geocodeError: null,
        });
        expect(await readLocation(a, map, both)).toMatchObject({
          geocodeStatus: 'located',
          geocodeError: 'ambiguous',
        });
        expect(await readLocation(a, map, none)).toMatchObject({
          lat: null,
          lng: null,
          geocodeStatus: 'failed',
          geocodePrecision: null,
          geocodeError: 'no_match',
        });
        expect(await counts()).toEqual({ total: 4, located: 3, queued: 0, failed: 1 });
        expect(callsOf(nowhere)).toBe(1);
        const near = await searchAll(a, map, { lat: 10.5, lng: -20.25, radiusMiles: 100 });
        expect(near.map(({ id }) => id)).toEqual([good.id]);
      },
    );

    test(
      'retries a failing address eight times with growing pauses, without delaying others',
      verifies('geocode.alone', 'geocode.retry'),
      async () => {
        const { a, vitrine, advance } = await arrange();
        const map = await createMap(a);
        const address = `Broken ${map.id} ${nextNumber++}`;
        const broken = await addLocation(a, map, { address });
        const others: LocationResponse[] = [];
        for (let i = 0; i < 20; i++) others.push(await addLocation(a, map, { address: `Here ${i} 5` }));
        await vitrine.runDueJobs();
        for (const other of others) expect((await readLocation(a, map, other)).geocodeStatus).toBe('located');
        for (let tries = 1; tries < 8; tries++) {
          expect(callsOf(address)).toBe(tries);
          expect((await readLocation(a, map, broken)).geocodeStatus).toBe('queued');
          advance(15 * SECOND * 2 ** (tries - 1) - 5 * SECOND);
          await vitrine.runDueJobs();
          expect(callsOf(address)).toBe(tries);
          advance(15 * SECOND * 2 ** (tries - 1) + 5 * SECOND);
          await vitrine.runDueJobs();
        }
        expect(callsOf(address)).toBe(8);
        expect(await readLocation(a, map, broken)).toMatchObject({
          geocodeStatus: 'failed',
          geocodeError: 'unavailable',
        });
        advance(DAY);
        await vitrine.runDueJobs();
        expect(callsOf(address)).toBe(8);
        const again = { lat: null, lng: null };
        expect((await a.patch(locationPath(map, broken), again)).body).toMatchObject({
          geocodeStatus: 'queued',
        });
        await vitrine.runDueJobs();
        expect(callsOf(address)).toBe(9);
      },
    );

    test('honours Retry-After', verifies('geocode.retry'), async () => {
      const { a, vitrine, advance } = await arrange();
      const map = await createMap(a);
      const address = `Busy 600 ${nextNumber++}`;
      const location = await addLocation(a, map, { address });
      await vitrine.runDueJobs();
      advance(590 * SECOND);
      await vitrine.runDueJobs();
      expect([callsOf(address), (await readLocation(a, map, location)).geocodeStatus]).toEqual([1, 'queued']);
      advance(15 * SECOND);
      await vitrine.runDueJobs();
      expect([callsOf(address), (await readLocation(a, map, location)).geocodeStatus]).toEqual([
        2,
        'located',
      ]);
    });

    test('caches results for 90 days', verifies('geocode.cache'), async () => {
      const { a, b, vitrine, advance } = await arrange();
      const map = await createMap(a);
      const name = `of the cache ${nextNumber++}`;
      const address = `Here 1 2 street ${name}`;
      const add = async (text: string, client = a) => {
        const target = client === a ? map : await createMap(b);
        const location = await addLocation(client, target, { address: text });
        await vitrine.runDueJobs();
        return readLocation(client, target, location);
      };
      const first = await add(address);
      advance(90 * DAY - 60 * SECOND);
      expect(await add(`here  1 2 STREET ${name} `)).toMatchObject({
        lat: first.lat,
        geocodeStatus: 'located',
      });
      expect(await add(address, b)).toMatchObject({ lat: first.lat });
      expect(geocoder.calls.filter((call) => call.includes(name))).toHaveLength(1);
      advance(120 * SECOND);
      await add(address);
      expect(geocoder.calls.filter((call) => call.includes(name))).toHaveLength(2);
    });

    test(
      'discards the result for an address that changed meanwhile',
      verifies('locations.update.requeued'),
      async () => {
        const { a, vitrine } = await arrange();
        const map = await createMap(a);
        const location = await addLocation(a, map, { address: `Here 1 1 ${nextNumber++}` });
        const gone = await addLocation(a, map, { address: `Here 2 2 ${nextNumber++}` });
        const { release } = geocoder.hold();
        const working = vitrine.runDueJobs();
        await expect.poll(async () => (await readLocation(a, map, gone)).geocodeStatus).toBe('processing');
        await a.patch(locationPath(map, location), { address: `Here 3 3 ${nextNumber++}` });
        await a.delete(locationPath(map, gone));
        release();
        await working;
        await vitrine.runDueJobs();
        expect(await readLocation(a, map, location)).toMatchObject({
          lat: 3,
          lng: 3,
          geocodeStatus: 'located',
        });
        expect(await searchAll(a, map)).toHaveLength(1);
      },
    );
  },
  { geocoder },
);
