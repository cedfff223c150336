import type { Millis } from '../ground/rows.ts';
import { offsetAt } from './time-zone.ts';

/** The offsets of a time zone from UTC: `offsets[0]` before `changes[0]`, and `offsets[i + 1]` from `changes[i]` on. */
export interface ZoneOffsets {
  readonly changes: readonly Millis[];
  readonly offsets: readonly Millis[];
}

/** The offset at an instant, and when it begins and ends. Infinite before the first change and after the last one. */
export interface OffsetPeriod {
  readonly offset: Millis;
  readonly from: Millis;
  readonly until: Millis;
}

const DAY: Millis = 86_400_000;

/** 146,097 days, which are whole weeks: the calendar repeats itself, and so do the rules of all zones from 2100 on. */
export const ZONE_CYCLE: Millis = 146_097 * DAY;

/** No zone changes its offset before. */
const FIRST: Millis = Date.UTC(1840, 0, 1);
/** From here on, an offset is the one a cycle earlier. */
export const ZONE_TABLE_END: Millis = Date.UTC(2500, 0, 1);

/** Shorter than the time between any two changes: the shortest is seven days less an hour (Brazil 2000, Gaza 2040). */
const STEP: Millis = 6 * DAY;
/** From 2100 on every zone keeps to one rule, whose changes are months apart. */
const RULED: Millis = Date.UTC(2100, 0, 1);
const RULED_STEP: Millis = 30 * DAY;
/** What changes are a multiple of: to the second in the past, to the quarter of an hour by rule. */
const SECOND: Millis = 1_000;
const QUARTER: Millis = 900_000;

const UTC: ZoneOffsets = { changes: [], offsets: [0] };

/** Bounded by the number of zone names. */
const tables = new Map<string, ZoneOffsets>();

/**
 * Returns all offsets of a zone up to `ZONE_TABLE_END`. The first call for a zone asks `Intl` for the offset at each step,
 * later ones are free. @throws RangeError for an unknown zone.
 */
export function zoneOffsets(timeZone: string): ZoneOffsets {
  const name = timeZone.toUpperCase();
  if (name === 'UTC') return UTC;
  let table = tables.get(name);
  if (table === undefined) {
    table = readOffsets(timeZone);
    tables.set(name, table);
  }
  return table;
}

function readOffsets(timeZone: string): ZoneOffsets {
  let last = offsetAt(timeZone, FIRST);
  const changes: Millis[] = [];
  const offsets = [last];
  for (let at = FIRST; at < ZONE_TABLE_END; ) {
    const isRuled = at >= RULED;
    const to = at + (isRuled ? RULED_STEP : STEP);
    const next = offsetAt(timeZone, to);
    if (next !== last) {
      changes.push(findChange(timeZone, at, to, isRuled ? QUARTER : SECOND));
      offsets.push(next);
      last = next;
    }
    at = to;
  }
  return { changes, offsets };
}

/** Returns the first multiple of the unit with the offset that the zone has at `to`. */
function findChange(timeZone: string, from: Millis, to: Millis, unit: Millis): Millis {
  const offset = offsetAt(timeZone, to);
  let [before, after] = [Math.floor(from / unit), Math.ceil(to / unit)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(timeZone, middle * unit) === offset) after = middle;
    else before = middle;
  }
  return after * unit;
}

/** Returns the offset at an instant and the time during which it applies. */
export function periodAt({ changes, offsets }: ZoneOffsets, instant: Millis): OffsetPeriod {
  const shift = instant < ZONE_TABLE_END ? 0 : cyclesAfter(instant) * ZONE_CYCLE;
  const place = countUpTo(changes, instant - shift);
  return {
    offset: offsets[place] ?? 0,
    from: (changes[place - 1] ?? Number.NEGATIVE_INFINITY) + shift,
    until: (changes[place] ?? Number.POSITIVE_INFINITY) + shift,
  };
}

/** Returns how many cycles an instant after the table is to be moved back. */
function cyclesAfter(instant: Millis): number {
  return Math.ceil((instant - ZONE_TABLE_END + 1) / ZONE_CYCLE);
}

/** Returns how many of the ascending numbers are at most the limit. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
