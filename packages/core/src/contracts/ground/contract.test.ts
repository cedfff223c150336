import { expect, test } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../../../test/requirements.ts';
import { body, keepsEmpty, parseContract } from './contract.ts';
import { limit } from './shared.ts';

const Element = body({ name: z.string(), note: z.string().min(1).optional() });
const Request = body({
  text: z.string().min(1).optional(),
  number: z.int().optional(),
  flag: z.boolean().optional(),
  limit: limit(50, 100),
  clearable: z.string().min(1).nullable().optional(),
  guarded: keepsEmpty(z.boolean('Expected true or false.').optional()),
  value: keepsEmpty(z.unknown().optional()),
  list: z.array(Element).optional(),
  group: body({ zone: z.string().min(1).optional() }).optional(),
});

test('an empty text and null of an optional member count as absent', verifies('http.empty'), () => {
  for (const empty of ['', null]) {
    expect(parseContract(Request, { text: empty, number: empty, flag: empty, limit: empty })).toEqual({
      limit: 50,
    });
  }
});

test('an empty text is null where null is a value of the member', verifies('http.empty'), () => {
  for (const empty of ['', null])
    expect(parseContract(Request, { clearable: empty })).toMatchObject({ clearable: null });
});

test('empty members of objects in objects and lists count as absent', verifies('http.empty'), () => {
  const given = { list: [{ name: '', note: '' }, { name: 'b' }], group: { zone: null } };
  expect(parseContract(Request, given)).toMatchObject({ list: [{ name: '' }, { name: 'b' }], group: {} });
  expect(given.list[0]).toHaveProperty('note', '');
});

test('a member that keeps them reads an empty text and null itself', verifies('http.empty'), () => {
  for (const empty of ['', null]) {
    expect(() => parseContract(Request, { guarded: empty })).toThrow('guarded: Expected true or false.');
    expect(parseContract(Request, { value: empty })).toHaveProperty('value', empty);
  }
});

test('empty required members stay, and so do unknown ones', verifies('http.empty'), () => {
  expect(() => parseContract(Element, { name: null })).toThrow('name');
  expect(() => parseContract(Element, { name: 'a', other: '' })).toThrow('other: Unknown member.');
});
