import type { Font, PathCommand } from 'fontkit';
import { FontError } from './font-error.ts';
import { liningFigure } from './lining-figures.ts';

/** Drawing commands of one glyph. The largest of the public fonts tried has under 4,000. */
const MAX_COMMANDS = 64_000;
/** Thousandths of an em: nobody's glyph is a hundred ems wide, and pixels are computed from it. */
const MAX_COORDINATE = 100_000;

/** The smallest rectangle around a shape's control points, in thousandths of an em, y downwards. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One glyph as a shape: thousandths of an em, y downwards, the origin on the baseline at the left. */
export interface GlyphOutline {
  readonly codePoint: number;
  readonly advance: number;
  /** SVG path data of numbers and the letters MLQCZ; `''`: nothing is drawn, as for a blank. */
  readonly path: string;
  /** Null when nothing is drawn. */
  readonly box: Box | null;
}

/** What text is drawn with. Lengths in thousandths of an em. */
export interface FontOutlines {
  /** Above the baseline, as the font says. */
  readonly ascent: number;
  /** Below the baseline, as the font says: negative as a rule. */
  readonly descent: number;
  /** One for each code point that was asked for, in that order; null: no glyph for it. */
  readonly glyphs: readonly (GlyphOutline | null)[];
  /** False: the time was up before the last glyph, so some are null that the font may have. */
  readonly complete: boolean;
}

/** Of a font that gives nothing. */
export function noOutlines(glyphs: number): FontOutlines {
  return { ascent: 800, descent: -200, glyphs: Array.from({ length: glyphs }, () => null), complete: false };
}

/** A font's files: a built-in one comes in several, each with some of its letters. */
export type FontFiles = readonly [Font, ...Font[]];

/** @throws FontError when the lines of the font are out of bounds. */
export function linesOf([font]: FontFiles): Pick<FontOutlines, 'ascent' | 'descent'> {
  return { ascent: scaled(font, font.ascent), descent: scaled(font, font.descent) };
}

/**
 * The glyph of a code point, from the first file that has one; null: none has. No shaping, no kerning; figures are
 * lining ones.
 * @throws FontError when the outline is too large or no outline; anything else that is thrown is the parser's.
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

/** Font units as thousandths of an em, to a hundredth. */
function scaled(font: Font, units: number | undefined): number {
  const value = Math.round(((units ?? Number.NaN) / font.unitsPerEm) * 100_000) / 100;
  if (!(Math.abs(value) <= MAX_COORDINATE))
    throw new FontError('A glyph has a coordinate that is out of bounds.');
  return value;
}
