import type { Millis } from '../storage/rows.ts';

/** The accepted forms, for error messages. */
export const DATETIME_FORMS =
  'a date-time such as 2026-01-02T03:04:05Z, 2026-01-02T03:04:05.678+01:00 or 2026-01-02';

export interface ParsedDatetime {
  readonly millis: Millis;
  /** Written as `YYYY-MM-DD`: 00:00Z as a value, the whole UTC day in a filter. */
  readonly isDateOnly: boolean;
}

/** The years 0000 to 9999, which ISO 8601 writes with four digits. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

export const DAY: Millis = 86_400_000;
const FOUR_CENTURIES: Millis = 146_097 * DAY;

const DAYS_KEPT = 5_000;

/** The beginnings of texts, such as `2026-01-02T`, by the number of the day since 1970. */
const days = new Map<number, string>();

/** Returns the beginning of the text of each instant of a day. */
export function showDay(day: number): string {
  let text = days.get(day);
  if (text === undefined) {
    text = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length);
    if (days.size >= DAYS_KEPT) days.clear();
    days.set(day, text);
  }
  return text;
}

const MINUTE: Millis = 60_000;

const two = (number: number) => String(number).padStart(2, '0');
const MINUTES = Array.from(
  { length: 24 * 60 },
  (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}:`,
);
const SECONDS = Array.from({ length: 60 }, (_, second) => `${two(second)}.`);
const THOUSANDTHS = Array.from({ length: 1000 }, (_, number) => `${String(number).padStart(3, '0')}Z`);

/**
 * The last texts with their instants, each at the place that follows from its instant. Instants repeat: in one record,
 * among the records of a batch, and where a page is read again.
 */
const PLACES = 1024;
const shownInstants = new Float64Array(PLACES).fill(Number.NaN);
const shownTexts = new Array<string>(PLACES).fill('');

/** Returns what `Date.prototype.toISOString` returns for an instant, several times as fast. */
export function showDatetime(instant: Millis): string {
  const millis = Math.trunc(instant);
  const day = Math.floor(millis / DAY);
  const inDay = millis - day * DAY;
  const place = (inDay ^ day) & (PLACES - 1);
  if (shownInstants[place] === millis) return shownTexts[place] ?? '';
  const minute = Math.floor(inDay / MINUTE);
  const inMinute = inDay - minute * MINUTE;
  const second = Math.floor(inMinute / 1000);
  const text = `${showDay(day)}${MINUTES[minute]}${SECONDS[second]}${THOUSANDTHS[inMinute - second * 1000]}`;
  shownInstants[place] = millis;
  shownTexts[place] = text;
  return text;
}

/**
 * Parses the forms of docs/query-semantics.md#values. A date-time without an offset is UTC; fractions are truncated to
 * milliseconds. Returns null for anything else: days that do not exist, leap seconds, 24:00, instants outside the years
 * 0000 to 9999. Reads character by character, because that takes a third of the time of a regular expression.
 */
export function parseDatetime(text: string): ParsedDatetime | null {
  const year = readTwo(text, 0) * 100 + readTwo(text, 2);
  const month = readTwo(text, 5);
  const day = readTwo(text, 8);
  if (text[4] !== '-' || text[7] !== '-' || !isDay(year, month, day)) return null;
  // Date.UTC reads years 0 to 99 as 1900 to 1999. The calendar repeats every 400 years.
  const midnight = Date.UTC(year + 400, month - 1, day) - FOUR_CENTURIES;
  if (text.length === DATE_LENGTH) return { millis: midnight, isDateOnly: true };
  const time = readTime(text);
  if (time === null) return null;
  const millis = midnight + time;
  return millis < FIRST || millis > LAST ? null : { millis, isDateOnly: false };
}

const DATE_LENGTH = 'YYYY-MM-DD'.length;
const TIME_END = 'YYYY-MM-DDTHH:MM:SS'.length;
const HOUR: Millis = 3_600_000;

/** Returns the time after the date with its offset, in milliseconds since midnight. Null: the text has another form. */
function readTime(text: string): Millis | null {
  const [hour, minute, second] = [readTwo(text, 11), readTwo(text, 14), readTwo(text, 17)];
  if (text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return null;
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return null;
  let at = TIME_END;
  if (text[at] === '.') {
    do at++;
    while (isDigit(text, at));
    if (at === TIME_END + 1) return null;
  }
  const offset = readOffset(text, at);
  const fraction = text.slice(TIME_END + 1, Math.min(at, TIME_END + 4)).padEnd(3, '0');
  return offset === null ? null : hour * HOUR + minute * MINUTE + second * 1000 + Number(fraction) - offset;
}

/** Reads `Z`, `+HH:MM`, `-HH:MM` or nothing at the end of a text, as milliseconds. */
function readOffset(text: string, at: number): Millis | null {
  if (at === text.length || (text[at] === 'Z' && at + 1 === text.length)) return 0;
  const [hours, minutes] = [readTwo(text, at + 1), readTwo(text, at + 4)];
  const isOffset = (text[at] === '+' || text[at] === '-') && text[at + 3] === ':';
  if (!isOffset || at + '+HH:MM'.length !== text.length || !(hours <= 23 && minutes <= 59)) return null;
  return (text[at] === '-' ? -1 : 1) * (hours * HOUR + minutes * MINUTE);
}

const ZERO = 0x30;

function isDigit(text: string, at: number): boolean {
  const digit = text.charCodeAt(at) - ZERO;
  return digit >= 0 && digit <= 9;
}

/** Returns the number of two digits; NaN where there are none. */
function readTwo(text: string, at: number): number {
  if (!isDigit(text, at) || !isDigit(text, at + 1)) return Number.NaN;
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns whether the Gregorian calendar has the day. */
function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return year >= 0 && day >= 1 && day <= days;
}
