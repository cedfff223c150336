import { expect, test } from 'vitest';
import { readValue, showValue } from './value-types.ts';

test.each([
  ['2026-01-02T09:00:00.000Z', '2026-01-02 09:00'],
  ['2026-01-02T09:00:05.000Z', '2026-01-02 09:00:05'],
  ['2026-01-02T09:00:00.250Z', '2026-01-02 09:00:00.250'],
])('the time %s is shown as %s, and sent as shown', (value, shown) => {
  expect(showValue(value, 'datetime')).toBe(shown);
  expect(readValue(shown, 'datetime')).toBe(shown);
});

test.each([
  ['12.5', 'number', 12.5],
  [' 7 ', 'number', 7],
  ['1,5', 'number', '1,5'],
  ['0x10', 'number', '0x10'],
  ['', 'number', null],
  ['yes', 'boolean', true],
  ['False', 'boolean', false],
  ['maybe', 'boolean', 'maybe'],
  [' kept ', 'string', ' kept '],
  ['', 'string', null],
  [' 2026-03-04 05:06 ', 'datetime', '2026-03-04 05:06'],
  ['tomorrow', 'datetime', 'tomorrow'],
] as const)('the text %j of a %s is sent as %j', (text, type, value) => {
  expect(readValue(text, type)).toBe(value);
});
