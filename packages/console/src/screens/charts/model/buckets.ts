import { instantOf } from '../../../components/zoned-time.ts';
import type { TimeUnit } from './chart-address.ts';

/** How the values of one field are put together: each value, or in buckets that follow each other. */
export type Bucketing =
  | { readonly kind: 'each' }
  | { readonly kind: 'time'; readonly unit: TimeUnit; readonly timeZone: string }
  | { readonly kind: 'number'; readonly width: number };

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** 1970 began on a Thursday, three days after a Monday. */
const MONDAY_SHIFT = 3;

/** Returns the place of a bucket among all that follow each other. Neighbours differ by 1. */
export function positionOf(key: string | number, bucketing: Bucketing): number {
  if (bucketing.kind === 'number') return Math.round(Number(key) / bucketing.width);
  const text = String(key);
  if (bucketing.kind === 'each') return 0;
  if (bucketing.unit === 'hour') return Math.floor(Date.parse(text) / HOUR_MS);
  // The wall time of the zone: its clocks decide what a day is.
  const wall = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const day = Math.floor(wall.getTime() / DAY_MS);
  const [year, month] = [wall.getUTCFullYear(), wall.getUTCMonth()];
  return {
    day: () => day,
    week: () => Math.floor((day + MONDAY_SHIFT) / 7),
    month: () => year * 12 + month,
    quarter: () => year * 4 + Math.floor(month / 3),
    year: () => year,
  }[bucketing.unit]();
}

/** Returns the wall time at which the bucket of a place begins, as if it were UTC. Hours are those of UTC. */
function wallAt(position: number, unit: TimeUnit): Date {
  const monthOf = (year: number, month: number) => {
    const date = new Date(0);
    date.setUTCFullYear(year, month, 1);
    return date;
  };
  return {
    hour: () => new Date(position * HOUR_MS),
    day: () => new Date(position * DAY_MS),
    week: () => new Date((position * 7 - MONDAY_SHIFT) * DAY_MS),
    month: () => monthOf(Math.floor(position / 12), position - 12 * Math.floor(position / 12)),
    quarter: () => monthOf(Math.floor(position / 4), 3 * (position - 4 * Math.floor(position / 4))),
    year: () => monthOf(position, 0),
  }[unit]();
}

/** Returns the first day of the bucket of a place: `2026-03-01`. */
export function dayAt(position: number, unit: Exclude<TimeUnit, 'hour'>): string {
  return wallAt(position, unit).toISOString().slice(0, 10);
}

/** Returns the instant after the last one of a bucket of time. */
export function endOfBucket(key: string, unit: TimeUnit, timeZone: string): number {
  if (unit === 'hour') return Date.parse(key) + HOUR_MS;
  const next = dayAt(positionOf(key, { kind: 'time', unit, timeZone }) + 1, unit);
  return instantOf(`${next}T00:00`, timeZone);
}

const OPTIONS: Readonly<
  Record<TimeUnit, readonly [short: Intl.DateTimeFormatOptions, long: Intl.DateTimeFormatOptions]>
> = {
  hour: [
    { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  ],
  day: [
    { month: 'short', day: 'numeric' },
    { year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' },
  ],
  week: [
    { month: 'short', day: 'numeric' },
    { year: 'numeric', month: 'short', day: 'numeric' },
  ],
  month: [
    { year: 'numeric', month: 'short' },
    { year: 'numeric', month: 'long' },
  ],
  quarter: [{ year: 'numeric' }, { year: 'numeric' }],
  year: [{ year: 'numeric' }, { year: 'numeric' }],
};

/**
 * Returns the text of a bucket of time, short for an axis, long for a table.
 * @param offset how far the clocks are ahead of UTC, in milliseconds; for hours only.
 */
export function timeLabel(position: number, unit: TimeUnit, isLong: boolean, offset = 0): string {
  const wall = new Date(wallAt(position, unit).getTime() + (unit === 'hour' ? offset : 0));
  const text = new Intl.DateTimeFormat('en', { ...OPTIONS[unit][isLong ? 1 : 0], timeZone: 'UTC' }).format(
    wall,
  );
  return unit === 'quarter' ? `${text} Q${Math.floor(wall.getUTCMonth() / 3) + 1}` : text;
}

/** Returns the offset in the text of a bucket's first instant, in milliseconds: `2026-03-29T00:00:00+01:00`. */
export function offsetOfKey(key: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(key) ?? [];
  const size = Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * 60_000;
  return sign === '-' ? -size : size;
}

/** Lengths of the units that an automatic choice compares, in milliseconds. */
const LENGTHS: readonly (readonly [TimeUnit, number])[] = [
  ['hour', HOUR_MS],
  ['day', DAY_MS],
  ['week', 7 * DAY_MS],
  ['month', 30.4 * DAY_MS],
  ['quarter', 91.3 * DAY_MS],
];

/** Returns the shortest unit that makes at most `most` buckets between two instants. */
export function unitFor(from: number, to: number, most: number): TimeUnit {
  return LENGTHS.find(([, length]) => (to - from) / length < most)?.[0] ?? 'year';
}

/** Widths have at most nine decimals. */
const WIDTH_MIN = 1e-9;

/** Returns a width of 1, 2 or 5 times a power of ten that makes at most `most` buckets between two numbers. */
export function widthFor(from: number, to: number, most: number): number {
  if (from === to) return 1;
  const isWhole = Number.isInteger(from) && Number.isInteger(to);
  const least = Math.max((to - from) / most, isWhole ? 1 : WIDTH_MIN);
  return roundUp(least);
}

/** Returns the least of 1, 2 or 5 times a power of ten that is not below a number above 0. */
export function roundUp(least: number): number {
  const power = Math.floor(Math.log10(least));
  for (const step of [1, 2, 5]) {
    // By a text, so that no error of powers of doubles remains.
    const width = Number(`${step}e${power}`);
    if (width >= least) return width;
  }
  return Number(`1e${power + 1}`);
}
