import { Temporal } from '@js-temporal/polyfill';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketStart, showZoned, TIME_UNITS, timeKey } from './time-bucket.ts';
import { offsetAt } from './time-zone.ts';
import { periodAt, zoneOffsets } from './zone-offsets.ts';

const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59Z');
const MINUTE = 60_000;

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

test('a bucket is shown as a time that denotes its first instant', () => {
  fc.assert(
    fc.property(zoneAndInstant, ({ zone, instant }) => {
      fc.pre(instant > FIRST + 2 * 86_400_000 && instant < LAST - 2 * 86_400_000);
      const text = showZoned(zoneOffsets(zone), instant);
      expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
      expect(Date.parse(text)).toBe(instant);
    }),
  );
});
