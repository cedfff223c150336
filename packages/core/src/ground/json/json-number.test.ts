import { expect, test } from 'vitest';
import { parseJsonNumber, readFiniteNumber } from './json-number.ts';

test.each([
  ['0', 0],
  ['-12.50', -12.5],
  ['1e3', 1_000],
  ['1E-2', 0.01],
])('reads %j as a number', (text, number) => {
  expect(parseJsonNumber(text)).toBe(number);
});

test.each(['', ' 1', '01', '+1', '.5', '1.', '0x10', 'NaN', 'Infinity', '1,5'])('rejects %j', (text) => {
  expect(parseJsonNumber(text)).toBeNull();
});

test.each<[value: unknown, number: number | null]>([
  [-1.5, -1.5],
  ['1e3', 1_000],
  [-0, 0],
  ['-0.0', 0],
  [Number.NaN, null],
  ['1e999', null],
  ['x', null],
  [[1], null],
  [null, null],
])('reads %j as the finite number %j', (value, number) => {
  expect(readFiniteNumber(value)).toBe(number);
});
