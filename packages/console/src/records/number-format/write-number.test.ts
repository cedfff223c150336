import { expect, test } from 'vitest';
import { formatOfUnit, writeNumber } from './write-number.ts';

test('a number has the sign and the decimals of its format', () => {
  expect(writeNumber(1234.5, { style: 'plain' })).toBe('1,234.5');
  expect(writeNumber(1234.5, { style: 'plain', decimals: 2 })).toBe('1,234.50');
  expect(writeNumber(1234.567, { style: 'plain', decimals: 1 })).toBe('1,234.6');
  expect(writeNumber(-1234.5, { style: 'currency', currency: 'EUR' })).toBe('-€1,234.50');
  expect(writeNumber(1234.5, { style: 'currency', currency: 'USD', decimals: 0 })).toBe('$1,235');
  expect(writeNumber(1234, { style: 'currency', currency: 'JPY' })).toBe('¥1,234');
  expect(writeNumber(12, { style: 'percent' })).toBe('12%');
  expect(writeNumber(12.345, { style: 'percent', decimals: 2 })).toBe('12.35%');
});

test('a number without decimals of its format has its own, within bounds', () => {
  const amount = { style: 'currency', currency: 'EUR' } as const;
  expect(writeNumber(1.23456, amount)).toBe('€1.23456');
  expect(writeNumber(1.5, amount, { least: 3 })).toBe('€1.500');
  expect(writeNumber(50.54040769, amount, { most: 4 })).toBe('€50.5404');
  expect(writeNumber(1, { style: 'plain' }, { least: 2 })).toBe('1.00');
  expect(writeNumber(1e21, { style: 'plain', decimals: 2 })).toBe('1,000,000,000,000,000,000,000.00');
  expect(writeNumber(0.1 + 0.2, { style: 'plain' })).toBe('0.30000000000000004');
});

test('a unit of a file has a format if it means one thing only', () => {
  expect(formatOfUnit('$')).toEqual({ style: 'currency', currency: 'USD' });
  expect(formatOfUnit('CHF')).toEqual({ style: 'currency', currency: 'CHF' });
  expect(formatOfUnit('%')).toEqual({ style: 'percent' });
  expect(formatOfUnit('¥')).toBeNull();
});
