import assert from 'node:assert/strict';
import type { FieldFilter, FieldValues, LocationRow } from '../../storage/maps/locations.ts';
import { NOW, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { AWKWARD_TEXTS } from '../fixtures/texts.ts';
import { addressed, arrangeLocations, arrangeMap, newLocation } from './arrange-maps.ts';

const LATER = NOW + SECOND;
const ALL = { uniqueId: null, addressContains: null, before: null, limit: 1_000 };

/** Values that are parts of each other, as text and as JSON. */
const TRICKY: readonly FieldValues[] = [
  {},
  { a: 'x' },
  { a: 'X' },
  { a: 'xx' },
  { b: 'x' },
  { a: 'x', b: 'x', ab: 'x' },
  { b: '["a","x"]' },
  { b: '],["a","x"]' },
  { b: '[', a: 'y' },
  { a: 1 },
  { a: 12 },
  { a: 1.5 },
  { a: -1 },
  { a: '1' },
  { a: true },
  { a: 'true' },
  { a: false },
  { a: 1e300, b: Number.MIN_VALUE },
  { a: '' },
  { a: 0 },
];

export const locationFields = topic('locations', [
  {
    id: 'fields',
    title: 'insert, list, near and restore keep the values of fields',
    async run({ storage }) {
      const [map, target] = [await arrangeMap(storage), await arrangeMap(storage)];
      const given = TRICKY.map((fields) => newLocation({ fields }));
      const rows = await arrangeLocations(storage, map, given);
      assert.deepEqual(
        rows.map(({ fields }) => fields),
        TRICKY,
      );
      assert.deepEqual(await storage.locations.walk(map, null, 100), rows);
      const around = { center: { lat: 0, lng: 0 }, radiusMiles: 1, after: null, limit: 100 };
      const near = (await storage.locations.near(map, around)).rows;
      assert.deepEqual(new Map(near.map(({ id, fields }) => [id, fields])), valuesById(rows));
      await storage.locations.restore(target, rows, NOW);
      assert.deepEqual(valuesById(await storage.locations.walk(target, null, 100)), valuesById(rows));
    },
  },
  {
    id: 'fields-filter',
    title: 'list and near find exactly the locations with all the given values, of the same type',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const rows = await arrangeLocations(
        storage,
        map,
        TRICKY.map((fields) => newLocation({ fields })),
      );
      await arrangeLocations(storage, map, [addressed('Elm Street', { fields: { a: 'z' } })]);
      const pairs = TRICKY.flatMap((fields) =>
        Object.entries(fields).map(([key, value]) => ({ key, value })),
      );
      const searches: FieldFilter[][] = [
        ...pairs.map((pair) => [pair]),
        [
          { key: 'a', value: 'x' },
          { key: 'b', value: 'x' },
        ],
        [
          { key: 'a', value: 'x' },
          { key: 'b', value: 'y' },
        ],
        [{ key: 'c', value: 'x' }],
      ];
      for (const fields of searches) {
        const expected = rows
          .filter((row) => fields.every(({ key, value }) => row.fields[key] === value))
          .map(({ id }) => id);
        const listed = (await storage.locations.list(map, { ...ALL, fields })).rows;
        assert.deepEqual(listed.map(({ id }) => id).reverse(), expected, JSON.stringify(fields));
        const around = { center: { lat: 0, lng: 0 }, radiusMiles: 1, after: null, limit: 100 };
        const near = (await storage.locations.near(map, { ...around, fields })).rows;
        assert.deepEqual(near.map(({ id }) => id).sort(), expected.toSorted());
      }
      const unplaced = await storage.locations.list(map, { ...ALL, fields: [{ key: 'a', value: 'z' }] });
      assert.equal(unplaced.rows.length, 1);
    },
  },
  {
    id: 'fields-texts',
    title: 'any text is kept in a field and found exactly',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const texts = [...new Set(AWKWARD_TEXTS)];
      await arrangeLocations(
        storage,
        map,
        texts.map((text) => newLocation({ fields: { a: text, b: 'other' } })),
      );
      for (const value of texts) {
        const { rows } = await storage.locations.list(map, { ...ALL, fields: [{ key: 'a', value }] });
        assert.deepEqual(
          rows.map(({ fields }) => fields),
          [{ a: value, b: 'other' }],
        );
      }
    },
  },
  {
    id: 'fields-update',
    title: 'racing updates of different fields all survive; null removes a value',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const [row] = await arrangeLocations(storage, map, [
        newLocation({ fields: { a: 'x', b: 1, c: true } }),
      ]);
      const id = row?.id ?? '';
      const updated = await storage.locations.update(map, id, { fields: { a: null, d: 'new' } }, LATER);
      assert.deepEqual(updated, { ...row, fields: { b: 1, c: true, d: 'new' }, updatedAt: LATER });
      await Promise.all(
        ['b', 'e', 'f', 'g'].map((key) =>
          storage.locations.update(map, id, { fields: { [key]: key } }, LATER),
        ),
      );
      await storage.locations.update(map, id, { name: 'kept' }, LATER);
      const { fields } = (await storage.locations.get(map, id)) ?? {};
      assert.deepEqual(fields, { b: 'b', c: true, d: 'new', e: 'e', f: 'f', g: 'g' });
      await storage.locations.update(
        map,
        id,
        { fields: { b: null, c: null, d: null, e: null, f: null } },
        LATER,
      );
      await storage.locations.update(map, id, { fields: { g: null } }, LATER);
      assert.deepEqual((await storage.locations.get(map, id))?.fields, {});
    },
  },
]);

function valuesById(rows: readonly LocationRow[]): Map<string, FieldValues> {
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}
