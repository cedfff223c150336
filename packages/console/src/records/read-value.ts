import type { AnyValue } from '@vitrine/client';
import { type DateOrder, toIsoDatetime } from '../../../core/src/imports/values/date-text.ts';
import { readTypedText, type TextForm } from '../../../core/src/imports/values/typed-text.ts';
import { readUnit } from '../../../core/src/imports/values/unit-text.ts';
import { type PropertyType, showValue } from './value-types.ts';

/** Returns how people of a language write numbers and dates. It decides between two readings, such as of `3/4/2026`. */
export function formOfLanguage(language: string | undefined): TextForm & { readonly dates: DateOrder } {
  const mark = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal');
  const parts = new Intl.DateTimeFormat(language).formatToParts(new Date(0)).map(({ type }) => type);
  return {
    decimal: mark?.value === ',' ? 'comma' : 'point',
    dates: parts.indexOf('month') < parts.indexOf('day') && parts[0] !== 'year' ? 'mdy' : 'dmy',
  };
}

let ofReader: ReturnType<typeof formOfLanguage> | undefined;

function formOfReader(): ReturnType<typeof formOfLanguage> {
  ofReader ??= formOfLanguage(globalThis.navigator?.language);
  return ofReader;
}

/**
 * Returns what to send for a text that was typed or pasted into a field, as the importer reads it: `1,299.50`, `$5`,
 * `12 %`, `7 EUR`, `31.12.2026`, `tomorrow`. Times without a zone are UTC, as the grid shows them. A text that can't be read
 * is sent as it is, because the server says best what is wrong with it. An empty text unsets the value.
 *
 * @param now milliseconds, for `today`.
 */
export function readValue(
  text: string,
  type: PropertyType,
  form: ReturnType<typeof formOfLanguage> = formOfReader(),
  now: number = Date.now(),
): AnyValue {
  if (text === '') return null;
  if (type === 'string') return text;
  const bare = text.trim();
  if (type === 'number') {
    const number = readUnit(bare)?.number ?? bare;
    const value = readTypedText(number.replace(THOUSANDS, ''), type, form);
    if (typeof value === 'number') return Number.isFinite(value) ? value : text;
    // In a file, leading zeros make a text of it. Here the column is a number.
    return readPlainNumber(bare) ?? text;
  }
  if (type === 'datetime') return readTime(bare, form.dates, now) ?? bare;
  return readTypedText(text, type, form);
}

/** Returns a number as people write it. Null: the text is none. */
export function readNumber(
  text: string,
  form: ReturnType<typeof formOfLanguage> = formOfReader(),
): number | null {
  const value = readValue(text.trim(), 'number', form);
  return typeof value === 'number' ? value : null;
}

/** `0x10` and an empty text are no numbers, although `Number` takes them, and no JSON has the number of 1e400. */
function readPlainNumber(text: string): number | null {
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** A day, or a moment. The server says what is wrong with the rest. */
const PLAIN_TIME = /^\d{4}-\d\d-\d\d(?:[T ].+)?$/i;

/**
 * Returns a typed value as filters and addresses have it: `1299.5`, `2026-12-31`. What has that form already stays, in every
 * language. Null: it is no number, or no date.
 */
export function plainText(text: string, type: PropertyType): string | null {
  const bare = text.trim();
  if (type === 'number') {
    const value = readPlainNumber(bare) ?? readNumber(bare);
    return value === null ? null : String(value);
  }
  if (type !== 'datetime') return text;
  const shown = PLAIN_TIME.test(bare) ? bare : showValue(readValue(bare, type), type);
  return PLAIN_TIME.test(shown) ? shown : null;
}

/** A blank or an apostrophe between thousands, which in a file would make a text of the number. */
const THOUSANDS = /(?<=\d)[ '’](?=\d{3}(?:\D|$))/g;

const DAY = 86_400_000;
const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** Returns a time as the server writes it. Null: the text is no time. */
function readTime(text: string, dates: DateOrder, now: number): string | null {
  const days = DAYS[text.toLowerCase()];
  if (days !== undefined) {
    const here = new Date(now);
    return new Date(Date.UTC(here.getFullYear(), here.getMonth(), here.getDate()) + days * DAY).toISOString();
  }
  // A text that is no date in the order of the reader may be one in the other: 31.12.2026.
  const read = toIsoDatetime(text, dates) ?? toIsoDatetime(text, dates === 'dmy' ? 'mdy' : 'dmy');
  if (read === null) return null;
  const isLocal = !/(?:z|utc|[+-]\d\d:?\d\d)$/i.test(read.slice(10));
  const instant = Date.parse(isLocal && read.length > 10 ? `${read.replace(' ', 'T')}Z` : read);
  return Number.isNaN(instant) ? read : new Date(instant).toISOString();
}
