import assert from 'node:assert/strict';
import type { GeocodeClaim } from '../../storage/maps/geocoding.ts';
import { NOW, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import {
  arrangeClaim,
  arrangeClaims,
  claimOne,
  FOUND,
  LATER,
  LEASE_END,
  NOT_FOUND,
} from './arrange-geocoding.ts';
import { addressed, arrangeLocations, arrangeMap } from './arrange-maps.ts';

export const geocodeClaims = topic('geocoding', [
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
]);
