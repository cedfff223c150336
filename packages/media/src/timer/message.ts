import type { Rectangle } from '../gif/gif-writer.ts';
import type { Glyphs } from './glyph.ts';
import type { PlacedLine } from './layout.ts';
import { setLine } from './text-line.ts';

/** Ems from one baseline to the next. */
const LINE_HEIGHT = 1.25;
/** Ems from the baseline to the top of capitals, as a rule. Descenders don't count: the eye doesn't. */
const CAPITALS = 0.72;
const LEAST_SIZE = 6;
const SHRINK = 0.94;

export interface SetMessage {
  readonly lines: readonly PlacedLine[];
  /** Whether it lies inside the room that was given. */
  readonly fits: boolean;
}

/** Breaks a message between words and centres it in `room`, as large as fits and at most `largest` pixels to the em. */
export function setMessage(message: string, glyphs: Glyphs, room: Rectangle, largest: number): SetMessage {
  const words = message.split(/\s+/u).filter((word) => word !== '');
  let size = largest;
  let lines = breakLines(words, glyphs, room.width / size);
  const fits = () =>
    lines.every(({ width }) => width * size <= room.width) && heightOf(lines) * size <= room.height;
  while (!fits() && size > LEAST_SIZE) {
    size = Math.max(LEAST_SIZE, size * SHRINK);
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

/** The same number of lines, the longest one as short as can be: no word stands alone below a full line. */
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
