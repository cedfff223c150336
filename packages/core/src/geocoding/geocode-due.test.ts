import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { accountPrincipal } from '../ports/access.ts';
import { type GeocodeMatch, type Geocoder, GeocoderBusyError } from '../ports/geocoder.ts';
import { memoryStorage } from '../storage/memory/index.ts';
import { createVitrine, type Vitrine } from '../vitrine.ts';

const VIENNA: GeocodeMatch = { lat: 48.2, lng: 16.37, precision: 'city', label: 'Vienna', ambiguous: false };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Answer = (address: string, signal: AbortSignal) => Promise<GeocodeMatch | null> | GeocodeMatch | null;

interface World {
  readonly vitrine: Vitrine;
  readonly calls: string[];
  pass(millis: number): void;
  add(...addresses: string[]): Promise<string[]>;
  read(id: string): ReturnType<Vitrine['locations']['get']>;
  update(id: string, change: object): ReturnType<Vitrine['locations']['update']>;
  /** Creates a second server on the same storage. */
  another(answer: Answer, options?: Partial<Geocoder>): Promise<Vitrine>;
}

async function arrange(answer: Answer, ownOptions: Partial<Geocoder> = {}): Promise<World> {
  const storage = memoryStorage();
  const calls: string[] = [];
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const geocoderOf = (respond: Answer, options: Partial<Geocoder> = ownOptions): Geocoder => ({
    name: 'test',
    callsPerSecond: null,
    async geocode(address, { signal }) {
      calls.push(address);
      return respond(address, signal);
    },
    ...options,
  });
  const vitrine = await createVitrine({ storage, clock, geocoder: geocoderOf(answer) });
  const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
  const map = await vitrine.maps.create(me, { name: 'Shops' });
  return {
    vitrine,
    calls,
    pass(millis) {
      ahead += millis;
    },
    async add(...addresses) {
      const ids: string[] = [];
      for (const address of addresses) ids.push((await vitrine.locations.add(me, map.id, { address })).id);
      return ids;
    },
    read: (id) => vitrine.locations.get(me, map.id, id),
    update: (id, change) => vitrine.locations.update(me, map.id, id, change),
    another: (respond, options) => createVitrine({ storage, clock, geocoder: geocoderOf(respond, options) }),
  };
}

function idOf(ids: readonly string[], index = 0): string {
  return ids[index] ?? '';
}

