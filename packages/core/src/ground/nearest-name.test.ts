import { expect, test } from 'vitest';
import { nameHint, nearestName } from './nearest-name.ts';

const known = ['fontId', 'size', 'color', 'minDigits', 'box'];

test.each([
  ['fontid', 'fontId'],
  ['font_id', 'fontId'],
  ['font-id', 'fontId'],
  ['Font Id', 'fontId'],
  ['colour', 'color'],
  ['colro', 'color'],
  ['siez', 'size'],
  ['minDigit', 'minDigits'],
  ['boxes', null],
  ['x', null],
  ['', null],
  ['weight', null],
  ['s'.repeat(1_000_000), null],
])('%s is matched to %s', (given, meant) => {
  expect(nearestName(given, known)).toBe(meant);
});

test('a hint names the closest property, and is empty if none is close', () => {
  expect(nameHint('City', ['name', 'city'])).toBe(' Did you mean "city"?');
  expect(nameHint('altitude', ['name', 'city'])).toBe('');
  expect(nameHint('x'.repeat(40), ['x'.repeat(41)])).toBe('');
});
