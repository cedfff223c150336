import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

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
])('%s is taken for %s', (given, meant) => {
  expect(nearestName(given, known)).toBe(meant);
});
