import { expect, test } from 'vitest';
import { formatAgo, formatBytes, formatNumber } from './format.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [123_456, '123 kB'],
  [40_000_000, '40.0 MB'],
  [2e15, '2000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [-2_000, 'just now'],
  [-30_000, '30 seconds ago'],
  [-3_600_000, '1 hour ago'],
  [-86_400_000, 'yesterday'],
  [90_000_000_000, 'in 2 years'],
])('%d ms from now is %s', (distance, text) => {
  expect(formatAgo(1_000_000_000_000 + distance, 1_000_000_000_000)).toBe(text);
});

test('numbers have separators', () => {
  expect(formatNumber(1_000_000)).toBe('1,000,000');
});
