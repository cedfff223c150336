import { expect, test } from 'vitest';
import { isSame, type LocationTexts, readChanges, rebase, textsOf } from './location-form.ts';

const FIELDS = [
  { name: 'phone', type: 'string' },
  { name: 'beds', type: 'number' },
  { name: 'open', type: 'boolean' },
] as const;
const BEFORE: LocationTexts = {
  ...textsOf(null, FIELDS),
  address: 'Graz',
  fields: { phone: '1', beds: '4', open: '' },
};
const read = (changes: Partial<LocationTexts>) => readChanges(BEFORE, { ...BEFORE, ...changes }, FIELDS);

test('has only what was changed', () => {
  expect(read({})).toEqual({ changes: {}, problems: {} });
  expect(read({ name: ' Inn ', fields: { phone: '', beds: '2,5', open: 'true' } })).toEqual({
    changes: { name: 'Inn', fields: { phone: null, beds: 2.5, open: true } },
    problems: {},
  });
  expect(read({ fields: { ...BEFORE.fields, beds: '1,299.50' } }).changes).toEqual({
    fields: { beds: 1299.5 },
  });
  expect(read({ coordinates: '47, 15' }).changes).toEqual({ lat: 47, lng: 15 });
  expect(read({ address: '', coordinates: '47, 15' }).changes).toEqual({ address: null, lat: 47, lng: 15 });
});

test('says what is wrong at its member', () => {
  expect(read({ coordinates: 'north' }).problems).toEqual({ lat: expect.stringContaining('degrees') });
  expect(read({ address: '' }).problems).toEqual({ address: expect.stringContaining('needed') });
  expect(read({ fields: { ...BEFORE.fields, beds: 'many' } }).problems).toEqual({
    'fields.beds': expect.stringContaining('number'),
  });
});

test('shows what was typed above what was stored meanwhile; a later place wins', () => {
  const texts = { ...BEFORE, name: 'Mine', coordinates: '1, 2', fields: { ...BEFORE.fields, beds: '5' } };
  const typed = { before: BEFORE, texts };
  const stored = { ...BEFORE, address: 'Wien', fields: { phone: '2', beds: '6', open: 'true' } };
  const shown = rebase(typed, stored, true);
  expect(shown).toEqual({ ...texts, address: 'Wien', fields: { phone: '2', beds: '5', open: 'true' } });
  expect(isSame(shown, stored)).toBe(false);
  expect(rebase(typed, { ...stored, coordinates: '47, 15' }, true).coordinates).toBe('47, 15');
  // The geocoder has found the address, while coordinates were typed.
  expect(rebase(typed, { ...stored, coordinates: '47, 15' }, false).coordinates).toBe(
    typed.texts.coordinates,
  );
  // A field that the map has got since.
  const fields = { ...stored.fields, fax: '3' };
  expect(rebase(typed, { ...stored, fields }, true).fields.fax).toBe('3');
  expect(isSame(rebase({ before: BEFORE, texts: BEFORE }, stored, true), stored)).toBe(true);
});
