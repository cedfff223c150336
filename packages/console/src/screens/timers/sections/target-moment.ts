import type { TimerDesign } from '@vitrine/client';
import { instantOf, offsetAt } from '../../../components/zoned-time.ts';

type Target = TimerDesign['target'];

const DAY_MS = 86_400_000;
/** Two months and a little: within it, each recurring target comes again. */
const DAYS_AHEAD = 64;

/** Returns the moment at which a timer ends if it is opened now. Null for those whose URL or record decides. */
export function endOf(target: Target, now: number): number | null {
  const zone = target.timeZone ?? 'UTC';
  if (target.kind === 'date') {
    const end = target.date === undefined ? Number.NaN : instantOf(target.date, zone);
    return Number.isNaN(end) ? null : end;
  }
  if (target.kind !== 'recurring') return null;
  const today = Math.floor((now + offsetAt(zone, now)) / DAY_MS) * DAY_MS;
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead++) {
    const day = new Date(today + ahead * DAY_MS);
    if (!isDayOf(target, day)) continue;
    const end = instantOf(`${day.toISOString().slice(0, 10)}T${target.at ?? '00:00'}`, zone);
    if (end > now) return end;
  }
  return null;
}

function isDayOf({ every = 'day', weekday = 1, day = 1 }: Target, date: Date): boolean {
  if (every === 'day') return true;
  if (every === 'week') return (date.getUTCDay() || 7) === weekday;
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(day, last);
}

const LEFT_UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns a length of time by its two largest units: `6 days 23 hours`. */
export function formatLeft(milliseconds: number): string {
  let rest = Math.max(0, Math.floor(milliseconds / 1_000));
  const parts: string[] = [];
  for (const [unit, size] of LEFT_UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  return parts.length === 0 ? '0 seconds' : parts.slice(0, 2).join(' ');
}

/** Returns the day and time of an instant in a zone: `Mon, Nov 30, 8:00 PM`. */
export function wallTimeIn(timeZone: string, instant: number): string {
  return new Intl.DateTimeFormat('en', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(instant);
}
