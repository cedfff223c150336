import { Temporal } from '@js-temporal/polyfill';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf, isTimeZone, offsetAt, wallOf } from './time-zone.ts';

/** Returns the same as `instantOf`, computed by an independent implementation. */
function instantByTemporal(timeZone: string, wall: number): number {
  const plain = Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, -1));
  return plain.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}

const zones = Intl.supportedValuesOf('timeZone');
const hour = 3_600_000;
const seconds = (from: string, to: string) =>
  fc.integer({ min: Date.parse(from) / 1_000, max: Date.parse(to) / 1_000 }).map((second) => second * 1_000);

test('instantOf agrees with Temporal in every zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      seconds('1900-01-01T00:00:00Z', '2100-01-01T00:00:00Z'),
      (zone, wall) => {
        expect(instantOf(zone, wall)).toBe(instantByTemporal(zone, wall));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('instantOf agrees with Temporal near changes of the offset, to the second', () => {
  // Every change of the offset in two years, and wall times up to 27 hours before and after it, a third of them within
  // 3.
  const changing = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Casablanca'];
  const skipping = [
    { zone: 'Pacific/Apia', change: Date.parse('2011-12-30T10:00:00Z') },
    { zone: 'Pacific/Kwajalein', change: Date.parse('1993-08-21T12:00:00Z') },
  ];
  const changes = [
    ...changing.flatMap((zone) => changesOf(zone, 2025, 2027).map((change) => ({ zone, change }))),
    ...skipping,
  ];
  expect(changes.length).toBeGreaterThan(15);
  fc.assert(
    fc.property(
      fc.constantFrom(...changes),
      fc.integer({ min: -27 * 3_600, max: 27 * 3_600 }),
      fc.boolean(),
      ({ zone, change }, distance, isNear) => {
        const wall = wallOf(zone, change) + Math.trunc(distance / (isNear ? 9 : 1)) * 1_000;
        expect(instantOf(zone, wall)).toBe(instantByTemporal(zone, wall));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('instantOf reverses wallOf, or returns the first instant of an hour that clocks show twice', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      seconds('1970-01-01T00:00:00Z', '2100-01-01T00:00:00Z'),
      (zone, instant) => {
        const back = instantOf(zone, wallOf(zone, instant));
        expect(back).toBeLessThanOrEqual(instant);
        expect(wallOf(zone, back)).toBe(wallOf(zone, instant));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('instantOf moves a skipped wall time forward and returns the first of two instants', () => {
  const newYork = (wall: string) => instantOf('America/New_York', Date.parse(`${wall}Z`));
  expect(newYork('2026-03-08T02:30:00')).toBe(Date.parse('2026-03-08T03:30:00-04:00'));
  expect(newYork('2026-11-01T01:30:00')).toBe(Date.parse('2026-11-01T01:30:00-04:00'));
  expect(instantOf('Australia/Lord_Howe', Date.parse('2026-10-04T02:15:00Z'))).toBe(
    Date.parse('2026-10-04T02:45:00+11:00'),
  );
});

test('isTimeZone accepts names and aliases of the IANA database in any case', () => {
  for (const zone of [
    ...zones,
    'UTC',
    'utc',
    'US/Eastern',
    'Asia/Calcutta',
    'Europe/Kyiv',
    'america/new_york',
  ])
    expect(isTimeZone(zone), zone).toBe(true);
  for (const zone of ['EST', 'CET', 'GMT', 'EST5EDT', 'Etc/GMT+5']) expect(isTimeZone(zone), zone).toBe(true);
});

test('isTimeZone rejects offsets, unknown names and ambiguous abbreviations', () => {
  const none = ['', ' ', '+01:00', '-0500', 'Z', 'GMT+5', 'Mars/Base', 'BST', 'IST', 'CST', 'PST', 'Europe'];
  const hostile = [
    'UTC ',
    ' UTC',
    'UTC\n',
    '__proto__',
    'a'.repeat(1_000_000),
    'Europe/Berlin\0',
    'toString',
  ];
  for (const zone of [...none, ...hostile]) expect(isTimeZone(zone), zone.slice(0, 20)).toBe(false);
  expect(() => offsetAt('Mars/Base', 0)).toThrow(RangeError);
});

/** Returns the instants at which the offset of a zone changes, found by bisection. */
function changesOf(zone: string, firstYear: number, lastYear: number): number[] {
  const found: number[] = [];
  const end = Date.UTC(lastYear, 0);
  for (let from = Date.UTC(firstYear, 0); from < end; from += 24 * hour) {
    let [low, high] = [from, from + 24 * hour];
    if (offsetAt(zone, low) === offsetAt(zone, high)) continue;
    while (high - low > 1_000) {
      const middle = Math.floor((low + high) / 2_000) * 1_000;
      if (offsetAt(zone, middle) === offsetAt(zone, low)) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
}
