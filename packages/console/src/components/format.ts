const whole = new Intl.NumberFormat('en-US');
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Returns a number with thousands separators. */
export function formatNumber(value: number): string {
  return whole.format(value);
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Returns a size in bytes with a decimal unit: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < BYTE_UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${BYTE_UNITS[unit]}`;
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Returns how long ago, or in how long, a time is: `3 hours ago`. */
export function formatAgo(time: string | number | Date, now: number = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1_000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.trunc(seconds), 'second');
}

/** Returns a time as `Nov 22, 2026, 10:15 PM`, in the reader's zone. */
export function formatMoment(time: string | number | Date): string {
  return moment.format(new Date(time));
}

/** Returns a time on the clocks of a zone, with its name: `Nov 22, 2026, 10:15 PM in Europe/Berlin`. */
export function formatMomentIn(time: string | number | Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return `${format.format(new Date(time))} in ${timeZone.replaceAll('_', ' ')}`;
}
