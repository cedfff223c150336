import type { FontSummary } from '@vitrine/client';
import { expect, test } from 'vitest';
import { familiesOf } from './font-families.ts';

function font(id: number, family: string, weight: number, italic = false): FontSummary {
  const scope = id < 1_000 ? 'builtin' : 'custom';
  return { id, family, weight, italic, scope, fullName: `${family} ${weight}` } as FontSummary;
}

const fonts = [
  font(1, 'Inter', 700),
  font(2, 'Inter', 400),
  font(3, 'Inter', 400, true),
  font(4, 'Oswald', 400),
  font(1_000, 'Inter', 500),
];

test('groups the fonts of one scope by family, from light to bold, upright before italic', () => {
  const found = familiesOf(fonts, 'builtin', '').map(({ name, fonts: members }) => [
    name,
    members.map(({ id }) => id),
  ]);
  expect(found).toEqual([
    ['Inter', [2, 1, 3]],
    ['Oswald', [4]],
  ]);
  expect(familiesOf(fonts, 'custom', '').flatMap(({ fonts: members }) => members)).toEqual([fonts[4]]);
});

test('searches names of families and of fonts in upper and lower case', () => {
  expect(familiesOf(fonts, 'builtin', ' OSW ').map(({ name }) => name)).toEqual(['Oswald']);
  expect(familiesOf(fonts, 'builtin', '700').map(({ name }) => name)).toEqual(['Inter']);
  expect(familiesOf(fonts, 'builtin', 'serif')).toEqual([]);
});
