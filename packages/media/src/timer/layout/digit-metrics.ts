import { type Extent, extentOf, type Glyphs } from '../../paint/glyph.ts';
import { join } from '../../text/text-line.ts';

export const DIGITS = '0123456789';

/** The edges of a digit in its cell, in pixels; `x` is the origin of its glyph. */
export interface DigitPlace {
  readonly x: number;
  readonly left: number;
  readonly right: number;
}

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
  readonly places: ReadonlyMap<string, DigitPlace>;
}

/**
 * Returns the metrics of the digits, or null if no digit has a visible glyph.
 *
 * @param centre whether digits are centred in their cell by their advance or by their ink.
 */
export function measureDigits(
  glyphs: Glyphs,
  size: number,
  centre: 'advance' | 'ink' = 'advance',
): DigitMetrics | null {
  let widest = 0;
  let ink: Extent | null = null;
  const inks = new Map<string, Extent & { readonly advance: number }>();
  for (const digit of DIGITS) {
    const glyph = glyphs.get(digit);
    const own = glyph === undefined ? null : extentOf([glyph.outline]);
    if (glyph === undefined || own === null) continue;
    inks.set(digit, { ...own, advance: glyph.advance });
    ink = join(ink, own);
    // A digit that extends beyond its advance (italics) needs a wider cell, because cells must not overlap.
    const middle = glyph.advance / 2;
    widest = Math.max(widest, glyph.advance, 2 * (middle - own.left), 2 * (own.right - middle));
  }
  if (ink === null) return null;
  const ascent = Math.round(ink.top * size);
  const cell = Math.max(1, Math.ceil(widest * size));
  const places = new Map<string, DigitPlace>();
  for (const [digit, { left, right, advance }] of inks) {
    const width = centre === 'ink' ? left + right : advance;
    const x = (cell - width * size) / 2;
    places.set(digit, { x, left: x + left * size, right: x + right * size });
  }
  return { size, cell, ascent, height: ascent + Math.round(-ink.bottom * size), places };
}
