import { parseJsonNumber } from '../json-number.ts';
import type { PropertyType } from '../storage/rows.ts';
import { parseDatetime } from '../values/datetime.ts';
import { readValue } from '../values/value.ts';

/** The order of day and month in dates such as 03/04/2026. */
export type DateOrder = 'dmy' | 'mdy';
/** How numbers are written: 1,234.5 or 1.234,5, also without separators between thousands. */
export type Decimal = 'point' | 'comma';

/** How the text of a column is read. */
export interface TextForm {
  /** `plain`: a decimal point, and nothing between thousands. */
  readonly decimal: Decimal | 'plain';
  /** Null: only ISO 8601 is a date. */
  readonly dates: DateOrder | null;
}

/**
 * Converts the text of a cell to the JSON value for a property. Text that is not valid for the type stays text, so that
 * the store refuses it with its own message.
 */
export function readTypedText(text: string, type: PropertyType, form: TextForm): string | number | boolean {
  switch (type) {
    case 'number': {
      return parseNumber(text.trim(), form.decimal) ?? text;
    }
    case 'boolean':
      return parseBoolean(text.trim()) ?? text;
    case 'datetime':
      return toIsoDatetime(text.trim(), form.dates) ?? text;
    case 'string':
    case 'url_image':
    case 'url_link':
      return text;
  }
}

const COMMA_NUMBER = /^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
/** A number with a decimal point, if it has one, and with commas between thousands. */
const GROUPED_NUMBER = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

function parseNumber(text: string, decimal: TextForm['decimal']): number | null {
  if (decimal === 'comma') return COMMA_NUMBER.test(text) ? parseJsonNumber(withDecimalPoint(text)) : null;
  const number = parseJsonNumber(text);
  if (number !== null || decimal === 'plain' || !GROUPED_NUMBER.test(text)) return number;
  return parseJsonNumber(withoutCommas(text));
}

function withoutCommas(text: string): string {
  return text.replaceAll(',', '');
}

/** Replaces a decimal comma and removes the points between thousands. */
function withDecimalPoint(text: string): string {
  return text.replaceAll('.', '').replace(',', '.');
}

/** English, German, Dutch, the Nordic languages, French, Spanish, Italian, Portuguese, Polish, Czech, Russian. */
const YES = new Set([
  ...['true', 'yes', 'y', 'on', 't', '1'],
  ...['ja', 'oui', 'sí', 'si', 'sì', 'sim', 'tak', 'ano', 'да'],
]);
const NO = new Set([
  ...['false', 'no', 'n', 'off', 'f', '0'],
  ...['nein', 'nee', 'nej', 'nei', 'non', 'não', 'nie', 'ne', 'нет'],
]);

/** Longer than every word above, also with its accents apart. Normalizing takes time that grows with the square of the length. */
const WORD_MAX = 16;

function parseBoolean(text: string): boolean | null {
  if (text.length > WORD_MAX) return null;
  const word = text.normalize('NFC').toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

/** Pairs of words that make a column boolean. Of single letters both have to occur. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['on', 'off'],
  ['y', 'n'],
];

/** Returns whether the words of a column, in lower case, are one pair of yes and no. */
export function areBooleanWords(words: ReadonlySet<string>): boolean {
  return PAIRS.some(
    ([yes, no]) =>
      [...words].every((word) => word === yes || word === no) && (yes.length > 1 || words.size === 2),
  );
}

const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?`;
/** The year first, with slashes or with single digits. */
const YEAR_FIRST = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T ](\d{1,2})(:.+))?$/i;
const LOCAL = new RegExp(
  String.raw`^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:(?:T|,? )${TIME}(?: ?([AP])\.?M\.?)?)?$`,
  'i',
);

/** Returns whether the text is a date with the year last, such as 03/04/2026, in some order of day and month. */
export function isLocalDate(text: string): boolean {
  return LOCAL.test(text);
}

/**
 * Returns a date-time as a store accepts it. Accepts every form of `parseDatetime`, also with slashes or with single
 * digits, and with an order dates such as 3.4.2026 or 03/04/2026 1:30 PM. Null: not a date.
 */
export function toIsoDatetime(text: string, order: DateOrder | null): string | null {
  if (parseDatetime(text) !== null) return text;
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) {
    const [, year = '', , month = '', day = '', hour, rest = ''] = yearFirst;
    const time = hour === undefined ? '' : `T${two(hour)}${rest}`;
    return checked(`${year}-${two(month)}-${two(day)}${time}`);
  }
  const local = order === null ? null : LOCAL.exec(text);
  if (local === null) return null;
  const [, first = '', , second = '', year = '', hour, minute, seconds, fraction, half] = local;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  const hours = half === undefined ? hour : toHours24(hour ?? '', half);
  if (hours === null) return null;
  return checked(`${year}-${two(month)}-${two(day)}${timeOf(hours, minute, seconds, fraction)}`);
}

function checked(text: string): string | null {
  return parseDatetime(text) === null ? null : text;
}

function timeOf(hour?: string, minute?: string, second = '00', fraction = ''): string {
  return hour === undefined ? '' : `T${two(hour)}:${minute ?? '00'}:${second}${fraction}`;
}

function two(digits: string): string {
  return digits.padStart(2, '0');
}

function toHours24(hour: string, half: string): string | null {
  const hours = Number(hour);
  if (hours < 1 || hours > 12) return null;
  return String((hours % 12) + (half.toUpperCase() === 'P' ? 12 : 0));
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Checks that a text is a number and loses nothing as one: `007`, `+1`, `1e5`, 2^53 + 1 and more digits than a double
 * holds stay text. Trailing zeros of a fraction may be lost (`5.0` is 5), because they are common in measured data.
 */
function isExactNumber(text: string): boolean {
  const value = Number(text);
  if (String(value) === text) return readValue('number', value).ok;
  if (!NUMBER.test(text) || !readValue('number', value).ok) return false;
  const shortest = text.includes('.') ? withoutTrailingZeros(text) : text;
  return String(value) === shortest || (value === 0 && /^-?0$/.test(shortest));
}

/** Uses no regular expression, because that would start again at each zero of a long run. */
function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** Returns whether the text is an exact number with a decimal point, which may have commas between thousands. */
export function isExactPointNumber(text: string): boolean {
  return isExactNumber(GROUPED_NUMBER.test(text) ? withoutCommas(text) : text);
}

/** Returns whether the text is an exact number with a decimal comma. */
export function isExactCommaNumber(text: string): boolean {
  return COMMA_NUMBER.test(text) && isExactNumber(withDecimalPoint(text));
}

const IMAGE = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico|tiff?)$/i;

export function isImageUrl(text: string): boolean {
  return readValue('url_image', text).ok && IMAGE.test(URL.parse(text)?.pathname ?? '');
}

export function isUrl(text: string): boolean {
  return readValue('url_link', text).ok;
}