describe('geocoding', () => {
  test('locates addresses, fails for an unknown address, and reports an ambiguous one', async () => {
    const world = await arrange((address) =>
      address === 'nowhere' ? null : { ...VIENNA, ambiguous: address === 'Springfield' },
    );
    const ids = await world.add('Vienna', 'nowhere', 'Springfield');
    expect(await world.vitrine.runDueJobs()).toBe(3);
    expect(await world.read(idOf(ids))).toMatchObject({
      lat: 48.2,
      lng: 16.37,
      geocodeStatus: 'located',
      geocodePrecision: 'city',
      geocodeError: null,
    });
    expect(await world.read(idOf(ids, 1))).toMatchObject({
      lat: null,
      lng: null,
      geocodeStatus: 'failed',
      geocodePrecision: null,
      geocodeError: 'no_match',
    });
    expect(await world.read(idOf(ids, 2))).toMatchObject({
      geocodeStatus: 'located',
      geocodeError: 'ambiguous',
    });
    expect(await world.vitrine.runDueJobs()).toBe(0);
    expect(world.calls).toHaveLength(3);
  });

  test(
    'shows the confidence of the geocoder and the parts of the address that it used, until the place changes',
    verifies('geocode.confidence'),
    async () => {
      const known: Record<string, Partial<GeocodeMatch>> = {
        one: { confidence: 0.724_9, matched: ['Wien', 'Österreich'] },
        two: { confidence: 7, matched: [] },
        three: { confidence: Number.NaN, matched: ['a\u0000', 'b'] },
        four: {},
      };
      const world = await arrange((address) => ({ ...VIENNA, ...known[address] }));
      const ids = await world.add('one', 'two', 'three', 'four', 'one');
      expect(await world.read(idOf(ids))).toMatchObject({ geocodeConfidence: null, geocodeMatched: null });
      await world.vitrine.runDueJobs();
      const shown = await Promise.all(ids.map((id) => world.read(id)));
      expect(shown.map((location) => [location.geocodeConfidence, location.geocodeMatched])).toEqual([
        [0.72, ['Wien', 'Österreich']],
        [1, []],
        [0, ['b']],
        [null, null],
        [0.72, ['Wien', 'Österreich']],
      ]);
      expect(await world.update(idOf(ids), { name: 'x' })).toMatchObject({ geocodeConfidence: 0.72 });
      const moved = await world.update(idOf(ids), { lat: 1, lng: 2 });
      expect(moved).toMatchObject({ geocodeConfidence: null, geocodeMatched: null });
      const queued = await world.update(idOf(ids, 4), { address: 'other' });
      expect(queued).toMatchObject({ geocodeConfidence: null, geocodeMatched: null });
    },
  );

  test(
    'locates coordinates that are typed as an address without a call, and refuses those that do not exist',
    verifies('geocode.coordinates'),
    async () => {
      const world = await arrange(() => VIENNA);
      const ids = await world.add(
        '48.2082, 16.3738',
        `48°12'30"S 16°22'23"W`,
        '95.2500, 97.3738',
        '0.000, 0.000',
      );
      await world.vitrine.runDueJobs();
      expect(await world.read(idOf(ids))).toMatchObject({
        lat: 48.2082,
        lng: 16.3738,
        geocodeStatus: 'located',
        geocodePrecision: 'exact',
        geocodeError: null,
        geocodeConfidence: 1,
        geocodeMatched: ['48.2082, 16.3738'],
      });
      expect((await world.read(idOf(ids, 1))).lat).toBeCloseTo(-48.2083, 4);
      for (const index of [2, 3]) {
        const refused = { lat: null, lng: null, geocodeStatus: 'failed', geocodeError: 'no_match' };
        expect(await world.read(idOf(ids, index))).toMatchObject(refused);
      }
      expect(world.calls).toEqual([]);
    },
  );

  test(
    'a bulk import of one account does not delay an address of another',
    verifies('geocode.turns'),
    async () => {
      const order: string[] = [];
      const bulk = 2_000;
      const world = await arrange((address) => {
        order.push(address.split(' ', 1)[0] ?? '');
        return VIENNA;
      });
      await world.add(...Array.from({ length: bulk }, (_, i) => `bulk ${i}`));
      const stop = new AbortController();
      const working = world.vitrine.work({ signal: stop.signal, pollEvery: 5 });
      await expect.poll(() => order.length).toBeGreaterThan(20);
      const other = accountPrincipal((await world.vitrine.accounts.create('Other')).id);
      const map = await world.vitrine.maps.create(other, { name: 'Small' });
      const begun = order.length;
      for (const address of ['small 1', 'small 2', 'small 3'])
        await world.vitrine.locations.add(other, map.id, { address });
      const added = order.length;
      await expect.poll(() => order.filter((word) => word === 'small').length, { interval: 1 }).toBe(3);
      stop.abort();
      await working;
      const last = order.lastIndexOf('small');
      // Eight calls in flight, and then the two accounts in turn.
      expect(last - begun).toBeLessThanOrEqual(added - begun + 8 + 2 * 3);
      expect(last).toBeLessThan(bulk);
    },
  );

  test('tries a failing address eight times with growing pauses, without delaying others', async () => {
    const world = await arrange((address) => {
      if (address === 'broken') throw new Error('it broke');
      return VIENNA;
    });
    const ids = await world.add('one', 'broken', 'two');
    await world.vitrine.runDueJobs();
    for (const index of [0, 2]) expect((await world.read(idOf(ids, index))).geocodeStatus).toBe('located');
    for (let tries = 1; tries < 8; tries++) {
      const longest = 30_000 * 2 ** (tries - 1);
      expect(await world.read(idOf(ids, 1))).toMatchObject({ geocodeStatus: 'queued', geocodeError: null });
      world.pass(longest / 2 - 1_000);
      expect(await world.vitrine.runDueJobs()).toBe(0);
      world.pass(longest / 2 + 1_000);
      expect(await world.vitrine.runDueJobs()).toBe(1);
    }
    expect(await world.read(idOf(ids, 1))).toMatchObject({
      geocodeStatus: 'failed',
      geocodeError: 'unavailable',
    });
    world.pass(DAY);
    expect(await world.vitrine.runDueJobs()).toBe(0);
    expect(world.calls.filter((address) => address === 'broken')).toHaveLength(8);
  });

  test('delays the address by Retry-After and makes no other call until then', async () => {
    let busy = true;
    const world = await arrange(() => {
      if (busy) throw new GeocoderBusyError('slow down', 10 * MINUTE);
      return VIENNA;
    });
    const ids = await world.add('Vienna');
    await world.vitrine.runDueJobs();
    busy = false;
    const [later] = await world.add('Graz');
    world.pass(9 * MINUTE);
    expect(await world.vitrine.runDueJobs()).toBe(1);
    expect((await world.read(later ?? '')).geocodeStatus).toBe('located');
    expect((await world.read(idOf(ids))).geocodeStatus).toBe('queued');
    world.pass(MINUTE + 1_000);
    expect(await world.vitrine.runDueJobs()).toBe(1);
    expect((await world.read(idOf(ids))).geocodeStatus).toBe('located');
  });

  test('caches answers for 90 days and no-match answers for one day, ignoring case and whitespace', async () => {
    const world = await arrange((address) => (/nowhere/i.test(address) ? null : VIENNA));
    await world.add('1 Main  Street, Vienna', 'Nowhere');
    await world.vitrine.runDueJobs();
    const ids = await world.add('1 MAIN STREET, vienna ', 'nowhere');
    await world.vitrine.runDueJobs();
    expect(world.calls).toHaveLength(2);
    expect((await world.read(idOf(ids))).geocodeStatus).toBe('located');
    expect((await world.read(idOf(ids, 1))).geocodeError).toBe('no_match');
    world.pass(DAY + MINUTE);
    await world.add('1 main street, vienna', 'nowhere');
    await world.vitrine.runDueJobs();
    expect(world.calls).toHaveLength(3);
    world.pass(89 * DAY);
    await world.add('1 main street, vienna');
    await world.vitrine.runDueJobs();
    expect(world.calls).toHaveLength(4);
  });

  test('makes one call for concurrent equal addresses', async () => {
    const world = await arrange(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return VIENNA;
    });
    const ids = await world.add(...Array.from({ length: 20 }, () => 'Vienna'));
    expect(await world.vitrine.runDueJobs()).toBe(20);
    expect(world.calls).toHaveLength(1);
    for (const id of ids) expect((await world.read(id)).geocodeStatus).toBe('located');
  });

  test('discards the answer for an address that was changed meanwhile', async () => {
    const gate = Promise.withResolvers<void>();
    const world = await arrange(async (address) => {
      if (address === 'old') await gate.promise;
      return { ...VIENNA, lat: address === 'old' ? 1 : 2 };
    });
    const ids = await world.add('old');
    const working = world.vitrine.runDueJobs();
    while (world.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await world.read(idOf(ids))).toMatchObject({ geocodeStatus: 'processing', lat: null });
    await world.update(idOf(ids), { address: 'new' });
    gate.resolve();
    await working;
    await world.vitrine.runDueJobs();
    expect(await world.read(idOf(ids))).toMatchObject({ geocodeStatus: 'located', lat: 2, address: 'new' });
    expect(world.calls).toEqual(['old', 'new']);
  });

  test('does not look up an address that was given coordinates while it was queued', async () => {
    const world = await arrange(() => VIENNA);
    const ids = await world.add('Vienna');
    await world.update(idOf(ids), { lat: 1, lng: 2 });
    expect(await world.vitrine.runDueJobs()).toBe(0);
    expect(await world.read(idOf(ids))).toMatchObject({ geocodeStatus: 'manual', lat: 1, lng: 2 });
  });

  test('tries again after an answer with coordinates that do not exist', async () => {
    const world = await arrange(() => ({ ...VIENNA, lat: Number.NaN }));
    const ids = await world.add('Vienna');
    await world.vitrine.runDueJobs();
    expect(await world.read(idOf(ids))).toMatchObject({ geocodeStatus: 'queued', lat: null });
  });

  test('limits calls of all servers together to the rate of the provider, but not cached answers', async () => {
    const times: number[] = [];
    const answer = () => {
      times.push(performance.now());
      return VIENNA;
    };
    const world = await arrange(answer, { callsPerSecond: 20 });
    const other = await world.another(answer);
    await world.add('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
    await Promise.all([world.vitrine.runDueJobs(), other.runDueJobs()]);
    expect(times).toHaveLength(10);
    const took = (times.at(-1) ?? 0) - (times[0] ?? 0);
    expect(took).toBeGreaterThan(9 * 50 - 25);
    await world.add('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
    // With its rate, ten calls would take longer than the test may.
    const slow = await world.another(answer, { callsPerSecond: 0.01 });
    await slow.runDueJobs();
    expect(times).toHaveLength(10);
  });

  test('returns waiting addresses to the queue untried when the work stops', async () => {
    const world = await arrange(() => VIENNA, { callsPerSecond: 0.01 });
    const ids = await world.add('a', 'b', 'c');
    const stopping = new AbortController();
    const working = world.vitrine.work({ signal: stopping.signal, pollEvery: 5 });
    while (world.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    stopping.abort();
    await working;
    const states = await Promise.all(ids.map(async (id) => (await world.read(id)).geocodeStatus));
    expect(states.toSorted()).toEqual(['located', 'queued', 'queued']);
    const other = await world.another(() => VIENNA, { callsPerSecond: null });
    await other.runDueJobs();
    for (const id of ids) expect((await world.read(id)).geocodeStatus).toBe('located');
  });

  test(
    'looks up an address of another account among the next ones, however many are due before it',
    verifies('geocode.turns'),
    async () => {
      const order: string[] = [];
      const world = await arrange((address) => {
        order.push(address);
        return VIENNA;
      });
      await world.add(...Array.from({ length: 300 }, (_, i) => `large ${i}`));
      const other = accountPrincipal((await world.vitrine.accounts.create('Other')).id);
      const map = await world.vitrine.maps.create(other, { name: 'One shop' });
      await world.vitrine.locations.add(other, map.id, { address: 'small' });
      await world.vitrine.runDueJobs();
      expect(order).toHaveLength(301);
      expect(order.indexOf('small')).toBeLessThan(8);
    },
  );

  test('looks up later addresses while a call hangs', async () => {
    const world = await arrange((address, signal) =>
      address === 'hangs' ? new Promise((_, reject) => signal.addEventListener('abort', reject)) : VIENNA,
    );
    const stopping = new AbortController();
    const working = world.vitrine.work({ signal: stopping.signal, pollEvery: 5 });
    await world.add('hangs');
    await expect.poll(() => world.calls.length).toBe(1);
    const [later = ''] = await world.add('later');
    await expect.poll(async () => (await world.read(later)).geocodeStatus).toBe('located');
    stopping.abort();
    await working;
  });

  test('leaves addresses queued without a geocoder', async () => {
    const world = await arrange(() => VIENNA);
    const storage = memoryStorage();
    const without = await createVitrine({ storage });
    const me = accountPrincipal((await without.accounts.create('Test')).id);
    const map = await without.maps.create(me, { name: 'Shops' });
    await without.locations.add(me, map.id, { address: 'Vienna' });
    expect(await without.runDueJobs()).toBe(0);
    expect((await without.maps.get(me, map.id)).locationCounts).toEqual({
      total: 1,
      located: 0,
      queued: 1,
      failed: 0,
    });
    expect(world.calls).toEqual([]);
  });
});
