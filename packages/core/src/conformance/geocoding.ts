import assert from 'node:assert/strict';
import type { GeocodeClaim, GeocodeOutcome, NewGeocodeAnswer } from '../storage/geocoding.ts';
import type { LocationRow } from '../storage/locations.ts';
import type { MapRow } from '../storage/maps.ts';
import type { Storage } from '../storage/storage.ts';
import { NOW, SECOND } from './arrange.ts';
import { addressed, arrangeLocations, arrangeMap } from './arrange-maps.ts';
import { topic } from './case.ts';

const LEASE_END = NOW + 10 * SECOND;
const LATER = NOW + SECOND;

const FOUND: GeocodeOutcome = { status: 'located', lat: 48.2, lng: 16.37, precision: 'city', error: null };
const NOT_FOUND: GeocodeOutcome = { status: 'failed', error: 'no_match' };

/** Inserts a map with a location for each address, and claims all of them. */
async function arrangeClaims(
  storage: Storage,
  addresses: readonly string[],
): Promise<{ map: MapRow; rows: LocationRow[]; claims: GeocodeClaim[] }> {
  const map = await arrangeMap(storage);
  const rows = await arrangeLocations(
    storage,
    map,
    addresses.map((address) => addressed(address)),
  );
  return { map, rows, claims: await storage.geocoding.claim(addresses.length, NOW, LEASE_END) };
}

async function arrangeClaim(storage: Storage) {
  const { map, rows, claims } = await arrangeClaims(storage, ['Elm Street']);
  const [row] = rows;
  const [claim] = claims;
  assert(row !== undefined && claim !== undefined);
  return { map, row, claim, read: () => storage.locations.get(map, row.id) };
}

function claimOne(storage: Storage, now: number): Promise<GeocodeClaim | undefined> {
  return storage.geocoding.claim(1, now, now + 10 * SECOND).then(([claim]) => claim);
}

