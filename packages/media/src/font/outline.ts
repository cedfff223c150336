import type { Font, PathCommand } from 'fontkit';
import { FontError } from './files/font-error.ts';
import { liningFigure } from './lining-figures.ts';
import type { OpenFont } from './open-font.ts';
import type { Shape } from './shaping.ts';

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
  readonly piece: string;
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
  /** The glyph of each requested piece, in order. Null: the font lacks a letter of it. */
  readonly glyphs: readonly (GlyphOutline | null)[];
  /** False: the time limit came first, so the font may have glyphs that are null. */
  readonly complete: boolean;
  /** Whether the machine was so busy that parsing got too little time, which says nothing about the font. */
  readonly starved: boolean;
}

/** Returns the outlines of a font that can't be read. */
export function noOutlines(glyphs: number): FontOutlines {
  const none = Array.from({ length: glyphs }, () => null);
  return { ascent: 800, descent: -200, glyphs: none, complete: false, starved: false };
}

/** The files of a font. A built-in font has several, each with some of its letters. */
export type FontFiles = readonly [OpenFont, ...OpenFont[]];

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** @throws FontError if the metrics of the font are out of range. */
export function linesOf([{ font }]: FontFiles): Pick<FontOutlines, 'ascent' | 'descent'> {
  return { ascent: scaled(font, font.ascent), descent: scaled(font, font.descent) };
}

/**
 * Returns the glyph of a piece from the first file that has all its letters, or null. Digits are lining digits.
 *
 * @param shape shapes pieces of several letters. Null: they have no glyph.
 * @throws FontError if the outline is too large or invalid, and any error of the parser.
 */
export function outlineOf(files: FontFiles, piece: string, shape: Shape | null): GlyphOutline | null {
  const codePoints = Array.from(piece, (letter) => letter.codePointAt(0) ?? 0);
  const visible = codePoints.filter((codePoint) => !INVISIBLE.test(String.fromCodePoint(codePoint)));
  const file = files.find(({ font }) => visible.every((codePoint) => font.hasGlyphForCodePoint(codePoint)));
  const [codePoint] = codePoints;
  if (file === undefined || codePoint === undefined) return null;
  const { font } = file;
  if (codePoints.length > 1) {
    if (shape === null) return null;
    const { advance, glyphs } = shape(file, piece);
    const parts = glyphs.map(({ id, x, y }) => ({ commands: font.getGlyph(id).path.commands, x, y }));
    return { piece, advance: scaled(font, advance), ...drawn(font, parts) };
  }
  const plain = font.glyphForCodePoint(codePoint);
  const glyph = isDigit(codePoint) ? font.getGlyph(liningFigure(font, plain.id), [codePoint]) : plain;
  const parts = [{ commands: glyph.path.commands, x: 0, y: 0 }];
  return { piece, advance: scaled(font, glyph.advanceWidth), ...drawn(font, parts) };
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

/** A glyph with its origin in font units, y upwards. */
interface DrawnPart {
  readonly commands: readonly PathCommand[];
  readonly x: number;
  readonly y: number;
}

function drawn(font: Font, parts: readonly DrawnPart[]): Pick<GlyphOutline, 'path' | 'box'> {
  const count = parts.reduce((total, { commands }) => total + commands.length, 0);
  if (count > MAX_COMMANDS) throw new FontError(`A glyph has more than ${MAX_COMMANDS} parts.`);
  let path = '';
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { commands, x: originX, y: originY } of parts) {
    for (const { command, args } of commands) {
      path += LETTER[command];
      for (let i = 0; i + 1 < args.length; i += 2) {
        const x = scaled(font, originX + (args[i] ?? Number.NaN));
        const y = 0 - scaled(font, originY + (args[i + 1] ?? Number.NaN));
        path += `${x} ${y} `;
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
    }
  }
  return right > left && bottom > top ? { path, box: { left, top, right, bottom } } : { path: '', box: null };
}

/** Converts font units to thousandths of an em, rounded to a hundredth. */
function scaled(font: Font, units: number): number {
  const value = Math.round((units / font.unitsPerEm) * 100_000) / 100;
  if (!(Math.abs(value) <= MAX_COORDINATE))
    throw new FontError('A glyph has a coordinate that is out of range.');
  return value;
}
