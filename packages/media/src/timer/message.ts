import type { Rectangle } from '../gif/gif-writer.ts';
import type { Glyphs } from './glyph.ts';
import { isBlank, type Piece } from './pieces.ts';
import type { PlacedLine } from './placed.ts';
import { setLine } from './text-line.ts';

/** Distance between baselines in ems. */
const LINE_HEIGHT = 1.25;
/** Typical height of capitals in ems. Descenders do not count for optical centring. */
const CAPITALS = 0.72;
const MIN_SIZE = 6;
const SHRINK = 0.94;

export interface SetMessage {
  readonly lines: readonly PlacedLine[];
  /** Whether it fits into the given rectangle. */
  readonly fits: boolean;
}

/** Breaks a message between words and centres it in `room`, as large as fits, but at most `largest` pixels per em. */
export function setMessage(
  message: readonly Piece[],
  glyphs: Glyphs,
  room: Rectangle,
  largest: number,
): SetMessage {
  const words = wordsOf(message);
  let size = largest;
  let lines = breakLines(words, glyphs, room.width / size);
  const fits = () =>
    lines.every(({ width }) => width * size <= room.width) && heightOf(lines) * size <= room.height;
  while (!fits() && size > MIN_SIZE) {
    size = Math.max(MIN_SIZE, size * SHRINK);
    lines = breakLines(words, glyphs, room.width / size);
  }
  lines = balanced(words, glyphs, lines);
  const first = room.y + (room.height - heightOf(lines) * size) / 2 + CAPITALS * size;
  return {
    fits: fits(),
    lines: lines.map(({ pieces, width }, at) => ({
      line: setLine(pieces, glyphs),
      size,
      x: room.x + (room.width - width * size) / 2,
      baseline: Math.round(first + at * LINE_HEIGHT * size),
    })),
  };
}

interface Line {
  readonly pieces: readonly Piece[];
  /** In ems. */
  readonly width: number;
}

/** A part of a message that no line break divides. `space`: the blank before it, which a line break replaces. */
interface Word {
  readonly space: readonly Piece[];
  readonly pieces: readonly Piece[];
}

function wordsOf(message: readonly Piece[]): Word[] {
  const words: { space: Piece[]; pieces: Piece[] }[] = [];
  let space: Piece[] = [];
  for (const piece of message) {
    if (isBlank(piece.text)) space = [piece];
    else if (words.length === 0 || piece.breaks || space.length > 0) {
      words.push({ space, pieces: [piece] });
      space = [];
    } else words.at(-1)?.pieces.push(piece);
  }
  return words;
}

function breakLines(words: readonly Word[], glyphs: Glyphs, width: number): Line[] {
  const lines: Line[] = [];
  for (const { space, pieces } of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? null : measured([...last.pieces, ...space, ...pieces], glyphs);
    if (longer !== null && longer.width <= width) lines[lines.length - 1] = longer;
    else lines.push(measured(pieces, glyphs));
  }
  return lines;
}

/**
 * Returns the same number of lines, with the longest one as short as possible, so that no word is alone on the last
 * line.
 */
function balanced(words: readonly Word[], glyphs: Glyphs, lines: Line[]): Line[] {
  let best = lines;
  for (;;) {
    const widest = Math.max(0, ...best.map(({ width }) => width));
    const narrower = breakLines(words, glyphs, widest * 0.98);
    if (narrower.length !== lines.length || Math.max(...narrower.map(({ width }) => width)) >= widest)
      return best;
    best = narrower;
  }
}

function measured(pieces: readonly Piece[], glyphs: Glyphs): Line {
  return { pieces, width: setLine(pieces, glyphs).width };
}

function heightOf(lines: readonly Line[]): number {
  return lines.length === 0 ? 0 : (lines.length - 1) * LINE_HEIGHT + CAPITALS;
}
