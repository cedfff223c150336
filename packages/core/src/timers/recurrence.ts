import type { TimerDesignTarget } from '../contracts/timers/timer-target.ts';
import type { Millis } from '../ground/rows.ts';
import { instantOf, wallOf } from '../zones/time-zone.ts';

const DAY: Millis = 86_400_000;
/** Days before today that may still have an occurrence after now, because clocks change. */
const BEFORE = 1;
/** The days until the next occurrence: at most a month, and some for changes of the clocks. */
const AFTER = 34;

/**
 * Returns the first occurrence at or after `now`. A time of day that clocks skip moves forward by the skipped time; of one
 * that occurs twice, the first is meant.
 */
export function nextOccurrence(
  { every = 'day', at = '00:00', weekday = 1, day = 1, timeZone = 'UTC' }: TimerDesignTarget,
  now: Millis,
): Millis {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const today = Math.floor(wallOf(timeZone, now) / DAY) * DAY;
  for (let ahead = -BEFORE; ahead <= AFTER; ahead++) {
    const date = new Date(today + ahead * DAY);
    const isDue =
      every === 'day' ||
      (every === 'week' ? (date.getUTCDay() || 7) === weekday : date.getUTCDate() === dayIn(date, day));
    if (!isDue) continue;
    const instant = instantOf(timeZone, date.getTime() + (hours * 60 + minutes) * 60_000);
    if (instant >= now) return instant;
  }
  throw new Error('A recurring target has no next occurrence.');
}

/** Returns the day in the month of a date, or the last one of a shorter month. */
function dayIn(date: Date, day: number): number {
  return Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate());
}
