import type { PlacedOutline } from '../paint/coverage.ts';
import { type Extent, extentOf, type Glyphs } from '../paint/glyph.ts';
import type { Piece } from './pieces.ts';
import { visualOrder } from './text-order.ts';

/** A line of text in ems. Its origin is the left end of the baseline. */
export interface TextLine {
  /** Sum of the advances. */
  readonly width: number;
  /** Extent of the visible glyphs. Null: there is none. */
  readonly ink: Extent | null;
  readonly glyphs: readonly { readonly x: number; readonly piece: string }[];
}

/** Sets a line by the advances of its glyphs in visual order. Missing glyphs take no space. */
export function setLine(pieces: readonly Piece[], glyphs: Glyphs): TextLine {
  let width = 0;
  let ink: Extent | null = null;
  const set: { x: number; piece: string }[] = [];
  for (const { text: piece, kern = 0 } of visualOrder(pieces)) {
    const glyph = glyphs.get(piece);
    if (glyph === undefined) continue;
    if (width > 0) width += kern;
    const own = extentOf([glyph.outline]);
    if (own !== null) {
      set.push({ x: width, piece });
      ink = join(ink, { ...own, left: own.left + width, right: own.right + width });
    }
    width += glyph.advance;
  }
  return { width, ink, glyphs: set };
}

/** Returns the outlines of a line with its origin at (x, y) and `size` pixels per em. */
export function placeLine(
  line: TextLine,
  glyphs: Glyphs,
  { size, x, y }: { readonly size: number; readonly x: number; readonly y: number },
): PlacedOutline[] {
  return line.glyphs.flatMap((set) => {
    const glyph = glyphs.get(set.piece);
    return glyph === undefined ? [] : [{ outline: glyph.outline, scale: size, x: x + set.x * size, y }];
  });
}

export function join(a: Extent | null, b: Extent): Extent {
  if (a === null) return b;
  return {
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  };
}
