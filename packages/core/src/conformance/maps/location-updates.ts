import assert from 'node:assert/strict';
import { NOW, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeLocations, arrangeMap, newLocation } from './arrange-maps.ts';

const LATER = NOW + SECOND;

export const locationUpdates = topic('locations', [
  {
    id: 'update',
    title: 'update changes the given members and keeps the others',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const [row] = await arrangeLocations(storage, map, [newLocation({ uniqueId: 'a', name: 'n' })]);
      const id = row?.id ?? '';
      assert.deepEqual(await storage.locations.update(map, id, { name: 'm' }, LATER), {
        ...row,
        name: 'm',
        updatedAt: LATER,
      });
      await Promise.all([
        storage.locations.update(map, id, { uniqueId: null }, LATER),
        storage.locations.update(map, id, { address: 'Elm Street', place: { lat: 1, lng: 2 } }, LATER),
      ]);
      assert.deepEqual(await storage.locations.get(map, id), {
        ...row,
        name: 'm',
        uniqueId: null,
        address: 'Elm Street',
        lat: 1,
        lng: 2,
        updatedAt: LATER,
      });
      assert.equal(await storage.locations.update(map, 'unknown', { name: 'm' }, LATER), null);
    },
  },
  {
    id: 'update-unique-id',
    title: "an update may repeat a location's own uniqueId, not use another's, and frees the old one",
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const [a, b] = await arrangeLocations(storage, map, [
        newLocation({ uniqueId: 'a' }),
        newLocation({ uniqueId: 'b' }),
      ]);
      const [idA, idB] = [a?.id ?? '', b?.id ?? ''];
      assert.deepEqual(await storage.locations.update(map, idA, { uniqueId: 'a' }, NOW), a);
      assert.equal(await storage.locations.update(map, idB, { uniqueId: 'a', name: 'x' }, LATER), 'taken');
      assert.deepEqual(await storage.locations.get(map, idB), b);
      await storage.locations.update(map, idA, { uniqueId: 'c' }, LATER);
      assert.notEqual(await storage.locations.update(map, idB, { uniqueId: 'a' }, LATER), 'taken');
    },
  },
  {
    id: 'update-place',
    title: 'a changed address queues the location without coordinates, given coordinates make it manual',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const [row] = await arrangeLocations(storage, map, [newLocation({ address: 'old', lat: 1, lng: 2 })]);
      const id = row?.id ?? '';
      const update = (change: Parameters<typeof storage.locations.update>[2]) =>
        storage.locations.update(map, id, change, LATER);
      const queued = { lat: null, lng: null, status: 'queued', precision: null, error: null };
      assert.deepEqual(await update({ address: 'old' }), { ...row, updatedAt: LATER });
      assert.deepEqual(await update({ address: 'new' }), {
        ...row,
        ...queued,
        address: 'new',
        updatedAt: LATER,
      });
      assert.equal(await update({ address: null }), 'no_place');
      assert.deepEqual(await update({ place: { lat: 5, lng: 6 }, address: null }), {
        ...row,
        address: null,
        lat: 5,
        lng: 6,
        updatedAt: LATER,
      });
      assert.equal(await update({ place: null }), 'no_place');
      assert.deepEqual(await update({ place: null, address: 'again' }), {
        ...row,
        ...queued,
        address: 'again',
        updatedAt: LATER,
      });
    },
  },
]);
