import { fractionDigits } from './exact-number.ts';
import { type Decimal, readNumberText } from './number-text.ts';

/** A number whose fraction is the last one of its length. */
const NINES = /^(\d+)([.,])9+$/;

/**
 * Returns whether two fractions differ as text only, such as the versions `1.1` and `1.10`, or follow each other only as
 * versions do, such as `1.9` and `1.10`.
 */
export function areVersions(texts: ReadonlySet<string>, decimal: Decimal): boolean {
  const digits = new Map<number, number>();
  const mark = decimal === 'comma' ? ',' : '.';
  for (const text of texts) {
    const length = fractionDigits(text.trim(), decimal);
    if (length === 0) continue;
    const value = readNumberText(text.trim(), decimal) ?? Number.NaN;
    if ((digits.get(value) ?? length) !== length) return true;
    digits.set(value, length);
    // A program that writes 1.10 writes 1.90, too.
    const next = NINES.exec(text.trim());
    if (next?.[2] === mark && texts.has(`${next[1]}${mark}1${'0'.repeat(length)}`)) return true;
  }
  return false;
}
