import type { Millis } from '../ground/rows.ts';

/** The accepted forms, for error messages. */
export const DATETIME_FORMS =
  'a date-time such as 2026-01-02T03:04:05Z, 2026-01-02T03:04:05.678+01:00 or 2026-01-02';

export interface ParsedDatetime {
  readonly millis: Millis;
  /** Written as `YYYY-MM-DD`: 00:00Z as a value, the whole UTC day in a filter. */
  readonly isDateOnly: boolean;
  /** Ends in `Z` or another offset from UTC, so that it is an instant in every zone. */
  readonly hasOffset: boolean;
}

/** The years 0000 to 9999, which ISO 8601 writes with four digits. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

export const DAY: Millis = 86_400_000;
const FOUR_CENTURIES: Millis = 146_097 * DAY;

/** The beginnings of texts, such as `2026-01-02T`, each at the place that follows from its day since 1970. */
const DAY_PLACES = 8192;
const shownDays = new Float64Array(DAY_PLACES).fill(Number.NaN);
const dayTexts = new Array<string>(DAY_PLACES).fill('');

/** Returns the beginning of the text of each instant of a day. */
export function showDay(day: number): string {
  const place = day & (DAY_PLACES - 1);
  if (shownDays[place] !== day) {
    dayTexts[place] = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length);
    shownDays[place] = day;
  }
  return dayTexts[place] ?? '';
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
 * Parses the forms of docs/query-semantics.md#datetimes, for everything that reads a date-time. One without an offset is
 * UTC, unless the caller knows its zone; fractions are truncated to milliseconds. Returns null for anything else: days that
 * do not exist, leap seconds, 24:00, instants outside the years 0000 to 9999. Reads character by character, because that
 * takes a third of the time of a regular expression.
 */
export function parseDatetime(text: string): ParsedDatetime | null {
  const year = readTwo(text, 0) * 100 + readTwo(text, 2);
  const month = readTwo(text, 5);
  const day = readTwo(text, 8);
  if (text[4] !== '-' || text[7] !== '-' || !isDay(year, month, day)) return null;
  // Date.UTC reads years 0 to 99 as 1900 to 1999. The calendar repeats every 400 years.
  const midnight = Date.UTC(year + 400, month - 1, day) - FOUR_CENTURIES;
  if (text.length === DATE_END) return { millis: midnight, isDateOnly: true, hasOffset: false };
  const end = findTimeEnd(text);
  const time = readTime(text, end);
  const offset = readOffset(text, end);
  if (time === null || offset === null) return null;
  const millis = midnight + time - offset;
  if (millis < FIRST || millis > LAST) return null;
  return { millis, isDateOnly: false, hasOffset: end < text.length };
}

const DATE_END = 'YYYY-MM-DD'.length;
const MINUTE_END = 'YYYY-MM-DDTHH:MM'.length;
const SECOND_END = 'YYYY-MM-DDTHH:MM:SS'.length;
const HOUR: Millis = 3_600_000;

/** Returns the place behind the time and its fraction. */
function findTimeEnd(text: string): number {
  if (text[MINUTE_END] !== ':') return MINUTE_END;
  if (text[SECOND_END] !== '.') return SECOND_END;
  let at = SECOND_END + 1;
  while (isDigit(text, at)) at++;
  return at;
}

/** Returns the time between the date and `end`, in milliseconds since midnight. Null: the text has another form. */
function readTime(text: string, end: number): Millis | null {
  const separator = text[DATE_END];
  if (separator !== 'T' && separator !== ' ' && separator !== 't') return null;
  const [hour, minute] = [readTwo(text, 11), readTwo(text, 14)];
  const second = end === MINUTE_END ? 0 : readTwo(text, 17);
  if (text[13] !== ':' || !(hour <= 23 && minute <= 59 && second <= 59)) return null;
  if (end === SECOND_END + 1) return null;
  const fraction = text.slice(SECOND_END + 1, Math.min(end, SECOND_END + 4)).padEnd(3, '0');
  return hour * HOUR + minute * MINUTE + second * 1000 + Number(fraction);
}

/**
 * Reads `Z`, `UTC`, `±HH:MM`, `±HHMM`, `±HH` or nothing at the end of a text, as milliseconds. A blank may be before them,
 * and has to be before `UTC`.
 */
function readOffset(text: string, end: number): Millis | null {
  if (end === text.length) return 0;
  const isApart = text[end] === ' ';
  const at = isApart ? end + 1 : end;
  const sign = text[at];
  if (sign === '+' || sign === '-') {
    const hours = readTwo(text, at + 1);
    const minutes = readOffsetMinutes(text, at + '+HH'.length);
    return hours <= 23 && minutes <= 59 ? (sign === '-' ? -1 : 1) * (hours * HOUR + minutes * MINUTE) : null;
  }
  const name = text.length - at > 'UTC'.length ? '' : text.slice(at).toUpperCase();
  return name === 'Z' || (isApart && name === 'UTC') ? 0 : null;
}

/** Returns the number of `:MM`, `MM` or nothing at the end of a text; NaN for anything else. */
function readOffsetMinutes(text: string, at: number): number {
  const length = text.length - at;
  if (length === 0) return 0;
  if (length === 2) return readTwo(text, at);
  return length === 3 && text[at] === ':' ? readTwo(text, at + 1) : Number.NaN;
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
