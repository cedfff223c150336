import type { Choice } from './field.tsx';

const DAY_MS = 86_400_000;
const ZONES = Intl.supportedValuesOf('timeZone');

/** Returns all time zones as choices, and the chosen one if the browser does not know it. */
export function zoneChoices(chosen: string): readonly Choice[] {
  return [...new Set(['UTC', chosen, ...ZONES])].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }));
}

/**
 * Returns the instant of a wall time, NaN for a text that is none. A wall time that occurs twice means the first one; one
 * that clocks skip moves forward by the gap.
 */
export function instantOf(wall: string, zone: string): number {
  const asUtc = Date.parse(`${wall.slice(0, 19)}Z`);
  const early = asUtc - offsetAt(zone, asUtc - DAY_MS);
  const offset = offsetAt(zone, early);
  const late = asUtc - offset;
  return offsetAt(zone, late) === offset ? late : early;
}

/** Returns the instant of a moment that is one in every zone: with an offset, or Unix seconds. Null: it is a wall time. */
function fixedInstant(moment: string): number | null {
  if (/^-?\d{1,11}$/.test(moment)) return Number(moment) * 1_000;
  return /:.*(?:z|[+-]\d\d:?\d\d)$/i.test(moment) ? Date.parse(moment) : null;
}

/** Returns a moment as a field shows it: its wall time in the zone. A date alone begins at midnight. */
export function wallTimeOf(moment: string | undefined, zone: string): string {
  if (moment === undefined) return '';
  const instant = fixedInstant(moment);
  if (instant !== null && !Number.isNaN(instant))
    return withoutZeros(new Date(instant + offsetAt(zone, instant)).toISOString());
  return withoutZeros(moment.length === 10 ? `${moment}T00:00` : moment);
}

/** Returns a moment with another wall time. One that is the same in every zone stays so. */
export function withWallTime(moment: string | undefined, wall: string, zone: string): string {
  if (moment === undefined || fixedInstant(moment) === null) return wall;
  const instant = instantOf(wall, zone);
  // The server says what is wrong with a year of five digits.
  return Number.isNaN(instant) ? wall : new Date(instant).toISOString().replace('.000', '');
}

/** Returns a wall time to the second, or to the minute where the seconds are zero. */
function withoutZeros(wall: string): string {
  return wall.slice(0, 19).replace(/(?<=T\d\d:\d\d):00$/, '');
}

/** Returns how far the clocks of a zone are ahead of UTC, in milliseconds. NaN at no instant. */
export function offsetAt(zone: string, instant: number): number {
  if (Number.isNaN(instant)) return Number.NaN;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wall = new Date(0);
  // `Date.UTC` takes years below 100, as they are typed, for those of a century.
  wall.setUTCFullYear(year, month - 1, day);
  return wall.setUTCHours(hour, minute, second) - Math.floor(instant / 1_000) * 1_000;
}
