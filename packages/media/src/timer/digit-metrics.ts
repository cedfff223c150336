import { type Extent, extentOf, type Glyphs } from './glyph.ts';
import { join } from './text-line.ts';

export const DIGITS = '0123456789';

/** What the ten digits have in common, in pixels. */
export interface DigitMetrics {
  /** Pixels to the em. */
  readonly size: number;
  /** Whole pixels: as wide as the widest digit, so that a digit that changes moves nothing. Glyphs stand in its middle. */
  readonly cell: number;
  /** From the top of the tallest digit to the baseline. */
  readonly ascent: number;
  /** From there to the lowest point of all. */
  readonly height: number;
}

/** Null: the glyphs have no digit to see. */
export function measureDigits(glyphs: Glyphs, size: number): DigitMetrics | null {
  let widest = 0;
  let ink: Extent | null = null;
  for (const digit of DIGITS) {
    const glyph = glyphs.get(digit.codePointAt(0) ?? 0);
    const own = glyph === undefined ? null : extentOf([glyph.outline]);
    if (glyph === undefined || own === null) continue;
    ink = join(ink, own);
    // A digit that reaches out of its advance, as italics do, needs a wider cell: its neighbour's pixels are not its own.
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
