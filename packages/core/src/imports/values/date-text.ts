import { parseDatetime } from '../../values/datetime.ts';
import { hourOfDay } from '../../values/half-day.ts';
import { isoOfNamedDate } from '../../values/named-date.ts';

/** The order of day and month in dates such as 03/04/2026. */
export type DateOrder = 'dmy' | 'mdy';

/** The year first, with slashes or with single digits. */
const YEAR_FIRST = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T ](\d{1,2})(:.+))?$/i;
const TIME = String.raw`(\d{1,2})(:\d{2}(?::\d{2}(?:\.\d+)?)?)(?: ?([AP])\.?M\.?)?( ?Z| UTC| ?[+-][\d:]{2,5})?`;
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:(?:T|,? )${TIME})?$`, 'i');

/** Returns the character between day, month and year of a date with the year last. Null: it is none. */
export function separatorOf(text: string): string | null {
  return YEAR_LAST.exec(text)?.[2] ?? null;
}

/**
 * Returns a date-time as a store accepts it. Accepts every form of `parseDatetime`, also with slashes or with single
 * digits, dates with the English name of the month, and with an order dates such as 3.4.2026 or 03/04/2026 1:30 PM. Null:
 * not a date.
 */
export function toIsoDatetime(text: string, order: DateOrder | null): string | null {
  if (parseDatetime(text) !== null) return text;
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) {
    const [, year = '', , month = '', day = '', hour, rest = ''] = yearFirst;
    const time = hour === undefined ? '' : `T${two(hour)}${rest}`;
    return checked(`${year}-${two(month)}-${two(day)}${time}`);
  }
  const named = isoOfNamedDate(text);
  if (named !== null) return checked(named);
  const yearLast = order === null ? null : YEAR_LAST.exec(text);
  if (yearLast === null) return null;
  const [, first = '', , second = '', year = '', hour, rest = '', half, offset = ''] = yearLast;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  const hours = half === undefined ? hour : hourOfDay(hour ?? '', half);
  if (hours === null) return null;
  const time = hours === undefined ? '' : `T${two(hours)}${rest}${offset}`;
  return checked(`${year}-${two(month)}-${two(day)}${time}`);
}

function checked(text: string): string | null {
  return parseDatetime(text) === null ? null : text;
}

function two(digits: string): string {
  return digits.padStart(2, '0');
}
