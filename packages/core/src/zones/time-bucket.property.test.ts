import { Temporal } from '@js-temporal/polyfill';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketStart, showZoned, TIME_UNITS, timeKey } from './time-bucket.ts';
import { offsetAt } from './time-zone.ts';
import { periodAt, zoneOffsets } from './zone-offsets.ts';

const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

/** Zones with unusual changes, and some of the others: the table of each takes a while. */
const zones = [
  'America/Juneau',
  'America/Recife',
  'America/St_Johns',
  'Africa/Casablanca',
  'Africa/Monrovia',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Manila',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kwajalein',
  ...Intl.supportedValuesOf('timeZone').filter((_, i) => i % 20 === 0),
];
const secondBetween = (first: number, last: number) =>
  fc.integer({ min: first / 1_000, max: Math.floor(last / 1_000) }).map((second) => second * 1_000);

/** An instant anywhere in the calendar, in the years with records of offsets, or near a change of the offset. */
const zoneAndInstant = fc.constantFrom(...zones).chain((zone) => {
  const { changes } = zoneOffsets(zone);
  const anywhere = fc.oneof(
    secondBetween(FIRST, LAST),
    secondBetween(Date.UTC(1840, 0, 1), Date.UTC(2100, 0, 1)),
  );
  const near = fc
    .tuple(
      fc.constantFrom(...(changes.length === 0 ? [0] : changes)),
      fc.integer({ min: -1_600, max: 1_600 }),
    )
    .map(([change, minutes]) => change + minutes * MINUTE);
  return fc.record({
    zone: fc.constant(zone),
    instant: fc.oneof(
      anywhere,
      near,
      near.map((time) => time - 1_000),
    ),
  });
});

test('the table of offsets agrees with Intl in every zone', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(zoneAndInstant, ({ zone, instant }) => {
      expect(periodAt(zoneOffsets(zone), instant).offset).toBe(offsetAt(zone, instant));
    }),
    { numRuns: 3_000 },
  );
});

test('a bucket begins with the first instant at which clocks show its unit', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(zoneAndInstant, fc.constantFrom(...TIME_UNITS), ({ zone, instant }, unit) => {
      const offsets = zoneOffsets(zone);
      const key = timeKey(unit, offsets, instant);
      const start = bucketStart(unit, offsets, key);
      expect(start).toBeLessThanOrEqual(instant);
      expect(timeKey(unit, offsets, start)).toBe(key);
      // The bucket may be interrupted, but nothing of it is before its start.
      for (const before of [1, 1_000, 30 * MINUTE, 60 * MINUTE, 24 * 60 * MINUTE]) {
        expect(timeKey(unit, offsets, start - before)).toBeLessThan(key);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('days begin when Temporal says so', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(zoneAndInstant, ({ zone, instant }) => {
      // The polyfill rounds offsets of early times to minutes, and misses an offset that lasted a week.
      fc.pre(!['America/Recife', 'Asia/Gaza'].includes(zone));
      fc.pre(instant > Date.UTC(1973, 0, 1) && instant < Date.UTC(2100, 0, 1));
      const offsets = zoneOffsets(zone);
      const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
      expect(bucketStart('day', offsets, timeKey('day', offsets, instant))).toBe(
        local.startOfDay().epochMilliseconds,
      );
    }),
    { numRuns: 2_000 },
  );
});

test('a bucket is shown as its first instant, on the day and in the hour that clocks show then', () => {
  fc.assert(
    fc.property(zoneAndInstant, fc.constantFrom(...TIME_UNITS), ({ zone, instant }, unit) => {
      fc.pre(instant > FIRST + 400 * DAY && instant < LAST - 400 * DAY);
      const offsets = zoneOffsets(zone);
      const start = bucketStart(unit, offsets, timeKey(unit, offsets, instant));
      const text = showZoned(offsets, start);
      expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
      expect(Date.parse(text)).toBe(start);
      const wall = new Date(start + offsetAt(zone, start)).toISOString();
      expect(text.slice(0, 13)).toBe(wall.slice(0, 13));
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['Europe/Berlin', 'year', '1850-06-01T12:00:00Z', '1850-01-01T00:00:32+00:54'],
  ['Europe/Berlin', 'day', '1850-06-01T12:00:00Z', '1850-06-01T00:00:32+00:54'],
  ['Europe/Berlin', 'hour', '1850-06-01T12:00:00Z', '1850-06-01T12:00:32+00:54'],
  ['Europe/London', 'month', '1840-06-01T12:00:00Z', '1840-06-01T00:00:15-00:01'],
  ['America/New_York', 'week', '1850-06-01T12:00:00Z', '1850-05-27T00:00:02-04:56'],
  ['Europe/Brussels', 'quarter', '1875-06-01T12:00:00Z', '1875-04-01T00:00:30+00:18'],
  // The offset changed eight seconds before midnight.
  ['America/Havana', 'hour', '1890-01-01T05:29:30Z', '1889-12-31T23:59:28-05:30'],
  ['Asia/Baghdad', 'hour', '1889-12-31T21:02:20Z', '1889-12-31T23:59:20+02:57'],
  ['Africa/Monrovia', 'day', '1960-06-01T12:00:00Z', '1960-06-01T00:00:30-00:44'],
] as const)('in %s the %s of %s is shown as %s', (zone, unit, instant, shown) => {
  const offsets = zoneOffsets(zone);
  const start = bucketStart(unit, offsets, timeKey(unit, offsets, Date.parse(instant)));
  expect(showZoned(offsets, start)).toBe(shown);
});
