import type { NumberFormat } from '@vitrine/client';
import { writeNumber } from '../../../records/number-format/write-number.ts';

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** Above this, an axis has abbreviated numbers. */
const LONG = 1_000_000;

const axes = new Map<string, Intl.NumberFormat>();

function axisFormatter(currency: string | undefined, isLong: boolean): Intl.NumberFormat {
  const key = `${currency} ${isLong}`;
  let formatter = axes.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat('en-US', {
      ...(currency === undefined ? {} : { style: 'currency', currency }),
      ...(isLong ? { notation: 'compact', maximumSignificantDigits: 4 } : { maximumSignificantDigits: 6 }),
    });
    axes.set(key, formatter);
  }
  return formatter;
}

/** Returns a number with all of its digits and separators of thousands, or as its column writes it. */
export function formatExact(value: number, format?: NumberFormat): string {
  if (format !== undefined) return writeNumber(value, format);
  // From its shortest text: a formatter of the number itself may show digits that a double has beyond it.
  return exact.format(String(value) as `${number}`);
}

/** Returns a number for an axis, where there is little room. */
export function formatAxis(value: number, format?: NumberFormat): string {
  const text = axisFormatter(format?.currency, Math.abs(value) >= LONG).format(value);
  return format?.style === 'percent' ? `${text}%` : text;
}
