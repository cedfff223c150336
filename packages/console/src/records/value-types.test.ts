import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { sayValue, showValue } from './value-types.ts';

test.each([
  ['2026-01-02T09:00:00.000Z', '2026-01-02 09:00'],
  ['2026-01-02T09:00:05.000Z', '2026-01-02 09:00:05'],
  ['2026-01-02T09:00:00.250Z', '2026-01-02 09:00:00.250'],
  ['2026-01-02T00:00:05.000Z', '2026-01-02 00:00:05'],
  ['2026-01-02T00:00:00.000Z', '2026-01-02'],
])('the time %s is shown as %s', (value, shown) => {
  expect(showValue(value, 'datetime')).toBe(shown);
});

test('a value in words is written as its column shows it', verifies('console.F36'), () => {
  const format = { style: 'currency', currency: 'EUR' } as const;
  expect(sayValue(1299.5, { type: 'number', format })).toBe('€1,299.50');
  expect(sayValue(1299.5, { type: 'number' })).toBe('1299.5');
  expect(sayValue('2026-01-02T00:00:00.000Z', { type: 'datetime' })).toBe('2026-01-02');
  expect(sayValue(false, { type: 'boolean' })).toBe('no');
  expect(sayValue(null, { type: 'number', format })).toBe('empty');
});
