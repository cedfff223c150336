import type { SlotValue } from '../ground/rows.ts';

/**
 * Compares texts by code point, which is the order of UTF-8 bytes, of SQLite's BINARY and of PostgreSQL's `COLLATE
 * "C"`. JavaScript's `<` compares UTF-16 units and puts U+1F600 before U+FF5E.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codeUnitRank(x) - codeUnitRank(y);
  }
  return a.length - b.length;
}

/** Surrogates represent code points above U+FFFF, so they rank after U+E000..U+FFFF. */
function codeUnitRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Compares set values of one column: both text or both numbers. */
function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  throw new TypeError('a column holds text or numbers, never both');
}

/** Compares two values in an order. Unset values are last in both directions. */
export function compareInOrder(a: SlotValue, b: SlotValue, direction: 'asc' | 'desc'): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return direction === 'asc' ? compareValues(a, b) : compareValues(b, a);
}
