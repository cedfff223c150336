import type { Rectangle } from '../gif/gif-writer.ts';
import type { Glyphs } from './glyph.ts';
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
export function setMessage(message: string, glyphs: Glyphs, room: Rectangle, largest: number): SetMessage {
  const words = message.split(/\s+/u).filter((word) => word !== '');
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
    lines: lines.map(({ text, width }, at) => ({
      line: setLine(text, glyphs),
      size,
      x: room.x + (room.width - width * size) / 2,
      baseline: Math.round(first + at * LINE_HEIGHT * size),
    })),
  };
}

interface Line {
  readonly text: string;
  /** In ems. */
  readonly width: number;
}

function breakLines(words: readonly string[], glyphs: Glyphs, width: number): Line[] {
  const lines: Line[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? null : measured(`${last.text} ${word}`, glyphs);
    if (longer !== null && longer.width <= width) lines[lines.length - 1] = longer;
    else lines.push(measured(word, glyphs));
  }
  return lines;
}

/**
 * Returns the same number of lines, with the longest one as short as possible, so that no word is alone on the last
 * line.
 */
function balanced(words: readonly string[], glyphs: Glyphs, lines: Line[]): Line[] {
  let best = lines;
  for (;;) {
    const widest = Math.max(0, ...best.map(({ width }) => width));
    const narrower = breakLines(words, glyphs, widest * 0.98);
    if (narrower.length !== lines.length || Math.max(...narrower.map(({ width }) => width)) >= widest)
      return best;
    best = narrower;
  }
}

function measured(text: string, glyphs: Glyphs): Line {
  return { text, width: setLine(text, glyphs).width };
}

function heightOf(lines: readonly Line[]): number {
  return lines.length === 0 ? 0 : (lines.length - 1) * LINE_HEIGHT + CAPITALS;
}
