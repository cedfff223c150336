import type { Millis } from '../ground/rows.ts';
import { parseDatetime } from '../values/datetime.ts';
import { readNamedDate } from '../values/named-date.ts';

/** The number of digits tells the unit of a Unix time. A small number with a fraction is no time. */
const UNIX_FORM = /^(?:(\d{1,11}|\d{9,11}[.,]\d+)|(\d{13})|(\d{16})|(\d{19}))$/;
const BASIC_FORM = /^(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2})(\d{2})(?:(\d{2})(\.\d+)?)?(.*))?$/i;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;

/** The characters that mail tools and people leave around a value. */
const AROUND = /^[\s"'`“”‘’«»<>]+|[\s"'`“”‘’«»<>,;]+$/g;
const ESCAPE = /%[\da-f]{2}/i;
/** How often a value may be percent-encoded, in addition to the encoding of its URL. */
const ENCODINGS_MAX = 3;
/** No moment is longer, even encoded several times. */
const LENGTH_MAX = 250;

/** The zones of RFC 2822 that are not offsets. */
const ZONES: Readonly<Record<string, string>> = {
  ...{ UT: 'Z', UTC: 'Z', GMT: 'Z' },
  ...{ EST: '-0500', EDT: '-0400', CST: '-0600', CDT: '-0500' },
  ...{ MST: '-0700', MDT: '-0600', PST: '-0800', PDT: '-0700' },
};
const ZONE_NAME = new RegExp(
  String.raw`(?<=\d|\d ?[ap]m) ?(${Object.keys(ZONES).join('|')})\b(?! ?[+-]\d)`,
  'i',
);

/** Spellings of a time, and what the shared reader of date-times accepts for them. */
const SPELLINGS: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  // Templates of Go and Java write large numbers so. A plus sign in a query means a space.
  [/^(\d\.\d+e)[+ ]?(\d{1,2})$/i, (_, digits = '', exponent = '') => String(Number(digits + exponent))],
  // The name of the zone, as RFC 2822 and `Date.prototype.toString` write it.
  [/\s*\([^()]*\)$/, ''],
  [/\s+/g, ' '],
  [/(?<=\d),(?=\d+(?:[Z+ -]|$))/i, '.'],
  [ZONE_NAME, (_, name = '') => ZONES[name.toUpperCase()] ?? ''],
  [/ (?:GMT|UTC)(?= ?[+-]\d)/i, ''],
  // A plus sign in a query means a space. No zone is more than 14 hours ahead.
  [/((?::|T\d{4}|T\d{2})\d{2}(?:\.\d+)?) (?=(?:0\d|1[0-4])(?::?\d{2})?$)/i, '$1+'],
  [/(?<![\d:.+-])(\d{1,2})(:\d{2}(?::\d{2}(?:\.\d+)?)?) ?([ap])\.?m\b\.?/i, to24Hours],
  [/(?<![\d:.+-])(\d:\d{2})/, '0$1'],
];

/**
 * Reads a moment as mail tools write it into a URL (docs/timers.md#moments). Null: the text is no moment, or is
 * ambiguous, such as 03/04/2026. A date-time without an offset is UTC.
 */
export function readMoment(text: string): Millis | null {
  if (text.length > LENGTH_MAX) return null;
  const plain = SPELLINGS.reduce((rest, [form, by]) => respell(rest, form, by), bare(text));
  return parseDatetime(extended(plain))?.millis ?? readUnix(plain) ?? readNamedDate(plain);
}

function respell(text: string, form: RegExp, by: string | ((...found: string[]) => string)): string {
  return typeof by === 'string' ? text.replace(form, by) : text.replace(form, by);
}

/** No moment has a percent sign, so what has one was encoded once more. */
function bare(text: string): string {
  let plain = text.replace(AROUND, '');
  for (let i = 0; i < ENCODINGS_MAX && ESCAPE.test(plain); i++) {
    try {
      plain = decodeURIComponent(plain).replace(AROUND, '');
    } catch {
      return plain;
    }
  }
  return plain;
}

function to24Hours(_: string, hour = '', rest = '', half = ''): string {
  const isTwelve = Number(hour) === 12;
  const offset = half.toLowerCase() === 'p' ? 12 : 0;
  return `${String((isTwelve ? 0 : Number(hour)) + offset).padStart(2, '0')}${rest}`;
}

/** Writes the basic form of ISO 8601, and dates such as 2026/1/2, in its extended form. */
function extended(text: string): string {
  const basic = BASIC_FORM.exec(text);
  if (basic === null) {
    return text.replace(
      YEAR_FIRST,
      (_, year: string, __, month: string, day: string) =>
        `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    );
  }
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = ''] = basic;
  return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}${fraction}${zone}`}`;
}

function readUnix(text: string): Millis | null {
  const [isUnix, seconds, millis, micros, nanos] = UNIX_FORM.exec(text) ?? [];
  if (isUnix === undefined) return null;
  if (seconds !== undefined) return Math.floor(Number(text.replace(',', '.')) * 1_000);
  if (millis !== undefined) return Number(millis);
  return Math.floor(micros === undefined ? Number(nanos) / 1_000_000 : Number(micros) / 1_000);
}
