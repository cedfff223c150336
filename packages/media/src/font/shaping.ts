import {
  Face,
  Feature,
  Font,
  Blob as FontBlob,
  shape as shapeText,
  Buffer as TextBuffer,
  Variation,
} from 'harfbuzzjs';
import { SHAPING_TABLES, VARIATION_TABLES, writeSfnt } from './files/sfnt.ts';
import type { OpenFont } from './open-font.ts';

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

/** A ligature is one glyph, whose advance says nothing about the distance of its letters. */
const NO_LIGATURES = ['liga', 'clig', 'dlig'].map((tag) => new Feature(tag, 0));

/**
 * Returns the kerning of two letters in thousandths of an em, usually negative. 0: no file has both.
 *
 * @param files of one font, searched in order.
 */
export function kerningOf(files: readonly OpenFont[], pair: string): number {
  const letters = Array.from(pair, (letter) => letter.codePointAt(0) ?? 0);
  const file = files.find(({ font }) => letters.every((letter) => font.hasGlyphForCodePoint(letter)));
  if (file === undefined) return 0;
  const apart = Array.from(pair).reduce((sum, letter) => sum + advanceOf(file, letter), 0);
  return ((advanceOf(file, pair) - apart) * 1000) / file.font.unitsPerEm;
}

function advanceOf(file: OpenFont, text: string): number {
  const buffer = new TextBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shapeText(fontOf(file), buffer, NO_LIGATURES);
  return buffer.getGlyphInfosAndPositions().reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
}

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
