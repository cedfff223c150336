import { parseJsonNumber } from '../json-number.ts';
import { readValue } from '../values/value.ts';

/** How numbers are written: 1,234.5 or 1.234,5, also without separators between thousands. */
export type Decimal = 'point' | 'comma';

/**
 * How a number is read that has two readings, such as `1,500` and `1.500`. `plain`: a point is decimal, a comma is not
 * decided. `open`: neither is decided.
 */
export type DecimalForm = Decimal | 'plain' | 'open';

/** No-break, thin and narrow no-break spaces, which French and others write between thousands. */
const SPACES = '\\u00a0\\u2009\\u202f';

function pattern(mark: string, group: string): RegExp {
  const grouped = (between: string) => `[1-9]\\d{0,2}(?:${between}\\d{3})+`;
  const whole = `(?:0|[1-9]\\d*|${grouped(group)}|${grouped(`[${SPACES}]`)}|(?=${mark}\\d))`;
  return new RegExp(`^[+\\-\\u2212]?${whole}(?:${mark}\\d+)?(?:e[+-]?\\d+)?$`, 'i');
}

const PATTERNS: Readonly<Record<Decimal, RegExp>> = {
  point: pattern('\\.', ','),
  comma: pattern(',', '\\.'),
};
const GROUPS: Readonly<Record<Decimal, RegExp>> = {
  point: new RegExp(`[,${SPACES}]`, 'g'),
  comma: new RegExp(`[.${SPACES}]`, 'g'),
};

/** Returns a number with a decimal point and nothing between thousands. Null: the text is no number in this form. */
function bareNumber(text: string, decimal: Decimal): string | null {
  if (!PATTERNS[decimal].test(text)) return null;
  return text.replace(GROUPS[decimal], '').replace(',', '.').replace('\u2212', '-');
}

function valueOf(text: string, decimal: Decimal): number | null {
  const bare = bareNumber(text, decimal);
  return bare === null ? null : Number(bare);
}

/**
 * Reads a number by its own marks; the form decides only between two readings. Null: no number, or nothing decides which
 * one.
 */
export function readNumberText(text: string, form: DecimalForm): number | null {
  if (form === 'point' || form === 'plain' || !/[.,]/.test(text)) {
    const number = parseJsonNumber(text);
    if (number !== null) return number;
  }
  const [point, comma] = [valueOf(text, 'point'), valueOf(text, 'comma')];
  if (point === null || comma === null || point === comma) return point ?? comma;
  switch (form) {
    case 'point':
      return point;
    case 'comma':
      return comma;
    case 'plain':
      return text.includes(',') ? null : point;
    case 'open':
      return null;
  }
}

/**
 * Checks that a text is a number and loses nothing as one: `007`, `+1`, `1e5`, 2^53 + 1 and more digits than a double
 * holds stay text. Trailing zeros of a fraction may be lost (`5.0` is 5), because they are common in measured data.
 */
export function isExactNumber(text: string, decimal: Decimal): boolean {
  if (text.startsWith('+')) return false;
  const bare = bareNumber(text, decimal);
  if (bare === null) return false;
  return /e/i.test(bare) ? String(Number(bare)) === bare && isExactJsonNumber(bare) : isExactJsonNumber(bare);
}

/** Checks that a number with a decimal point, also with an exponent, loses nothing as a double. */
export function isExactJsonNumber(text: string): boolean {
  const value = Number(text);
  return readValue('number', value).ok && significant(text) === significant(String(value));
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
