import { expect, test } from 'vitest';
import { alternativeNames, foldName, nameKey } from './place-names.ts';

test.for<readonly [string, string]>([
  ['Zürich', 'zurich'],
  ['Łódź', 'lodz'],
  ['Tromsø', 'tromso'],
  ['İSTANBUL', 'istanbul'],
  ['Straße', 'strasse'],
  ['Xi’an', 'xian'],
  ["Coeur d'Alene", 'coeur dalene'],
  ['Stoke-on-Trent', 'stoke on trent'],
  ['Washington, D.C.', 'washington dc'],
  ['N. Y.', 'ny'],
  ['  Winston--Salem ', 'winston salem'],
  ['Москва', 'москва'],
  ['Йошкар-Ола', 'иошкар ола'],
  ['東京都', '東京都'],
  ['दिल्ली', 'दिल्ली'],
  ['กรุงเทพฯ', 'กรุงเทพฯ'],
  ['טַל', 'טל'],
  ['مُحَمَّد', 'محمد'],
  ['🍕', ''],
])('folds %s to "%s"', ([name, folded]) => {
  expect(foldName(name)).toBe(folded);
});

test('abbreviated saints and forts equal the full words, but only before a name', () => {
  expect(nameKey(foldName('St. Louis'))).toBe(nameKey(foldName('Saint Louis')));
  expect(nameKey(foldName('Ft. Worth'))).toBe('fort worth');
  expect(nameKey('sankt wendel')).toBe(nameKey('st wendel'));
  expect(nameKey('east st louis')).toBe('east saint louis');
  expect(nameKey('main st')).toBe('main st');
});

test('a qualifier after a name is omitted, and a second name is a name of its own', () => {
  expect(alternativeNames('Biel/Bienne').map(foldName)).toEqual(['biel', 'bienne']);
  expect(alternativeNames('Kempten (Allgäu)')).toEqual(['Kempten']);
  expect(alternativeNames('Frankfurt am Main')).toEqual(['Frankfurt']);
  expect(alternativeNames('Washington, D.C.')).toEqual(['Washington']);
  expect(alternativeNames('Berlin')).toEqual([]);
});
