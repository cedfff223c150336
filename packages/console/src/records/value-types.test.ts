import { expect, test } from 'vitest';
import { showValue } from './value-types.ts';

test.each([
  ['2026-01-02T09:00:00.000Z', '2026-01-02 09:00'],
  ['2026-01-02T09:00:05.000Z', '2026-01-02 09:00:05'],
  ['2026-01-02T09:00:00.250Z', '2026-01-02 09:00:00.250'],
  ['2026-01-02T00:00:05.000Z', '2026-01-02 00:00:05'],
  ['2026-01-02T00:00:00.000Z', '2026-01-02'],
])('the time %s is shown as %s', (value, shown) => {
  expect(showValue(value, 'datetime')).toBe(shown);
});
