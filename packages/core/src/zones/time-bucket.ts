import type { Millis } from '../ground/rows.ts';
import { periodAt, type ZoneOffsets } from './zone-offsets.ts';

/** From the shortest to the longest. A week begins on Monday (ISO 8601). */
export const TIME_UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** What clocks and calendars show of an instant: the day of the week, 1 (Monday) to 7, and the hour, 0 to 23. */
export const CLOCK_PARTS = ['weekday', 'hourOfDay'] as const;
export type ClockPart = (typeof CLOCK_PARTS)[number];

export function isClockPart(unit: TimeUnit | ClockPart): unit is ClockPart {
  return unit === 'weekday' || unit === 'hourOfDay';
}

const MINUTE: Millis = 60_000;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;
/** 1970-01-01 was a Thursday. */
const THURSDAY = 3;
/** Longer than any offset, and than any time that clocks have skipped. */
const SEARCHED_DAYS = 3;

/**
 * Returns the key of the bucket of an instant (docs/query-semantics.md#buckets). Keys are in the order of the buckets.
 * - Days and longer: the wall time at which the unit begins, as if it were UTC. All instants at which clocks show that
 *   unit are in the bucket, also where they are set back over midnight.
 * - Hours: the first instant. A change of the offset begins another bucket, so that an hour that clocks repeat is two.
 * - Parts of a clock: the number that it shows.
 */
export function timeKey(unit: TimeUnit | ClockPart, zone: ZoneOffsets, instant: Millis): number {
  const { offset, from } = periodAt(zone, instant);
  const wall = instant + offset;
  if (unit === 'weekday') return modulo(Math.floor(wall / DAY) + THURSDAY, 7) + 1;
  if (unit === 'hourOfDay') return modulo(Math.floor(wall / HOUR), 24);
  if (unit === 'hour') return Math.max(Math.floor(wall / HOUR) * HOUR - offset, from);
  return unitStart(unit, wall);
}

function modulo(number: number, divisor: number): number {
  return ((number % divisor) + divisor) % divisor;
}

/** Returns the first instant of the bucket that has the key. */
export function bucketStart(unit: TimeUnit, zone: ZoneOffsets, key: number): Millis {
  if (unit === 'hour') return key;
  const end = unitEnd(unit, key);
  // From the earliest instant at which any clock can show the wall time, through each offset in turn.
  let at = key - DAY;
  while (at <= key + SEARCHED_DAYS * DAY) {
    const { offset, until } = periodAt(zone, at);
    const first = Math.max(at, key - offset);
    if (first < until && first + offset < end) return first;
    at = until;
  }
  throw new RangeError(`no clock of the zone shows a ${unit} from ${key} on`);
}

/** Returns the wall time at which the unit of a wall time begins. */
function unitStart(unit: TimeUnit, wall: number): number {
  const day = Math.floor(wall / DAY);
  switch (unit) {
    case 'hour':
      return Math.floor(wall / HOUR) * HOUR;
    case 'day':
      return day * DAY;
    case 'week':
      return (Math.floor((day + THURSDAY) / 7) * 7 - THURSDAY) * DAY;
    default: {
      const date = new Date(day * DAY);
      const months = MONTHS[unit];
      return monthStart(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months);
    }
  }
}

function unitEnd(unit: TimeUnit, start: number): number {
  switch (unit) {
    case 'hour':
      return start + HOUR;
    case 'day':
      return start + DAY;
    case 'week':
      return start + 7 * DAY;
    default: {
      const date = new Date(start);
      return monthStart(date.getUTCFullYear(), date.getUTCMonth() + MONTHS[unit]);
    }
  }
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** `Date.UTC` would read the years 0 to 99 as 1900 to 1999. */
function monthStart(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

/**
 * Returns an instant as a wall time with its offset: `2026-03-29T00:00:00+01:00`. An offset with seconds, as some zones had
 * before 1972, is rounded to the minute above, or to the one below in the last minute of an hour: the text still
 * denotes the instant, and shows the hour and the day that clocks show.
 */
export function showZoned(zone: ZoneOffsets, instant: Millis): string {
  const { offset } = periodAt(zone, instant);
  const above = Math.ceil(offset / MINUTE);
  const isSameHour = Math.floor((instant + above * MINUTE) / HOUR) === Math.floor((instant + offset) / HOUR);
  const minutes = isSameHour ? above : above - 1;
  const wall = new Date(instant + minutes * MINUTE).toISOString().replace(/\.000Z$|Z$/, '');
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${wall}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
