import assert from 'node:assert/strict';
import type { GeocodeOutcome, NewGeocodeAnswer } from '../../storage/maps/geocoding.ts';
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

export const geocoding = topic('geocoding', [
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
      const place = { ...FOUND, updatedAt: LATER };
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
      const answer = {
        lat: 48.2,
        lng: 16.37,
        precision: 'city',
        ambiguous: true,
        confidence: 0.25,
        matched: ['Elm', 'ß'],
      } as const;
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
