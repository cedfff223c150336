import type { Millis } from '../storage/rows.ts';

/** For messages. */
export const DATETIME_FORMS =
  'a date-time such as 2026-01-02T03:04:05Z, 2026-01-02T03:04:05.678+01:00 or 2026-01-02';

export interface ParsedDatetime {
  readonly millis: Millis;
  /** Given as `YYYY-MM-DD`: 00:00Z as a value, the whole UTC day in a filter. */
  readonly isDateOnly: boolean;
}

const FORM = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))?)?$/;

/** Year 0000 to 9999: what ISO 8601 writes with four digits. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

let shownMillis: Millis = 0;
let shownText = new Date(0).toISOString();

/**
 * An instant as JSON shows it. The last one is remembered: a new record has one time twice, and so have all that were
 * written together.
 */
export function showDatetime(millis: Millis): string {
  if (millis !== shownMillis) {
    shownText = new Date(millis).toISOString();
    shownMillis = millis;
  }
  return shownText;
}

/**
 * Reads the forms of decisions 12.5; without an offset it is UTC; fractions are cut to milliseconds. Null for
 * anything else: days that don't exist, leap seconds, 24:00, instants outside the years 0000 to 9999.
 */
export function parseDatetime(text: string): ParsedDatetime | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = '',
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = match;
  const isDateOnly = hour === undefined;
  const parts = [year, month, day, hour ?? '0', minute ?? '0', second ?? '0'].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  if (h > 23 || mi > 59 || s > 59 || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null;

  // Date.UTC reads years 0 to 99 as 1900 to 1999; setUTCFullYear doesn't.
  const date = new Date(0);
  date.setUTCFullYear(y, mo - 1, d);
  if (date.getUTCMonth() !== mo - 1 || date.getUTCDate() !== d) return null;
  date.setUTCHours(h, mi, s, Number(fraction.slice(0, 3).padEnd(3, '0')));

  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1);
  const millis = date.getTime() - offset;
  return millis < FIRST || millis > LAST ? null : { millis, isDateOnly };
}
