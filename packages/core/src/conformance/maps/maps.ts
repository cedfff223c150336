import assert from 'node:assert/strict';
import type { MapRow } from '../../storage/maps/maps.ts';
import { NOW, newJob, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { readPages } from '../fixtures/page-walk.ts';
import {
  arrangeLocations,
  arrangeMap,
  listLocations,
  newLocation,
  newLocations,
  newMap,
} from './arrange-maps.ts';

export const maps = topic('maps', [
  {
    id: 'insert-get',
    title: 'insert keeps all members and numbers the maps of each account from 1',
    async run({ storage: { maps } }) {
      const given = newMap({
        name: "it's “ÄÖ” \u{1F600}",
        searchRadius: 20_036,
        maxResults: 100,
        unit: 'km',
        fields: [
          { name: 'it\'s “Ö” ["', type: 'string', key: 'aB3' },
          { name: 'seats', type: 'number', key: 'x' },
          { name: '1', type: 'boolean', key: '9' },
        ],
      });
      const first = await maps.insert(given);
      assert.deepEqual(first, { ...given, id: 1 });
      const second = await maps.insert(newMap({ accountId: given.accountId }));
      const foreign = await maps.insert(newMap());
      assert.deepEqual([second.id, foreign.id], [2, 1]);
      assert.deepEqual(await maps.get(first), first);
      assert.deepEqual(await maps.get({ accountId: foreign.accountId, id: 1 }), foreign);
      assert.equal(await maps.get({ accountId: foreign.accountId, id: 2 }), null);
      for (const id of [0, -1, 3, 2_147_483_647, -2_147_483_648]) {
        assert.equal(await maps.get({ accountId: given.accountId, id }), null);
      }
    },
  },
  {
    id: 'insert-race',
    title: 'racing inserts get different, consecutive numbers',
    async run({ storage: { maps } }) {
      const { accountId } = newMap();
      const made = await Promise.all(Array.from({ length: 12 }, () => maps.insert(newMap({ accountId }))));
      assert.deepEqual(
        made.map(({ id }) => id).sort((a, b) => a - b),
        Array.from({ length: 12 }, (_, i) => i + 1),
      );
    },
  },
  {
    id: 'ids-not-reused',
    title: 'a number is not reused, even after the newest map is removed',
    async run({ storage: { maps } }) {
      const map = await maps.insert(newMap());
      assert.equal(await maps.markDeleted(map, NOW, []), true);
      await maps.removeDeleted(map);
      const next = await maps.insert(newMap({ accountId: map.accountId }));
      assert.equal(next.id, 2);
    },
  },
  {
    id: 'list',
    title: 'list returns all maps of an account newest first, in pages',
    async run({ storage: { maps } }) {
      const { accountId } = await maps.insert(newMap());
      await maps.insert(newMap());
      for (let i = 0; i < 4; i++) await maps.insert(newMap({ accountId, name: `map ${i}` }));
      const list = (before: number | null) => maps.list(accountId, { before, limit: 2 });
      const seen = await readPages(3, list, ({ id }) => id);
      assert.deepEqual(
        seen.map(({ id }) => id),
        [5, 4, 3, 2, 1],
      );
      assert.deepEqual(seen[0], await maps.get({ accountId, id: 5 }));
    },
  },
  {
    id: 'update',
    title: 'update changes the given members, also in racing updates of different members',
    async run({ storage: { maps } }) {
      const map = await maps.insert(newMap());
      const later = NOW + SECOND;
      assert.deepEqual(await maps.update(map, {}, NOW), map);
      await Promise.all([
        maps.update(map, { name: 'Another' }, later),
        maps.update(map, { searchRadius: 7 }, later),
        maps.update(map, { maxResults: 99 }, later),
        maps.update(map, { unit: 'km' }, later),
        maps.update(map, { fields: [{ name: 'f', type: 'boolean', key: 'k' }] }, later),
      ]);
      const changed = {
        ...map,
        name: 'Another',
        searchRadius: 7,
        maxResults: 99,
        unit: 'km',
        updatedAt: later,
      };
      const expected = { ...changed, fields: [{ name: 'f', type: 'boolean', key: 'k' }] };
      assert.deepEqual(await maps.get(map), expected);
      assert.deepEqual((await maps.update(map, { fields: [] }, later))?.fields, []);
      assert.equal(await maps.update({ ...map, accountId: 'nobody' }, { name: 'x' }, later), null);
    },
  },
  {
    id: 'delete',
    title: 'a deleted map and its locations do not exist for any method, and its jobs are enqueued once',
    async run({ storage }) {
      const { maps, locations, jobs } = storage;
      const map = await arrangeMap(storage);
      const [location] = await arrangeLocations(storage, map, [
        newLocation(),
        newLocation({ lat: null, lng: null, address: 'x' }),
      ]);
      const id = location?.id ?? '';
      assert.equal(await maps.markDeleted({ ...map, accountId: 'nobody' }, NOW, [newJob()]), false);
      const removed = await Promise.all([
        maps.markDeleted(map, NOW, [newJob({ key: 'clean up' })]),
        maps.markDeleted(map, NOW, [newJob({ key: 'clean up' })]),
      ]);
      assert.deepEqual(removed.toSorted(), [false, true]);
      assert.equal((await jobs.claim(['sweep'], 10, NOW, NOW)).length, 1);
      assert.equal(await maps.get(map), null);
      assert.equal(await maps.update(map, { name: 'x' }, NOW), null);
      assert.deepEqual((await maps.list(map.accountId, { before: null, limit: 10 })).rows, []);
      assert.equal(await locations.get(map, id), null);
      assert.deepEqual(await listLocations(storage, map), []);
      assert.equal(await locations.insert(map, newLocation()), null);
      assert.equal(await locations.update(map, id, { name: 'x' }, NOW), null);
      assert.equal(await locations.delete(map, id), false);
      assert.equal(await locations.restore(map, [], NOW).then((count) => count ?? 0), 0);
      assert.deepEqual(await locations.walk(map, null, 10), []);
      assert.deepEqual(await locations.counts(map), { located: 0, queued: 0, failed: 0 });
      const around = { center: { lat: 0, lng: 0 }, radiusMiles: 10, after: null, limit: 10 };
      assert.deepEqual(await locations.near(map, around), { rows: [], more: false });
      assert.deepEqual(await storage.geocoding.claim(10, NOW, NOW + SECOND), []);
    },
  },
  {
    id: 'list-deleted',
    title: 'listDeleted returns the deleted maps of all accounts by account and id, until they are removed',
    async run({ storage: { maps }, storage }) {
      const arranged = [];
      for (let i = 0; i < 4; i++) arranged.push(await arrangeMap(storage));
      const [kept, ...deleted] = arranged;
      const refs = deleted
        .map(({ accountId, id }) => ({ accountId, id }))
        .toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
      for (const map of deleted) await maps.markDeleted(map, NOW, []);
      assert.deepEqual(await maps.listDeleted(null, 10), refs);
      assert.deepEqual(await maps.listDeleted(null, 1), refs.slice(0, 1));
      assert.deepEqual(await maps.listDeleted(refs[0] ?? null, 10), refs.slice(1));
      for (const map of refs) await maps.removeDeleted(map);
      assert.deepEqual(await maps.listDeleted(null, 10), []);
      assert.notEqual(await maps.get(kept as MapRow), null);
    },
  },
  {
    id: 'purge',
    title: 'purge removes at most the limit of locations of a deleted map, and none of other maps',
    async run({ storage }) {
      const { maps, locations } = storage;
      const [map, other] = [await arrangeMap(storage), await arrangeMap(storage)];
      for (const one of [map, other]) {
        await arrangeLocations(storage, one, newLocations(5));
      }
      assert.equal(await locations.purge(map, 2), 0);
      await maps.removeDeleted(map);
      assert.equal((await listLocations(storage, map)).length, 5);
      await maps.markDeleted(map, NOW, []);
      const removed = [];
      for (let step = 0; step < 4; step++) removed.push(await locations.purge(map, 2));
      assert.deepEqual(removed, [2, 2, 1, 0]);
      await maps.removeDeleted(map);
      assert.equal(await locations.purge(map, 2), 0);
      assert.equal((await listLocations(storage, other)).length, 5);
    },
  },
  {
    id: 'restore',
    title: 'restore keeps the ids of maps, skips existing ones, and later maps get higher numbers',
    async run({ storage: { maps } }) {
      const { accountId } = newMap();
      const map = { ...newMap({ accountId, name: 'Copied' }), id: 3 };
      assert.equal(await maps.restore(map), true);
      assert.deepEqual(await maps.get(map), map);
      assert.equal(await maps.restore({ ...map, name: 'Again' }), false);
      assert.deepEqual(await maps.get(map), map);
      assert.equal(await maps.restore({ ...map, id: 7 }), true);
      assert.equal((await maps.insert(newMap({ accountId }))).id, 8);
    },
  },
]);
