import type { Font, PathCommand } from 'fontkit';
import { FontError } from './font-error.ts';
import { liningFigure } from './lining-figures.ts';

/** Maximum drawing commands of a glyph. The largest one in the tested public fonts has under 4,000. */
const MAX_COMMANDS = 64_000;
/** Maximum coordinate in thousandths of an em. No real glyph has larger ones. */
const MAX_COORDINATE = 100_000;

/** The bounding box of the control points of a shape, in thousandths of an em, y downwards. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The shape of a glyph in thousandths of an em, y downwards. The origin is at the left end of the baseline. */
export interface GlyphOutline {
  readonly codePoint: number;
  readonly advance: number;
  /** SVG path data of numbers and the letters MLQCZ; empty for a blank. */
  readonly path: string;
  /** Null for a blank. */
  readonly box: Box | null;
}

/** The glyphs and metrics for drawing text, in thousandths of an em. */
export interface FontOutlines {
  /** Ascent of the font above the baseline. */
  readonly ascent: number;
  /** Descent of the font below the baseline; usually negative. */
  readonly descent: number;
  /** The glyph of each requested code point, in order. Null: the font has none. */
  readonly glyphs: readonly (GlyphOutline | null)[];
  /** False: the time limit came first, so the font may have glyphs that are null. */
  readonly complete: boolean;
}

/** Returns the outlines of a font that can't be read. */
export function noOutlines(glyphs: number): FontOutlines {
  return { ascent: 800, descent: -200, glyphs: Array.from({ length: glyphs }, () => null), complete: false };
}

/** The files of a font. A built-in font has several, each with some of its letters. */
export type FontFiles = readonly [Font, ...Font[]];

/** @throws FontError if the metrics of the font are out of range. */
export function linesOf([font]: FontFiles): Pick<FontOutlines, 'ascent' | 'descent'> {
  return { ascent: scaled(font, font.ascent), descent: scaled(font, font.descent) };
}

/**
 * Returns the glyph of a code point from the first file that has one, or null. Applies no shaping and no kerning.
 * Digits are lining digits.
 *
 * @throws FontError if the outline is too large or invalid, and any error of the parser.
 */
export function outlineOf(files: FontFiles, codePoint: number): GlyphOutline | null {
  const font = files.find((file) => file.hasGlyphForCodePoint(codePoint));
  if (font === undefined) return null;
  const plain = font.glyphForCodePoint(codePoint);
  const glyph = isDigit(codePoint) ? font.getGlyph(liningFigure(font, plain.id), [codePoint]) : plain;
  const { commands } = glyph.path;
  if (commands.length > MAX_COMMANDS) throw new FontError(`A glyph has more than ${MAX_COMMANDS} parts.`);
  return { codePoint, advance: scaled(font, glyph.advanceWidth), ...drawn(font, commands) };
}

function isDigit(codePoint: number): boolean {
  return codePoint >= 0x30 && codePoint <= 0x39;
}

const LETTER = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const;

function drawn(font: Font, commands: readonly PathCommand[]): Pick<GlyphOutline, 'path' | 'box'> {
  let path = '';
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { command, args } of commands) {
    path += LETTER[command];
    for (let i = 0; i + 1 < args.length; i += 2) {
      const x = scaled(font, args[i]);
      const y = 0 - scaled(font, args[i + 1]);
      path += `${x} ${y} `;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right > left && bottom > top ? { path, box: { left, top, right, bottom } } : { path: '', box: null };
}

/** Converts font units to thousandths of an em, rounded to a hundredth. */
function scaled(font: Font, units: number | undefined): number {
  const value = Math.round(((units ?? Number.NaN) / font.unitsPerEm) * 100_000) / 100;
  if (!(Math.abs(value) <= MAX_COORDINATE))
    throw new FontError('A glyph has a coordinate that is out of range.');
  return value;
}
