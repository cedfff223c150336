import type { Bidi } from 'bidi-js';

/**
 * A part of a text that is drawn as one glyph: a letter with its marks, a word of a script whose letters join, or a
 * sequence of emoji that shows one picture.
 */
export interface Piece {
  readonly text: string;
  /** Level of the Unicode Bidirectional Algorithm. Odd: from right to left. */
  readonly level: number;
  /** Whether a line may break before it. A blank is replaced by the break. */
  readonly breaks: boolean;
  /** The change of its distance to the piece before it in reading order, in ems (`kerning.ts`). Default: 0. */
  readonly kern?: number;
}

/** Scripts whose letters change their shape or place beside others. */
const JOINING = [
  ...['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Mongolian'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const JOINERS = '\\u200c\\u200d';
const EMOJI = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?';
/** A flag, an emoji, a word of a joining script (digits don't join), a letter with marks, or a single letter. */
const PIECE = new RegExp(
  `\\p{Regional_Indicator}{2}|${EMOJI}(?:\\u200d${EMOJI})*|[[${JOINING}]--\\p{Nd}][[${JOINING}\\p{M}${JOINERS}]--\\p{Nd}]*|\\P{M}\\p{M}+|.`,
  'gsv',
);
const SPACING_CONTROL = /[\t-\r\u0085\u2028\u2029]/gu;
/** Joiners, and the marks and controls of direction, have an effect on the letters beside them. */
const EFFECTIVE = '\\u061c\\u200c-\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const IGNORED = new RegExp(`[[\\p{Default_Ignorable_Code_Point}\\p{Cc}]--[${EFFECTIVE}]]`, 'gv');
const INVISIBLE = new RegExp(`^[${EFFECTIVE}]`, 'u');
/** Spaces that a line may end at. Those before a unit or a percent sign (no-break) keep both sides together. */
const BLANK = /^[^\S\u00a0\u2007\u202f]$/u;

/** Scripts that are written without spaces between words, and their punctuation. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
/** Punctuation stays with the word before or after it. */
const NEVER_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ーｰ々]/u;
const NEVER_LAST = /^[\p{Ps}\p{Pi}]$/u;
/** Japanese prefixes of honour, which the segmenter separates from their word. */
const PREFIX = /^[ごお]$/u;

/**
 * Returns the pieces of a text in reading order: composed (NFC), and without invisible letters. Brackets that are read
 * from right to left are mirrored.
 *
 * @param bidi needed only for texts with letters that are read from right to left.
 */
export function piecesOf(text: string, bidi: Bidi | null = null): readonly Piece[] {
  const shown = text.normalize('NFC').replaceAll(SPACING_CONTROL, ' ').replaceAll(IGNORED, '');
  const levels = bidi?.getEmbeddingLevels(shown).levels ?? null;
  const starts = wordStarts(shown);
  const pieces: Piece[] = [];
  for (const word of starts.map((start, at) => ({ start, end: starts[at + 1] ?? shown.length }))) {
    for (const { 0: match, index } of shown.slice(word.start, word.end).matchAll(PIECE)) {
      if (INVISIBLE.test(match)) continue;
      const level = levels?.[word.start + index] ?? 0;
      const mirrored = level % 2 === 1 ? bidi?.getMirroredCharacter(match) : null;
      const breaks = isBlank(match) || (index === 0 && word.start > 0 && !isBlank(pieces.at(-1)?.text ?? ''));
      pieces.push({ text: mirrored ?? match, level, breaks });
    }
  }
  return pieces;
}

/** Returns whether a piece is a space that a line may end at. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Returns the positions where a line may begin without a space before it; 0 for a text with spaces between words. */
function wordStarts(text: string): number[] {
  if (!UNSPACED.test(text)) return [0];
  const starts = [0];
  let previous = '';
  for (const { index, segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    const isBetweenWords = UNSPACED.test(segment) || UNSPACED.test(previous);
    const isTogether = NEVER_FIRST.test(segment) || NEVER_LAST.test(previous) || PREFIX.test(previous);
    if (index > 0 && isBetweenWords && !isTogether) starts.push(index);
    previous = segment;
  }
  return starts;
}
