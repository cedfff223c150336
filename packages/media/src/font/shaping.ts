import {
  Face,
  Font,
  Blob as FontBlob,
  shape as shapeText,
  Buffer as TextBuffer,
  Variation,
} from 'harfbuzzjs';
import type { OpenFont } from './open-font.ts';
import { SHAPING_TABLES, VARIATION_TABLES, writeSfnt } from './sfnt.ts';

/** The glyphs of a shaped text from left to right, in font units, y upwards. */
export interface ShapedText {
  readonly advance: number;
  readonly glyphs: readonly { readonly id: number; readonly x: number; readonly y: number }[];
}

export type Shape = (file: OpenFont, text: string) => ShapedText;

const fonts = new WeakMap<OpenFont, Font>();

/**
 * Joins and places the letters of one script with HarfBuzz. It checks the tables of a font itself and bounds its work.
 * Importing this file loads its WebAssembly.
 */
export const shape: Shape = (file, text) => {
  const buffer = new TextBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shapeText(fontOf(file), buffer);
  let x = 0;
  const glyphs = buffer.getGlyphInfosAndPositions().map((glyph) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = glyph;
    const placed = { id: glyph.codepoint, x: x + xOffset, y: yOffset };
    x += xAdvance;
    return placed;
  });
  return { advance: x, glyphs };
};

function fontOf(file: OpenFont): Font {
  const known = fonts.get(file);
  if (known !== undefined) return known;
  const { tables, weight } = file;
  const tags = weight === null ? SHAPING_TABLES : [...SHAPING_TABLES, ...VARIATION_TABLES];
  const font = new Font(new Face(new FontBlob(writeSfnt(tables, tags))));
  if (weight !== null) font.setVariations([new Variation('wght', weight)]);
  fonts.set(file, font);
  return font;
}
