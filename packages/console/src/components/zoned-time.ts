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
 * Returns the instant of a wall time. A wall time that occurs twice means the first one; one that clocks skip moves
 * forward by the gap.
 */
export function instantOf(wall: string, zone: string): number {
  const asUtc = Date.parse(`${wall.slice(0, 16)}Z`);
  const early = asUtc - offsetAt(zone, asUtc - DAY_MS);
  const offset = offsetAt(zone, early);
  const late = asUtc - offset;
  return offsetAt(zone, late) === offset ? late : early;
}

/** Returns how far the clocks of a zone are ahead of UTC, in milliseconds. */
export function offsetAt(zone: string, instant: number): number {
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
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1_000) * 1_000;
}
