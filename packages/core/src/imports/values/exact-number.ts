import { readValue } from '../../values/value.ts';
import { bareNumber, type Decimal } from './number-text.ts';

/**
 * Checks that a text is a number and loses nothing as one: `007`, `+1`, `1e5`, 2^53 + 1 and more digits than a double
 * holds stay text. Trailing zeros of a fraction may be lost (`5.0` is 5), because they are common in measured data.
 */
export function isExactNumber(text: string, decimal: Decimal): boolean {
  const value = Number(text);
  // Most numbers are written as they are shown.
  if (String(value) === text && (decimal === 'point' || !text.includes('.')))
    return readValue('number', value).ok;
  if (text.startsWith('+')) return false;
  const bare = bareNumber(text, decimal);
  if (bare === null) return false;
  return !/e/i.test(bare) && isExactJsonNumber(bare);
}

/** Checks that a number with a decimal point, also with an exponent, loses nothing as a double. */
export function isExactJsonNumber(text: string): boolean {
  const value = Number(text);
  if (!readValue('number', value).ok) return false;
  const shown = String(value);
  return shown === text || significant(text) === significant(shown);
}

/** Returns the digits of a number without zeros at either end, and its exponent. */
function significant(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^-/, '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  // Uses no regular expression, because that would start again at each zero of a long run.
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  if (end === 0) return '0';
  const sign = mantissa.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** Returns the number of digits behind the decimal mark. */
export function fractionDigits(text: string, decimal: Decimal): number {
  const at = text.lastIndexOf(decimal === 'comma' ? ',' : '.');
  return at === -1 ? 0 : text.length - at - 1;
}
