import assert from 'node:assert/strict';
import { NOW, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import {
  addressed,
  arrangeLocations,
  arrangeMap,
  listLocations,
  newLocation,
  newLocations,
} from './arrange-maps.ts';

const LATER = NOW + SECOND;

export const locations = topic('locations', [
  {
    id: 'insert',
    title: 'insert keeps all members; a location with coordinates is manual, one without is queued',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const given = newLocation({
        uniqueId: 'u',
        name: 'Ä',
        address: 'x',
        lat: -89.999999,
        lng: 179.1234567,
      });
      const [manual, queued] = await arrangeLocations(storage, map, [given, addressed('Elm Street')]);
      const common = {
        accountId: map.accountId,
        mapId: map.id,
        precision: null,
        error: null,
        confidence: null,
        matched: null,
      };
      assert.deepEqual(manual, { ...given, ...common, status: 'manual', seq: manual?.seq });
      assert.equal(queued?.status, 'queued');
      assert.deepEqual(await storage.locations.get(map, given.id), manual);
      assert.deepEqual(await storage.locations.counts(map), { located: 1, queued: 1, failed: 0 });
    },
  },
  {
    id: 'no-map',
    title: 'no method reads or writes locations of a map that is unknown or of another account',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const [row] = await arrangeLocations(storage, map, [newLocation()]);
      const id = row?.id ?? '';
      const other = await arrangeMap(storage);
      for (const ref of [other, { ...map, id: map.id + 1 }, { ...map, accountId: 'nobody' }]) {
        assert.equal(await storage.locations.get(ref, id), null);
        assert.equal(await storage.locations.update(ref, id, { name: 'x' }, LATER), null);
        assert.equal(await storage.locations.delete(ref, id), false);
        assert.deepEqual(await listLocations(storage, ref), []);
      }
      assert.equal(await storage.locations.insert({ ...map, id: 99 }, newLocation()), null);
      assert.deepEqual(await storage.locations.get(map, id), row);
    },
  },
  {
    id: 'unique-id',
    title: 'a uniqueId is unique in its map; any number of locations may have none',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const other = await arrangeMap(storage);
      await arrangeLocations(storage, map, [newLocation({ uniqueId: 'a' }), newLocation(), newLocation()]);
      assert.equal(await storage.locations.insert(map, newLocation({ uniqueId: 'a' })), 'taken');
      await arrangeLocations(storage, map, [newLocation({ uniqueId: 'A' })]);
      await arrangeLocations(storage, other, [newLocation({ uniqueId: 'a' })]);
      assert.equal((await listLocations(storage, map)).length, 4);
      assert.equal((await listLocations(storage, map, { uniqueId: 'a' })).length, 1);
    },
  },
  {
    id: 'unique-id-race',
    title: 'one of several racing inserts and updates gets a uniqueId',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const rows = await arrangeLocations(storage, map, newLocations(6));
      const outcomes = await Promise.all([
        ...rows.map(({ id }) => storage.locations.update(map, id, { uniqueId: 'wanted' }, LATER)),
        ...rows.map(() => storage.locations.insert(map, newLocation({ uniqueId: 'wanted' }))),
      ]);
      assert.equal(outcomes.filter((outcome) => outcome !== 'taken').length, 1);
      assert.equal((await listLocations(storage, map, { uniqueId: 'wanted' })).length, 1);
    },
  },
  {
    id: 'delete',
    title: 'one of two racing deletions removes the location',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const [row] = await arrangeLocations(storage, map, [newLocation({ uniqueId: 'a' }), newLocation()]);
      const id = row?.id ?? '';
      const removed = await Promise.all([
        storage.locations.delete(map, id),
        storage.locations.delete(map, id),
      ]);
      assert.deepEqual(removed.toSorted(), [false, true]);
      assert.equal(await storage.locations.get(map, id), null);
      assert.equal((await listLocations(storage, map)).length, 1);
      await arrangeLocations(storage, map, [newLocation({ uniqueId: 'a' })]);
    },
  },
  {
    id: 'numbers',
    title: 'insertion numbers increase in a map, also after a deletion',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const [first] = await arrangeLocations(storage, map, [newLocation()]);
      await storage.locations.delete(map, first?.id ?? '');
      const [second] = await arrangeLocations(storage, map, [newLocation()]);
      assert((second?.seq ?? 0) > (first?.seq ?? 0));
      const many = await Promise.all(
        Array.from({ length: 10 }, () => storage.locations.insert(map, newLocation())),
      );
      const numbers = many.map((row) => (row === null || row === 'taken' ? null : row.seq));
      assert.equal(new Set(numbers).size, 10);
    },
  },
  {
    id: 'restore',
    title: 'restore keeps locations as they are, skips existing ones, and queues waiting ones again',
    async run({ storage }) {
      const source = await arrangeMap(storage);
      const target = await arrangeMap(storage);
      await arrangeLocations(storage, source, [
        newLocation({ uniqueId: 'a', name: 'Ä' }),
        addressed('waits'),
        addressed('is found'),
        addressed('is worked on'),
      ]);
      const claims = await storage.geocoding.claim(3, NOW, LATER);
      const found = claims.find(({ address }) => address === 'is found');
      const waiting = claims.find(({ address }) => address === 'waits');
      assert(found && waiting);
      const outcome = {
        status: 'located',
        lat: 1.5,
        lng: -2.5,
        precision: 'city',
        error: 'ambiguous',
        confidence: 0.5,
        matched: ['is', 'found'],
      } as const;
      await storage.geocoding.settle(found, outcome, null, LATER);
      await storage.geocoding.retry(waiting, LATER * 2, { uncount: false });
      const rows = await storage.locations.walk(source, null, 10);
      assert.equal(await storage.locations.restore(target, rows.slice(0, 3), LATER), 3);
      assert.equal(await storage.locations.restore(target, rows, LATER), 1);
      const copied = await storage.locations.walk(target, null, 10);
      const expected = rows.map(({ seq: _, status, ...row }) => ({
        ...row,
        accountId: target.accountId,
        mapId: target.id,
        status: status === 'processing' ? 'queued' : status,
      }));
      assert.deepEqual(
        copied.map(({ seq: _, ...row }) => row),
        expected,
      );
      assert.deepEqual(
        (await storage.geocoding.claim(10, LATER, LATER * 2))
          .filter(({ mapId, accountId }) => mapId === target.id && accountId === target.accountId)
          .map(({ address, tries }) => [address, tries]),
        [
          ['waits', 1],
          ['is worked on', 1],
        ],
      );
    },
  },
  {
    id: 'reopen',
    title: 'maps, locations and the queue are kept when the storage is closed and opened again',
    durable: true,
    async run({ storage, reopen }) {
      const map = await arrangeMap(storage);
      const rows = await arrangeLocations(storage, map, [
        newLocation({ name: 'Ä' }),
        addressed('Elm Street'),
      ]);
      await storage.maps.markDeleted(await storage.maps.insert({ ...map }), NOW, []);
      const again = await reopen();
      await again.migrate();
      assert.deepEqual(await again.maps.get(map), map);
      assert.deepEqual(await again.locations.walk(map, null, 10), rows);
      assert.equal((await again.geocoding.claim(10, NOW, LATER)).length, 1);
      assert.equal((await again.maps.insert({ ...map })).id, 3);
    },
  },
]);
