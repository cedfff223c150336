import type { Glyphs } from '../paint/glyph.ts';
import { isBlank, type Piece } from './pieces.ts';

export interface MessageLine {
  readonly pieces: readonly Piece[];
  /** In ems. */
  readonly width: number;
}

/** A part of a message that no line break divides. `space`: the blank before it, which a line break replaces. */
export interface Word {
  readonly space: readonly Piece[];
  readonly pieces: readonly Piece[];
  readonly spaceWidth: number;
  readonly width: number;
}

const SENTENCE_END = /[.!?…。！？؟।]$/u;
const CLAUSE_END = /[,;:–—،؛、，；：]$/u;
/** The value of a line break after a sentence and after a clause, as a variation of the lines' widths. */
const SENTENCE_WORTH = 0.12;
const CLAUSE_WORTH = 0.05;

/** Divides a message where lines may break. */
export function wordsOf(message: readonly Piece[], glyphs: Glyphs): Word[] {
  const words: { space: Piece[]; pieces: Piece[] }[] = [];
  let space: Piece[] = [];
  for (const piece of message) {
    if (isBlank(piece.text)) space = [piece];
    else if (words.length === 0 || piece.breaks || space.length > 0) {
      words.push({ space, pieces: [piece] });
      space = [];
    } else words.at(-1)?.pieces.push(piece);
  }
  return words.map((word) => ({
    ...word,
    spaceWidth: widthOf(word.space, glyphs) + kernAround(word),
    width: widthOf(word.pieces, glyphs),
  }));
}

function kernAround({ space, pieces }: Pick<Word, 'space' | 'pieces'>): number {
  return (space[0]?.kern ?? 0) + (pieces[0]?.kern ?? 0);
}

/** Returns the width of pieces in a line, in ems. */
export function widthOf(pieces: readonly Piece[], glyphs: Glyphs): number {
  return pieces.reduce(
    (sum, { text, kern = 0 }, at) => sum + (glyphs.get(text)?.advance ?? 0) + (at === 0 ? 0 : kern),
    0,
  );
}

/** Fills lines of at most `width` ems one after the other. A longer word has a line of its own. */
export function filledLines(words: readonly Word[], width: number): MessageLine[] {
  const starts = lineStarts(words, width);
  return starts.map((start, at) => lineOf(words, start, starts[at + 1] ?? words.length));
}

/** Returns the first words of the lines of `filledLines`. */
export function lineStarts(words: readonly Word[], width: number): number[] {
  const starts: number[] = [];
  let end = Infinity;
  for (const [at, word] of words.entries()) {
    end += word.spaceWidth + word.width;
    if (end <= width) continue;
    starts.push(at);
    end = word.width;
  }
  return starts;
}

/**
 * Returns `count` lines of at most `width` ems whose widths differ little, and that break after a sentence or a clause
 * where that costs no more than a slightly uneven line. Null: some word is wider, or there are fewer words.
 */
export function balancedLines(words: readonly Word[], count: number, width: number): MessageLines | null {
  const mean = lineOf(words, 0, words.length).width / count;
  let rows: (MessageLines | null)[] = words.map(() => null);
  rows.push({ cost: 0, lines: [] });
  // `rows[start]`: the best lines for the words from `start` on, with one line more in each round.
  for (let line = 0; line < count; line++) {
    const fewer = rows;
    rows = [...words.keys(), words.length].map((start) => best(words, start, fewer, width, mean));
  }
  return rows[0] ?? null;
}

export interface MessageLines {
  /** The variation of the widths, less what the breaks are worth. */
  readonly cost: number;
  readonly lines: MessageLine[];
}

function best(
  words: readonly Word[],
  start: number,
  rows: readonly (MessageLines | null)[],
  width: number,
  mean: number,
): MessageLines | null {
  let found: MessageLines | null = null;
  for (let end = start + 1; end <= words.length; end++) {
    const first = lineOf(words, start, end);
    if (first.width > width && end > start + 1) break;
    const rest = rows[end] ?? null;
    if (rest === null) continue;
    const cost = rest.cost + (first.width / mean - 1) ** 2 - (end < words.length ? worth(words[end - 1]) : 0);
    if (found === null || cost <= found.cost) found = { cost, lines: [first, ...rest.lines] };
  }
  return found;
}

function worth(word: Word | undefined): number {
  const last = word?.pieces.at(-1)?.text ?? '';
  if (SENTENCE_END.test(last)) return SENTENCE_WORTH;
  return CLAUSE_END.test(last) ? CLAUSE_WORTH : 0;
}

/** Returns the line of the words from `start` to before `end`. */
export function lineOf(words: readonly Word[], start: number, end: number): MessageLine {
  const pieces: Piece[] = [];
  let width = 0;
  for (let at = start; at < end; at++) {
    const word = words[at] as Word;
    if (at > start) pieces.push(...word.space);
    width += at > start ? word.spaceWidth + word.width : word.width;
    pieces.push(...word.pieces);
  }
  return { pieces, width };
}
