import type { Rectangle } from '../../gif/gif-writer.ts';
import type { Glyphs } from '../../paint/glyph.ts';
import {
  balancedLines,
  filledLines,
  type MessageLine,
  type Word,
  wordsOf,
} from '../../text/message-lines.ts';
import type { Piece } from '../../text/pieces.ts';
import { setLine } from '../../text/text-line.ts';
import type { PlacedLine } from './placed.ts';

/** Distance between baselines in ems. */
const LINE_HEIGHT = 1.25;
/** Typical height of capitals in ems. Descenders do not count for optical centring. */
const CAPITALS = 0.72;
const MIN_SIZE = 6;
const SHRINK = 0.94;
/** How often a message is made smaller for better line breaks, and what each time costs. */
const SMALLER_STEPS = 2;
const SMALLER_COST = 0.012;

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
  const words = wordsOf(message, glyphs);
  let size = largest;
  let lines: readonly MessageLine[] = filledLines(words, room.width / size);
  const fits = () =>
    lines.every(({ width }) => width * size <= room.width) && heightOf(lines) * size <= room.height;
  while (!fits() && size > MIN_SIZE) {
    size = Math.max(MIN_SIZE, size * SHRINK);
    lines = filledLines(words, room.width / size);
  }
  if (fits())
    ({ lines, size } = balancedBelow(size, words, { count: lines.length, width: room.width }) ?? {
      lines,
      size,
    });
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

/** Returns balanced lines, somewhat smaller than `size` if their breaks are better then. */
function balancedBelow(
  size: number,
  words: readonly Word[],
  { count, width }: { readonly count: number; readonly width: number },
): { readonly lines: readonly MessageLine[]; readonly size: number } | null {
  let best: { readonly lines: readonly MessageLine[]; readonly size: number; readonly cost: number } | null =
    null;
  for (let step = 0; step <= SMALLER_STEPS; step++) {
    const smaller = Math.max(MIN_SIZE, size * SHRINK ** step);
    const balanced = balancedLines(words, count, width / smaller);
    if (balanced === null) continue;
    const cost = balanced.cost + step * SMALLER_COST;
    if (best === null || cost < best.cost) best = { lines: balanced.lines, size: smaller, cost };
  }
  return best;
}

function heightOf(lines: readonly MessageLine[]): number {
  return lines.length === 0 ? 0 : (lines.length - 1) * LINE_HEIGHT + CAPITALS;
}
