import type { LocationResponse, MapResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectRefused } from './arrange.ts';
import {
  addLocation,
  createMap,
  locationPath,
  locationsPath,
  readLocation,
  search,
  searchAll,
} from './map-arrange.ts';
import { onOneStorage } from './world.ts';

const FIELDS = [
  { name: 'phone', type: 'string' },
  { name: 'seats', type: 'number' },
  { name: 'open', type: 'boolean' },
  { name: 'größe.in m²', type: 'string' },
] as const;

const uniqueIds = (items: readonly LocationResponse[]) => items.map(({ uniqueId }) => uniqueId);

onOneStorage((arrange) => {
  test('keeps the fields of a map and changes them', verifies('maps.fields'), async () => {
    const { a } = await arrange();
    const map = await createMap(a, { fields: [...FIELDS] });
    expect(map.fields).toEqual(FIELDS);
    expect((await a.get<MapResponse>(`/v2/maps/${map.id}`)).body.fields).toEqual(FIELDS);
    const reordered = [FIELDS[2], { name: 'more', type: 'number' }];
    const { body } = await a.patch<MapResponse>(`/v2/maps/${map.id}`, { fields: reordered });
    expect(body.fields).toEqual(reordered);
    expect((await a.patch<MapResponse>(`/v2/maps/${map.id}`, { name: 'Same' })).body.fields).toEqual(
      reordered,
    );
    expect((await a.patch<MapResponse>(`/v2/maps/${map.id}`, { fields: [] })).body.fields).toEqual([]);
    const many = Array.from({ length: 21 }, (_, i) => ({ name: `f${i}`, type: 'string' as const }));
    expect((await createMap(a, { fields: many.slice(0, 20) })).fields).toHaveLength(20);
    const cases: [fields: unknown, paths: string[]][] = [
      [many, ['fields']],
      ['x', ['fields']],
      [
        [
          { name: 'a', type: 'date' },
          { name: '', type: 'string' },
        ],
        ['fields[0].type', 'fields[1].name'],
      ],
      [
        [
          { name: 'a', type: 'string' },
          { name: 'a', type: 'number' },
        ],
        ['fields[1].name'],
      ],
      [
        [{ name: 'a' }, 5],
        ['fields[0].type', 'fields[1]'],
      ],
      [[{ name: '__proto__', type: 'string' }], ['fields[0].name']],
      [[{ name: 'a', type: 'string', key: 'mine' }], ['fields[0].key']],
    ];
    for (const [fields, paths] of cases) {
      expectRefused(await a.patch(`/v2/maps/${map.id}`, { fields }), paths);
      expectRefused(await a.post('/admin/maps', { name: 'x', fields }), paths);
    }
  });

  test('keeps the values of a location and changes single ones', verifies('locations.fields'), async () => {
    const { a } = await arrange();
    const map = await createMap(a, { fields: [...FIELDS] });
    const values = { phone: '+43 1 “000”', seats: -0.5, open: false, 'größe.in m²': 'x'.repeat(1_000) };
    const location = await addLocation(a, map, { lat: 1, lng: 2, fields: values });
    expect(location.fields).toEqual(values);
    expect(await readLocation(a, map, location)).toEqual(location);
    const patch = async (fields: object) =>
      (await a.patch<LocationResponse>(locationPath(map, location), { fields })).body;
    const { phone: _, ...others } = values;
    expect((await patch({ phone: null, seats: 5 })).fields).toEqual({ ...others, seats: 5 });
    expect(await patch({})).toEqual(await readLocation(a, map, location));
    const bare = await addLocation(a, map, { lat: 1, lng: 2, fields: { phone: null } });
    expect(bare.fields).toEqual({});
    const cases: [fields: unknown, paths: string[]][] = [
      [{ fax: '1', phone: 'x' }, ['fields.fax']],
      [{ phone: 5, seats: '5', open: 'true' }, ['fields.phone', 'fields.seats', 'fields.open']],
      [{ phone: 'x'.repeat(1_001) }, ['fields.phone']],
      [{ phone: 'a\u0000' }, ['fields.phone']],
      [{ phone: ['x'] }, ['fields.phone']],
      [JSON.parse('{"__proto__":"x"}'), ['fields.__proto__']],
      [{ constructor: 'x' }, ['fields.constructor']],
      ['x', ['fields']],
    ];
    for (const [fields, paths] of cases) {
      expectRefused(await a.patch(locationPath(map, location), { fields, name: 'x' }), paths);
      expectRefused(await a.post(locationsPath(map), { lat: 1, lng: 2, fields }), paths);
    }
    expectRefused(await a.post(locationsPath(map), { lat: 1, fields: { fax: '1' } }), ['lng', 'fields.fax']);
    expect((await readLocation(a, map, location)).name).toBeNull();
  });

  test(
    'values of a field that is removed or changes its type are gone, also when it is added again',
    verifies('maps.fields.removed'),
    async () => {
      const { a } = await arrange();
      const map = await createMap(a, { fields: [...FIELDS] });
      const location = await addLocation(a, map, {
        lat: 1,
        lng: 2,
        fields: { phone: 'old', seats: 4, open: true },
      });
      const change = (fields: object[]) => a.patch(`/v2/maps/${map.id}`, { fields });
      await change([{ name: 'seats', type: 'string' }, FIELDS[2]]);
      expect((await readLocation(a, map, location)).fields).toEqual({ open: true });
      expectRefused(await a.get(`${locationsPath(map)}?field.phone=old`), ['field.phone']);
      await change([...FIELDS]);
      expect((await readLocation(a, map, location)).fields).toEqual({ open: true });
      expect(await searchAll(a, map, { 'field.phone': 'old' })).toEqual([]);
      await a.patch(locationPath(map, location), { fields: { phone: 'new' } });
      expect((await readLocation(a, map, location)).fields).toEqual({ phone: 'new', open: true });
    },
  );

  test(
    'finds locations by the values of their fields, together with other filters',
    verifies('locations.search.field'),
    async () => {
      const { a, vitrine, principal } = await arrange();
      const map = await createMap(a, { fields: [...FIELDS], maxResults: 2 });
      const add = (uniqueId: string, fields: object, place: object = { lat: uniqueId.length, lng: 0 }) =>
        addLocation(a, map, { uniqueId, fields: fields as never, ...place });
      await add('a', { phone: 'x', seats: 1, open: true });
      await add('bb', { phone: 'X', seats: 12, open: true });
      await add('ccc', { phone: 'x', seats: 1.5, 'größe.in m²': 'x' });
      await add('dddd', { phone: 'x', open: true }, { address: '1 Elm Street' });
      const find = async (query: Record<string, string | number>) =>
        uniqueIds(await searchAll(a, map, { limit: 1, ...query }));
      expect(await find({ 'field.phone': 'x' })).toEqual(['dddd', 'ccc', 'a']);
      expect(await find({ 'field.seats': '1' })).toEqual(['a']);
      expect(await find({ 'field.seats': '15e-1' })).toEqual(['ccc']);
      expect(await find({ 'field.open': 'true', 'field.phone': 'x' })).toEqual(['dddd', 'a']);
      expect(await find({ 'field.open': 'false' })).toEqual([]);
      expect(await find({ 'field.größe.in m²': 'x' })).toEqual(['ccc']);
      expect(await find({ 'field.phone': '', 'field.seats': '1' })).toEqual(['a']);
      expect(await find({ 'field.phone': 'x', address: 'ELM' })).toEqual(['dddd']);
      expect(await find({ 'field.phone': 'x', uniqueId: 'bb' })).toEqual([]);
      expect(await find({ 'field.phone': 'x', lat: 3, lng: 0, radiusMiles: 500 })).toEqual(['ccc', 'a']);
      const library = await vitrine.locations.search(principal, map.id, { field: { seats: 1, open: true } });
      expect(uniqueIds(library.items)).toEqual(['a']);
      for (const [query, paths] of [
        ['field.fax=1', ['field.fax']],
        ['field.seats=one&field.open=yes&field.phone=x', ['field.seats', 'field.open']],
        ['field.seats=1,5&lat=1', ['lng', 'field.seats']],
        ['field.=1&field.__proto__=x', ['field.', 'field.__proto__']],
      ] as const) {
        expectRefused(await a.get(`${locationsPath(map)}?${query}`), [...paths]);
      }
      const { cursor = '' } = await search(a, map, { limit: 1, 'field.phone': 'x' });
      expectRefused(await a.get(`${locationsPath(map)}?field.phone=X&cursor=${cursor}`), ['cursor']);
    },
  );

  test('a page ends before it exceeds 4 MiB', verifies('page.bytes'), async () => {
    const { a } = await arrange();
    const names = Array.from({ length: 20 }, (_, i) => `f${i}`);
    const map = await createMap(a, {
      fields: names.map((name) => ({ name, type: 'string' as const })),
      maxResults: 100,
    });
    const fields = Object.fromEntries(names.map((name) => [name, '𝒳'.repeat(1_000)]));
    const count = 55;
    for (let i = 0; i < count; i++) await addLocation(a, map, { lat: 1, lng: i / 1_000, fields });
    for (const query of [{ limit: 100 }, { limit: 100, lat: 1, lng: 0 }]) {
      const first = await search(a, map, query);
      expect(first.items.length).toBeLessThan(count);
      expect(Buffer.byteLength(JSON.stringify(first.items))).toBeLessThan(4 * 1024 * 1024);
      expect(new Set((await searchAll(a, map, query)).map(({ id }) => id)).size).toBe(count);
    }
  });
});
