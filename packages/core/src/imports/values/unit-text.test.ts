import { expect, test } from 'vitest';
import { readUnit, withoutUnit } from './unit-text.ts';

test.each([
  ['$1,299.50', '$', '1,299.50'],
  ['-$5', '$', '-5'],
  ['$-5', '$', '-5'],
  ['$ .5', '$', '.5'],
  ['1.299,50 €', '€', '1.299,50'],
  ['5€', '€', '5'],
  ['12%', '%', '12'],
  ['12\u00a0%', '%', '12'],
  ['CHF 20', 'CHF', '20'],
  ['20 EUR', 'EUR', '20'],
  ['₹1,00,000', '₹', '1,00,000'],
])('%s has the unit %s', (text, unit, number) => {
  expect(readUnit(text)).toEqual({ unit, number });
});

test.each(['12', '$', '%', 'A$5', '$A5', 'x 5%', 'EURO 5', '5 apples', '%5', '', 'EUR'])(
  '%s has none',
  (text) => {
    expect(readUnit(text)).toBeNull();
  },
);

test('only the unit of the column is removed', () => {
  expect(withoutUnit('$5', '$')).toBe('5');
  expect(withoutUnit('€5', '$')).toBe('€5');
  expect(withoutUnit('5', '$')).toBe('5');
  expect(withoutUnit('$5', null)).toBe('$5');
  expect(withoutUnit('5 %', '%')).toBe('5');
  // Half a percent, or half of all.
  expect(withoutUnit('0.5', '%')).toBeNull();
});

test('a long text takes time in proportion to its length', () => {
  expect(readUnit(`${'1'.repeat(1_000_000)}x`)).toBeNull();
});
