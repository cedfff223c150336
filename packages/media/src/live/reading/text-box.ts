import type { LiveTextLayer } from '@vitrine/core/server';
import type { Rectangle } from '../../gif/gif-writer.ts';
import type { Glyphs } from '../../paint/glyph.ts';
import type { FontLine } from '../../text/glyph-store.ts';
import { lineOf, lineStarts, type Word, widthOf, wordsOf } from '../../text/message-lines.ts';
import { isBlank, type Piece } from '../../text/pieces.ts';
import { setLine, type TextLine } from '../../text/text-line.ts';

export const ELLIPSIS = '…';
/** Sizes that `shrink` tries, in pixels of the design. */
const STEP = 0.5;
/** What rounding may add to a width. */
const TOLERANCE = 0.001;

/** A text with all that its lines depend on. Lengths are in pixels of the picture. */
export interface TextInBox extends Pick<LiveTextLayer, 'align' | 'valign' | 'lineHeight' | 'fit'> {
  readonly box: Rectangle;
  readonly size: number;
  readonly minSize: number;
  readonly scale: number;
  readonly paragraphs: readonly (readonly Piece[])[];
  readonly glyphs: Glyphs;
  readonly line: FontLine;
}

export interface PlacedText {
  readonly size: number;
  readonly lines: readonly { readonly line: TextLine; readonly x: number; readonly baseline: number }[];
  /** Whether some of the text is left out. */
  readonly isCut: boolean;
}

/** Breaks a text into lines, makes it smaller or cuts it as its layer says, and places the lines in the box. */
export function placeText(text: TextInBox): PlacedText {
  const { size, lines, isCut } = text.fit === 'truncate' ? oneLine(text) : fittedLines(text);
  const height = text.lineHeight * size;
  const free = text.box.height - lines.length * height;
  const top = text.box.y + { top: 0, middle: free / 2, bottom: free }[text.valign];
  const { ascent, descent } = wholeLine(text.line, size);
  const leading = Math.floor((height - ascent - descent) / 2);
  return {
    size,
    isCut,
    lines: lines.map((pieces, at) => {
      const line = setLine(pieces, text.glyphs);
      const room = text.box.width - line.width * size;
      const x = text.box.x + { left: 0, center: room / 2, right: room }[text.align];
      return { line, x, baseline: Math.round(top + at * height + leading + ascent) };
    }),
  };
}

/** Returns a line in whole pixels, as Chromium does: what is below the baseline is never cut off. */
function wholeLine(line: FontLine, size: number): FontLine {
  const ascent = Math.round(line.ascent * size);
  const descent = Math.round(line.descent * size);
  return descent < line.descent * size ? { ascent: ascent - 1, descent: descent + 1 } : { ascent, descent };
}

const HYPHEN = /^[-\u2010\u2013]$/;
const LETTER = /^\p{L}/u;

/** Lets a line end after a hyphen that joins words. Numbers with hyphens stay together. */
function afterHyphen(piece: Piece, at: number, all: readonly Piece[]): Piece {
  const before = all[at - 1]?.text ?? '';
  const isJoint = HYPHEN.test(before) && LETTER.test(piece.text) && LETTER.test(all[at - 2]?.text ?? '');
  return isJoint ? { ...piece, breaks: true } : piece;
}

interface Lines {
  readonly size: number;
  readonly lines: readonly (readonly Piece[])[];
  readonly isCut: boolean;
}

function oneLine({ paragraphs, glyphs, size, box }: TextInBox): Lines {
  const space: Piece = { text: ' ', level: 0, breaks: true };
  const pieces = paragraphs.flatMap((paragraph, at) => (at === 0 ? paragraph : [space, ...paragraph]));
  const width = box.width / size + TOLERANCE;
  if (widthOf(pieces, glyphs) <= width) return { size, lines: [pieces], isCut: false };
  return { size, lines: [cutTo(pieces, glyphs, width)], isCut: true };
}

