import type { InferredProperty, InferStoreResponse } from '@vitrine/client';
import { expect, test } from 'vitest';
import { verifies } from '../../../../../../test/requirements.ts';
import { guessPlan, hasPlace, type Meaning, newFields, toLocation } from './location-columns.ts';

const column = (name: string, more: Partial<InferredProperty> = {}) =>
  ({
    ...{ name, column: name, type: 'string', samples: [], count: 3, distinct: false, decimal: null },
    ...{ dates: null, unit: null },
    ...more,
  }) as InferredProperty;

const fileOf = (...properties: InferredProperty[]) =>
  ({ properties, delimiter: ',', decimal: null, dates: null }) as unknown as InferStoreResponse;
const NO_FIELDS = { fields: [] };

test('what nothing says becomes a new field, and empty columns are skipped', () => {
  const found = fileOf(
    column('Street'),
    column('PLZ'),
    column('phone'),
    column('open sunday'),
    column('x', { count: 0 }),
  );
  expect(guessPlan(found, NO_FIELDS)).toEqual({
    meanings: ['address', 'address', 'newField', 'newField', 'skip'],
    key: null,
  });
  const known = { fields: [{ name: 'phone', type: 'string' as const }] };
  expect(guessPlan(found, known).meanings[2]).toBe('field:phone');
});

test.each([
  ['a column named uniqueId', [column('name', { distinct: true }), column('unique_id')], 1, 'skip'],
  [
    'a column that names a key',
    [column('name', { distinct: true }), column('code', { distinct: true })],
    1,
    'skip',
  ],
  ['the names, if nothing else does', [column('city'), column('name', { distinct: true })], 1, 'name'],
])('%s identifies the locations', (_, columns, key, meaning) => {
  const plan = guessPlan(fileOf(...columns), NO_FIELDS);
  expect(plan.key).toBe(key);
  expect(plan.meanings[key]).toBe(meaning);
});

test('names that repeat identify nothing', () => {
  expect(guessPlan(fileOf(column('name'), column('city')), NO_FIELDS).key).toBeNull();
});

test('a place is an address, or both degrees', () => {
  const has = (...meanings: Meaning[]) => hasPlace({ meanings, key: null });
  expect([has('address'), has('lat', 'lng'), has('lat'), has('name')]).toEqual([true, true, false, false]);
});

const TARGETS: readonly Meaning[] = ['address', 'newField', 'newField', 'newField', 'skip', 'newField'];
const FOUND = fileOf(
  column('street'),
  column(' rooms ', { type: 'number' }),
  column('open', { type: 'boolean' }),
  column('code'),
  column('note'),
  column('since', { type: 'datetime', dates: 'iso' }),
);

test('a new field has the type of its column; dates are text', () => {
  expect(newFields(FOUND, { meanings: TARGETS, key: null })).toEqual([
    { name: 'rooms', type: 'number' },
    { name: 'open', type: 'boolean' },
    { name: 'code', type: 'string' },
    { name: 'since', type: 'string' },
  ]);
});

test('the rows fill the new fields, and the key', () => {
  const plan = { meanings: TARGETS, key: 3 };
  const map = { fields: newFields(FOUND, plan) };
  const read = (...row: string[]) => toLocation(row, FOUND, plan, map);
  expect(read('Graben 1', '12', 'yes', '007', 'x', '2026-01-01')).toEqual({
    address: 'Graben 1',
    uniqueId: '007',
    fields: { rooms: 12, open: true, code: '007', since: '2026-01-01' },
  });
  expect(read('Graben 3', '', ' ', '', 'z')).toEqual({ address: 'Graben 3' });
});

test('degrees are read as people write them', verifies('import.degrees'), () => {
  const rows = [
    ['1.23N', '103.8E'],
    [`48°12'30"N`, '16,3738'],
    ['+48.2', '-16.4'],
    ['1.23E', '2'],
  ];
  const found = fileOf(column('lat'), column('lng'));
  const read = rows.map((row) => toLocation(row, found, { meanings: ['lat', 'lng'], key: null }, NO_FIELDS));
  expect(read).toEqual([
    { lat: 1.23, lng: 103.8 },
    { lat: expect.closeTo(48.208333, 5), lng: 16.3738 },
    { lat: 48.2, lng: -16.4 },
    { lat: '1.23E', lng: 2 },
  ]);
});

test('values are read in the form of their column', () => {
  const found = {
    ...fileOf(
      column('open'),
      column('rent', { type: 'number', decimal: 'comma', unit: '€' }),
      column('area'),
    ),
    delimiter: ';',
  };
  const meanings: readonly Meaning[] = ['field:open', 'field:rent', 'field:area'];
  const fields = [
    { name: 'open', type: 'boolean' },
    { name: 'rent', type: 'number' },
    { name: 'area', type: 'number' },
  ] as const;
  const location = toLocation(['WAHR', '1.234,5 €', '1,500'], found, { meanings, key: null }, { fields });
  expect(location.fields).toEqual({ open: true, rent: 1234.5, area: '1,500' });
});
