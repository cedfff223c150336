import type { NumberFormat } from '@vitrine/client';

/** Decimals of a number whose format has none of its own. */
interface Decimals {
  /** Default: none, or those of the currency. */
  readonly least?: number;
  /** Default: all that the number has. */
  readonly most?: number;
}

const ALL = 20;

const formatters = new Map<string, Intl.NumberFormat>();

/** Creating a formatter takes a thousand times as long as using it, and cells are written in every frame. */
function formatterOf(
  currency: string | undefined,
  least: number | undefined,
  most: number,
): Intl.NumberFormat {
  const key = `${currency} ${least} ${most}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat('en-US', {
      ...(currency === undefined ? {} : { style: 'currency', currency }),
      ...(least === undefined ? {} : { minimumFractionDigits: Math.min(least, most) }),
      maximumFractionDigits: most,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** Returns a number with the separators, the decimals and the sign of a format: `$1,299.50`, `12%`. */
export function writeNumber(
  value: number,
  { style, currency, decimals }: NumberFormat,
  { least, most = ALL }: Decimals = {},
): string {
  const unit = style === 'currency' ? currency : undefined;
  const wanted = decimals ?? (unit === undefined ? least : Math.max(least ?? 0, decimalsOf(unit)));
  const formatter = formatterOf(unit, wanted, Math.max(decimals ?? most, wanted ?? 0));
  // From its shortest text: a formatter of the number itself may show digits that a double has beyond it.
  const text = formatter.format(String(value) as `${number}`);
  return style === 'percent' ? `${text}%` : text;
}

const currencyDecimals = new Map<string, number>();

/** Returns the decimals that amounts of a currency have: two for EUR, none for JPY. */
function decimalsOf(currency: string): number {
  let decimals = currencyDecimals.get(currency);
  if (decimals === undefined) {
    decimals = formatterOf(currency, undefined, ALL).resolvedOptions().minimumFractionDigits ?? 0;
    currencyDecimals.set(currency, decimals);
  }
  return decimals;
}

/** The signs of currencies that mean only one. */
const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  '₽': 'RUB',
};

/** Returns the format of numbers that a file has with this unit; null if the unit has none. */
export function formatOfUnit(unit: string): NumberFormat | null {
  if (unit === '%') return { style: 'percent' };
  const currency = CURRENCIES[unit] ?? (/^[A-Z]{3}$/.test(unit) ? unit : undefined);
  return currency === undefined ? null : { style: 'currency', currency };
}
