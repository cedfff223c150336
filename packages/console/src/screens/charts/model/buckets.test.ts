import { expect, test } from 'vitest';
import { dayAt, endOfBucket, offsetOfKey, positionOf, timeLabel, unitFor, widthFor } from './buckets.ts';

const time = (unit: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year', timeZone = 'UTC') =>
  ({ kind: 'time', unit, timeZone }) as const;

test.each([
  ['day', '2026-02-28T00:00:00+00:00', '2026-03-01T00:00:00+00:00'],
  ['week', '2025-12-29T00:00:00+00:00', '2026-01-05T00:00:00+00:00'],
  ['month', '2025-12-01T00:00:00+01:00', '2026-01-01T00:00:00+01:00'],
  ['quarter', '2025-10-01T00:00:00+02:00', '2026-01-01T00:00:00+01:00'],
  ['year', '1969-01-01T00:00:00+00:00', '1970-01-01T00:00:00+00:00'],
  // Clocks are set forward: the day has 23 hours.
  ['day', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
  // Clocks show 02:00 twice.
  ['hour', '2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'],
] as const)('a %s is followed by the next one', (unit, key, next) => {
  expect(positionOf(next, time(unit)) - positionOf(key, time(unit))).toBe(1);
});

test('a place returns to the day at which its bucket begins', () => {
  for (const unit of ['day', 'week', 'month', 'quarter', 'year'] as const) {
    const day = {
      day: '2024-02-29',
      week: '2024-02-26',
      month: '2024-02-01',
      quarter: '2024-01-01',
      year: '2024-01-01',
    };
    expect(dayAt(positionOf(`${day[unit]}T00:00:00+00:00`, time(unit)), unit)).toBe(day[unit]);
  }
});

test('a bucket of numbers has the place of its multiple of the width', () => {
  expect(positionOf(0.3, { kind: 'number', width: 0.1 })).toBe(3);
  expect(positionOf(-20, { kind: 'number', width: 10 })).toBe(-2);
});

test.each([
  ['2026-03-29T00:00:00+01:00', 'day', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-10-01T00:00:00+02:00', 'month', 'Europe/Berlin', '2026-10-31T23:00:00.000Z'],
  ['2026-10-25T02:00:00+02:00', 'hour', 'Europe/Berlin', '2026-10-25T01:00:00.000Z'],
  ['2026-01-01T00:00:00-05:00', 'year', 'America/New_York', '2027-01-01T05:00:00.000Z'],
  // The day after begins at 01:00: clocks skip midnight.
  ['2026-04-23T00:00:00+02:00', 'day', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
] as const)('the bucket %s of a %s in %s ends at %s', (key, unit, zone, end) => {
  expect(new Date(endOfBucket(key, unit, zone)).toISOString()).toBe(end);
});

test('a bucket is named as its zone shows it', () => {
  const label = (key: string, unit: Parameters<typeof time>[0], isLong: boolean) =>
    timeLabel(positionOf(key, time(unit)), unit, isLong, offsetOfKey(key));
  expect(label('2026-03-29T03:00:00+02:00', 'hour', true)).toBe('Mar 29, 2026, 03:00');
  expect(label('2026-03-29T14:00:00-05:30', 'hour', false)).toMatch(/^Mar 29, /);
  expect(label('2026-07-01T00:00:00+02:00', 'quarter', true)).toBe('2026 Q3');
  expect(label('2026-07-01T00:00:00+02:00', 'month', false)).toBe('Jul 2026');
});

test('automatic buckets are as fine as their number allows', () => {
  const from = Date.UTC(2026, 0, 1);
  expect(unitFor(from, from + 2 * 86_400_000, 60)).toBe('hour');
  expect(unitFor(from, from + 50 * 86_400_000, 60)).toBe('day');
  expect(unitFor(from, from + 3 * 365 * 86_400_000, 60)).toBe('month');
  expect(unitFor(from, from + 90 * 365 * 86_400_000, 60)).toBe('year');
  expect(unitFor(from, from, 60)).toBe('hour');
  expect(widthFor(2.98, 79.2, 24)).toBe(5);
  expect(widthFor(1, 5, 24)).toBe(1);
  expect(widthFor(0.001, 0.0042, 24)).toBe(0.0002);
  expect(widthFor(7.5, 7.5, 24)).toBe(1);
});
