import { expect, test } from 'vitest';
import { type LocationTexts, readChanges, textsOf } from './location-form.ts';

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