function fittedLines(text: TextInBox): Lines {
  const { paragraphs, glyphs, box, lineHeight } = text;
  const words = paragraphs.map((paragraph) => wordsOf(paragraph.map(afterHyphen), glyphs));
  const size = text.fit === 'shrink' ? shrunk(text, words) : text.size;
  const width = box.width / size + TOLERANCE;
  const most = Math.max(1, Math.floor(box.height / (lineHeight * size) + TOLERANCE));
  const lines: (readonly Piece[])[] = [];
  for (const whole of words) {
    const broken = whole.flatMap((word) => brokenWord(word, glyphs, width));
    const starts = broken.length === 0 ? [0] : lineStarts(broken, width);
    for (const [at, start] of starts.entries()) {
      const isLast = lines.length === most - 1;
      const isEnd = at === starts.length - 1 && whole === words.at(-1);
      if (isLast && !isEnd) {
        const rest = lineOf(broken, start, broken.length).pieces;
        return { size, lines: [...lines, cutTo(rest, glyphs, width)], isCut: true };
      }
      lines.push(lineOf(broken, start, starts[at + 1] ?? broken.length).pieces);
    }
  }
  return { size, lines, isCut: false };
}

/** Returns the largest size at which the text fits without breaking a word, or `minSize`. */
function shrunk({ size, minSize, scale, box, lineHeight }: TextInBox, words: readonly Word[][]): number {
  const step = STEP * scale;
  const widest = words.flat().reduce((most, { width }) => Math.max(most, width), 0);
  const fits = (tried: number) => {
    const width = box.width / tried + TOLERANCE;
    if (widest > width) return false;
    const count = words.reduce((sum, paragraph) => sum + Math.max(1, lineStarts(paragraph, width).length), 0);
    return count * lineHeight * tried <= box.height + TOLERANCE || count === 1;
  };
  if (minSize >= size || fits(size)) return size;
  // Sizes are tried by halves: a smaller text needs fewer lines.
  let [low, high] = [0, Math.ceil((size - minSize) / step)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(size - middle * step)) high = middle;
    else low = middle + 1;
  }
  return Math.max(minSize, size - low * step);
}

/** Divides a word that is wider than a line between its pieces. */
function brokenWord(word: Word, glyphs: Glyphs, width: number): Word[] {
  if (word.width <= width) return [word];
  const parts: Word[] = [];
  let pieces: Piece[] = [];
  let sum = 0;
  const end = () => {
    const isFirst = parts.length === 0;
    const space = isFirst ? word.space : [];
    parts.push({ space, pieces, spaceWidth: isFirst ? word.spaceWidth : 0, width: sum });
  };
  for (const piece of word.pieces) {
    const advance = glyphs.get(piece.text)?.advance ?? 0;
    const kern = pieces.length === 0 ? 0 : (piece.kern ?? 0);
    if (pieces.length > 0 && sum + kern + advance > width) {
      end();
      pieces = [];
      sum = 0;
    }
    sum += advance + (pieces.length === 0 ? 0 : kern);
    pieces.push(piece);
  }
  end();
  return parts;
}

/** Returns the first pieces of a text that fit into a line with an ellipsis after them. */
function cutTo(pieces: readonly Piece[], glyphs: Glyphs, width: number): readonly Piece[] {
  const room = width - (glyphs.get(ELLIPSIS)?.advance ?? 0);
  let end = 0;
  for (let sum = 0; end < pieces.length; end++) {
    const { text, kern = 0 } = pieces[end] as Piece;
    sum += (glyphs.get(text)?.advance ?? 0) + (end === 0 ? 0 : kern);
    if (sum > room) break;
  }
  while (end > 0 && isBlank(pieces[end - 1]?.text ?? '')) end--;
  const level = Math.min(...pieces.map((piece) => piece.level));
  return [...pieces.slice(0, end), { text: ELLIPSIS, level, breaks: false }];
}
