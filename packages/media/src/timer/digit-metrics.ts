import { type Extent, extentOf, type Glyphs } from './glyph.ts';
import { join } from './text-line.ts';

export const DIGITS = '0123456789';

/** The common metrics of the ten digits, in pixels. */
export interface DigitMetrics {
  /** Pixels per em. */
  readonly size: number;
  /**
   * Width of a digit's cell, whole pixels: that of the widest digit, so that no digit moves. Digits are centred in it.
   */
  readonly cell: number;
  /** From the top of the tallest digit to the baseline. */
  readonly ascent: number;
  /** From the top of the tallest digit to the lowest point of all digits. */
  readonly height: number;
}

/** Returns null if no digit has a visible glyph. */
export function measureDigits(glyphs: Glyphs, size: number): DigitMetrics | null {
  let widest = 0;
  let ink: Extent | null = null;
  for (const digit of DIGITS) {
    const glyph = glyphs.get(digit.codePointAt(0) ?? 0);
    const own = glyph === undefined ? null : extentOf([glyph.outline]);
    if (glyph === undefined || own === null) continue;
    ink = join(ink, own);
    // A digit that extends beyond its advance (italics) needs a wider cell, because cells must not overlap.
    const middle = glyph.advance / 2;
    widest = Math.max(widest, glyph.advance, 2 * (middle - own.left), 2 * (own.right - middle));
  }
  if (ink === null) return null;
  const ascent = Math.round(ink.top * size);
  return {
    size,
    cell: Math.max(1, Math.ceil(widest * size)),
    ascent,
    height: ascent + Math.round(-ink.bottom * size),
  };
}