export const geocoding = topic('geocoding', [
  {
    id: 'claim',
    title: 'claim returns each queued location once, and marks it as processing',
    async run({ storage }) {
      const { map, row, claim, read } = await arrangeClaim(storage);
      const { accountId, mapId, id: locationId } = row;
      assert.deepEqual(claim, {
        accountId,
        mapId,
        locationId,
        address: 'Elm Street',
        tries: 1,
        number: claim.number,
      });
      assert.deepEqual(await read(), { ...row, status: 'processing' });
      assert.equal(await claimOne(storage, LEASE_END - 1), undefined);
      assert.deepEqual(await storage.geocoding.claim(0, LEASE_END, LEASE_END), []);
      assert.deepEqual(await storage.locations.counts(map), { located: 0, queued: 1, failed: 0 });
    },
  },
  {
    id: 'claim-order',
    title: 'claim returns at most the limit over all accounts, the longest due first',
    async run({ storage }) {
      const [one, other] = [await arrangeMap(storage), await arrangeMap(storage)];
      await arrangeLocations(storage, one, [
        addressed('third', { createdAt: NOW - 1 }),
        addressed('first', { createdAt: NOW - 3 }),
        addressed('not yet', { createdAt: NOW + 1 }),
      ]);
      await arrangeLocations(storage, other, [addressed('second', { createdAt: NOW - 2 })]);
      const claimed = [
        ...(await storage.geocoding.claim(2, NOW, LEASE_END)),
        ...(await storage.geocoding.claim(5, NOW, LEASE_END)),
      ];
      assert.deepEqual(
        claimed.map(({ address }) => address),
        ['first', 'second', 'third'],
      );
    },
  },
  {
    id: 'claim-by-account',
    title: 'an account with 1,000 due addresses does not delay another account with one',
    async run({ storage }) {
      const [large, small, third] = [
        await arrangeMap(storage),
        await arrangeMap(storage),
        await arrangeMap(storage),
      ];
      const many = Array.from({ length: 1_000 }, (_, i) => addressed(`large ${i}`, { createdAt: NOW - 9 }));
      await arrangeLocations(storage, large, many);
      const accountsOf = (claims: readonly GeocodeClaim[]) => claims.map(({ accountId }) => accountId);
      const claim = async (limit: number) => accountsOf(await storage.geocoding.claim(limit, NOW, LEASE_END));
      const [a, b, c] = [large.accountId, small.accountId, third.accountId];
      assert.deepEqual(await claim(2), [a, a]);
      await arrangeLocations(storage, small, [addressed('small')]);
      assert.deepEqual(await claim(2), [b, a]);
      assert.deepEqual(await claim(1), [a]);
      await arrangeLocations(
        storage,
        small,
        Array.from({ length: 70 }, (_, i) => addressed(`small ${i}`)),
      );
      await arrangeLocations(storage, third, [addressed('third'), addressed('third too')]);
      assert.deepEqual(await claim(1), [c]);
      assert.deepEqual(await claim(4), [b, a, c, b]);
      assert.deepEqual(await claim(3), [a, b, a]);
      assert.deepEqual(await claim(3), [b, a, b]);
    },
  },
  {
    id: 'counts',
    title: 'counts returns the queue of all accounts, with the earliest due time of queued locations',
    async run({ storage }) {
      assert.deepEqual(await storage.geocoding.counts(), { queued: 0, processing: 0, oldestDueAt: null });
      await arrangeLocations(storage, await arrangeMap(storage), [
        addressed('a', { createdAt: NOW - 3 }),
        addressed('b', { createdAt: NOW - 1 }),
      ]);
      const other = await arrangeMap(storage);
      await arrangeLocations(storage, other, [addressed('c', { createdAt: NOW + 5 })]);
      assert.deepEqual(await storage.geocoding.counts(), {
        queued: 3,
        processing: 0,
        oldestDueAt: NOW - 3,
      });
      const claims = await storage.geocoding.claim(2, NOW, LEASE_END);
      assert.deepEqual(await storage.geocoding.counts(), {
        queued: 1,
        processing: 2,
        oldestDueAt: NOW + 5,
      });
      for (const claim of claims) await storage.geocoding.settle(claim, FOUND, null, NOW);
      assert.deepEqual(await storage.geocoding.counts(), {
        queued: 1,
        processing: 0,
        oldestDueAt: NOW + 5,
      });
    },
  },
  {
    id: 'claim-race',
    title: 'each address is claimed by exactly one of many racing callers',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      await arrangeLocations(
        storage,
        map,
        Array.from({ length: 30 }, (_, i) => addressed(`${i} Elm Street`)),
      );
      const claims = await Promise.all(
        Array.from({ length: 10 }, () => storage.geocoding.claim(4, NOW, LEASE_END)),
      );
      const ids = claims.flat().map(({ locationId }) => locationId);
      assert.equal(new Set(ids).size, ids.length, 'no address is claimed twice');
      const rest = await storage.geocoding.claim(100, NOW, LEASE_END);
      assert.equal(ids.length + rest.length, 30);
    },
  },
  {
    id: 'lease-ends',
    title: 'an address is due again when its lease ends; then the earlier claim has no effect',
    async run({ storage }) {
      const { claim, read } = await arrangeClaim(storage);
      const second = await claimOne(storage, LEASE_END);
      assert(second !== undefined);
      assert.deepEqual([second.tries, second.address], [2, 'Elm Street']);
      await storage.geocoding.extend([claim], LEASE_END * 2);
      assert.equal(await storage.geocoding.settle(claim, NOT_FOUND, null, LATER), false);
      assert.equal(await storage.geocoding.retry(claim, NOW, { uncount: true }), false);
      assert.equal((await read())?.status, 'processing');
      assert.equal(await storage.geocoding.settle(second, FOUND, null, LATER), true);
      assert.equal((await read())?.status, 'located');
    },
  },
  {
    id: 'extend',
    title: 'extended leases prevent other claims; extend ignores claims that have ended',
    async run({ storage }) {
      const { claims } = await arrangeClaims(storage, ['a', 'b']);
      const [a, b] = claims;
      assert(a !== undefined && b !== undefined);
      await storage.geocoding.settle(a, FOUND, null, LATER);
      await storage.geocoding.extend([], LEASE_END);
      await storage.geocoding.extend(claims, LEASE_END + SECOND);
      assert.equal(await claimOne(storage, LEASE_END), undefined);
      assert.equal((await claimOne(storage, LEASE_END + SECOND))?.address, b.address);
    },
  },
  {
    id: 'settle',
    title: 'settle sets the coordinates or the error of the location, once',
    async run({ storage }) {
      const { map, rows, claims } = await arrangeClaims(storage, ['a', 'b', 'c']);
      const [a, b, c] = claims;
      assert(a !== undefined && b !== undefined && c !== undefined);
      const ambiguous: GeocodeOutcome = { ...FOUND, error: 'ambiguous' };
      const outcomes = [
        [a, FOUND],
        [b, ambiguous],
        [c, NOT_FOUND],
      ] as const;
      for (const [claim, outcome] of outcomes) {
        assert.equal(await storage.geocoding.settle(claim, outcome, null, LATER), true);
        assert.equal(await storage.geocoding.settle(claim, outcome, null, LATER), false);
      }
      const place = { lat: 48.2, lng: 16.37, precision: 'city', status: 'located', updatedAt: LATER };
      const expected = rows.map((row) => {
        if (row.address === 'c') return { ...row, ...NOT_FOUND, updatedAt: LATER };
        return { ...row, ...place, error: row.address === 'b' ? 'ambiguous' : null };
      });
      assert.deepEqual(await storage.locations.walk(map, null, 10), expected);
      assert.deepEqual(await storage.locations.counts(map), { located: 2, queued: 0, failed: 1 });
      assert.equal(await claimOne(storage, LEASE_END * 2), undefined);
      const around = { center: { lat: 48, lng: 16 }, radiusMiles: 50, after: null, limit: 10 };
      assert.equal((await storage.locations.near(map, around)).rows.length, 2);
    },
  },
  {
    id: 'retry',
    title: 'a retried address is due at its new time, and its tries are counted',
    async run({ storage }) {
      const { claim, row, read } = await arrangeClaim(storage);
      assert.equal(await storage.geocoding.retry(claim, LATER, { uncount: false }), true);
      assert.deepEqual(await read(), row);
      assert.equal(await storage.geocoding.settle(claim, FOUND, null, LATER), false);
      assert.equal(await claimOne(storage, LATER - 1), undefined);
      const second = await claimOne(storage, LATER);
      assert(second !== undefined);
      assert.equal(second.tries, 2);
      assert.equal(await storage.geocoding.retry(second, LATER, { uncount: true }), true);
      assert.equal((await claimOne(storage, LATER))?.tries, 2);
    },
  },
  {
    id: 'superseded',
    title: 'the outcome for an address that was changed or deleted has no effect',
    async run({ storage }) {
      const { map, rows, claims } = await arrangeClaims(storage, ['a', 'b', 'c', 'd']);
      const idOf = (address: string) => rows.find((row) => row.address === address)?.id ?? '';
      await storage.locations.update(map, idOf('a'), { address: 'elsewhere' }, LATER);
      await storage.locations.update(map, idOf('b'), { place: { lat: 1, lng: 2 } }, LATER);
      await storage.locations.delete(map, idOf('c'));
      await storage.locations.update(map, idOf('d'), { name: 'renamed', address: 'd' }, LATER);
      const settled = new Map<string, boolean>();
      for (const claim of claims) {
        settled.set(claim.address, await storage.geocoding.settle(claim, FOUND, null, LATER));
      }
      assert.deepEqual(
        ['a', 'b', 'c', 'd'].map((address) => settled.get(address)),
        [false, false, false, true],
      );
      const read = async (address: string) => storage.locations.get(map, idOf(address));
      assert.deepEqual(
        [(await read('a'))?.status, (await read('b'))?.lat, await read('c'), (await read('d'))?.lat],
        ['queued', 1, null, 48.2],
      );
      const again = await storage.geocoding.claim(10, LATER, LEASE_END * 2);
      assert.deepEqual(
        again.map(({ address, tries }) => [address, tries]),
        [['elsewhere', 1]],
      );
    },
  },
  {
    id: 'deleted-map',
    title: 'locations of a deleted map are neither claimed nor settled',
    async run({ storage }) {
      const { map, claim } = await arrangeClaim(storage);
      await arrangeLocations(storage, map, [addressed('another')]);
      await storage.maps.markDeleted(map, NOW, []);
      assert.equal(await storage.geocoding.settle(claim, FOUND, null, LATER), false);
      assert.equal(await storage.geocoding.retry(claim, NOW, { uncount: false }), false);
      assert.equal(await claimOne(storage, LEASE_END), undefined);
    },
  },
  {
    id: 'answers',
    title: 'the latest answer for a key is cached until it expires, even if its claim has ended',
    async run({ storage }) {
      const { map, row, claim } = await arrangeClaim(storage);
      const key = "offline 'elm street'";
      const answer = { lat: 48.2, lng: 16.37, precision: 'city', ambiguous: true } as const;
      const cached: NewGeocodeAnswer = { key, answer, expiresAt: LATER };
      assert.equal(await storage.geocoding.findAnswer(key, NOW), undefined);
      await storage.locations.delete(map, row.id);
      assert.equal(await storage.geocoding.settle(claim, FOUND, cached, NOW), false);
      assert.deepEqual(await storage.geocoding.findAnswer(key, LATER - 1), answer);
      assert.equal(await storage.geocoding.findAnswer(key, LATER), undefined);
      assert.equal(await storage.geocoding.findAnswer(key.toUpperCase(), NOW), undefined);
      await storage.geocoding.settle(claim, NOT_FOUND, { key, answer: null, expiresAt: LEASE_END }, NOW);
      assert.equal(await storage.geocoding.findAnswer(key, LATER), null);
    },
  },
  {
    id: 'purge-answers',
    title: 'purgeAnswers removes expired answers, at most the limit in each step',
    async run({ storage }) {
      const { claim } = await arrangeClaim(storage);
      for (let i = 0; i < 5; i++) {
        const expiresAt = i < 3 ? NOW : LATER;
        await storage.geocoding.settle(claim, FOUND, { key: `key ${i}`, answer: null, expiresAt }, NOW);
      }
      const removed = [];
      for (let step = 0; step < 3; step++) removed.push(await storage.geocoding.purgeAnswers(2, NOW));
      assert.deepEqual(removed, [2, 1, 0]);
      assert.equal(await storage.geocoding.findAnswer('key 4', NOW), null);
    },
  },
  {
    id: 'turns',
    title:
      'takeTurns assigns turns of a provider one interval apart, also to racing callers, and none in the past',
    async run({ storage: { geocoding } }) {
      const turns = await Promise.all(
        Array.from({ length: 8 }, () => geocoding.takeTurns('slow', 1, 250, NOW)),
      );
      assert.deepEqual(
        turns.toSorted((a, b) => a - b),
        Array.from({ length: 8 }, (_, i) => NOW + i * 250),
      );
      assert.equal(await geocoding.takeTurns('slow', 4, 250, NOW), NOW + 2_000);
      assert.equal(await geocoding.takeTurns('slow', 1, 250, NOW), NOW + 3_000);
      assert.equal(await geocoding.takeTurns('other', 1, 250, NOW), NOW);
      assert.equal(await geocoding.takeTurns('slow', 1, 250, NOW + 60 * SECOND), NOW + 60 * SECOND);
    },
  },
]);
