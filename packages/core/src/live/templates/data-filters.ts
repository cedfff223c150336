import type { Liquid } from 'liquidjs';
import { BoundedMap } from '../../ground/collections.ts';
import { parseJsonNumber } from '../../ground/json.ts';
import { momentIn } from '../../values/moment-in-zone.ts';

type LiquidFilter = Extract<Liquid['filters'][string], (...args: never[]) => unknown>;

const DATE_STYLES = ['full', 'long', 'medium', 'short'] as const;
const DIGITS_MAX = 20;
/** Formatters that an engine keeps: by currency, digits and style. */
const FORMATTERS_MAX = 50;

/**
 * Returns the filters that print values in a locale and a zone: `money: "EUR"`, `number: 2`, and `date: "long"` or a
 * pattern of strftime. A value that is no number or no date stays as it is.
 *
 * @param strftime the date filter of Liquid, for patterns.
 */
export function dataFilters(
  locale: string,
  timeZone: string,
  strftime: LiquidFilter,
): Readonly<Record<string, LiquidFilter>> {
  const formatters = new BoundedMap<string, Intl.NumberFormat | Intl.DateTimeFormat>(FORMATTERS_MAX);

  function kept<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
    key: string,
    make: () => Format,
  ): Format {
    const known = formatters.get(key) as Format | undefined;
    const format = known ?? make();
    if (known === undefined) formatters.set(key, format);
    return format;
  }

  return {
    money(value, currency) {
      const format = kept(`money ${currency}`, () => {
        return new Intl.NumberFormat(locale, { style: 'currency', currency: String(currency) });
      });
      const number = numberOf(value);
      return number === null ? value : format.format(number);
    },
    number(value, digits) {
      const places = digits === undefined ? undefined : Number(digits);
      if (places !== undefined && !(Number.isInteger(places) && places >= 0 && places <= DIGITS_MAX)) {
        throw new RangeError(`number takes 0 to ${DIGITS_MAX} digits.`);
      }
      const format = kept(`number ${places}`, () => {
        return new Intl.NumberFormat(locale, {
          minimumFractionDigits: places,
          maximumFractionDigits: places,
        });
      });
      const number = numberOf(value);
      return number === null ? value : format.format(number);
    },
    date(value, pattern = 'long') {
      const moment = momentIn(timeZone, value);
      if (moment === null) return value;
      const dateStyle = DATE_STYLES.find((style) => style === pattern);
      if (dateStyle === undefined) return strftime.call(this, new Date(moment), String(pattern));
      const format = kept(dateStyle, () => new Intl.DateTimeFormat(locale, { dateStyle, timeZone }));
      return format.format(moment);
    },
  };
}

/** Returns a number, also of its text in JSON. Null: none. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' ? parseJsonNumber(value.trim()) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
