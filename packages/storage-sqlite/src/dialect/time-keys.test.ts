import { timeKey, zoneOffsets } from '@vitrine/core/adapter';
import { expect, test } from 'vitest';
import { bucketNumber, timeKeyOf } from './time-keys.ts';

const TIME = Date.UTC(2026, 2, 31, 22, 30);

test('a number represents a unit and a time zone', () => {
  const berlin = bucketNumber('month', 'Europe/Berlin');
  const utc = bucketNumber('month', 'UTC');
  const day = bucketNumber('day', 'UTC');
  expect(timeKeyOf(TIME, berlin)).toBe(timeKey('month', zoneOffsets('Europe/Berlin'), TIME));
  expect(timeKeyOf(TIME, berlin)).toBe(Date.UTC(2026, 3, 1));
  expect(timeKeyOf(TIME, utc)).toBe(Date.UTC(2026, 2, 1));
  expect(timeKeyOf(TIME, day)).toBe(Date.UTC(2026, 2, 31));
});

test('a zone has one number, however its name is written, and an unknown zone has none', () => {
  expect(bucketNumber('month', 'europe/BERLIN')).toBe(bucketNumber('month', 'Europe/Berlin'));
  expect(() => bucketNumber('month', 'Europe/Nowhere')).toThrow(RangeError);
  expect(() => timeKeyOf(TIME, 1_000_000)).toThrow(RangeError);
});
