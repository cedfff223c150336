import { type Glyph, NO_OUTLINE } from '../paint/glyph.ts';

/** Letters of the same look. A font that lacks one draws another, as HarfBuzz does. */
const TWINS: Readonly<Record<string, readonly string[]>> = {
  '\u00a0': [' '],
  '\u202f': [' '],
  '\u2010': ['\u2011', '-'],
  '\u2011': ['\u2010', '-'],
  '\u2212': ['\u2013', '-'],
  '\u2027': ['\u00b7'],
  '\u2219': ['\u00b7'],
  '\u02bc': ['\u2019'],
};

/** Widths of spaces in ems, for fonts that lack them (HarfBuzz). */
const SPACES: Readonly<Record<string, number>> = {
  '\u2000': 1 / 2,
  '\u2001': 1,
  '\u2002': 1 / 2,
  '\u2003': 1,
  '\u2004': 1 / 3,
  '\u2005': 1 / 4,
  '\u2006': 1 / 6,
  '\u2007': 1 / 2,
  '\u2008': 1 / 4,
  '\u2009': 1 / 5,
  '\u200a': 1 / 10,
  '\u205f': 4 / 18,
  '\u3000': 1,
};

/** Returns the letters that look like a missing one, best first. */
export function twinsOf(piece: string): readonly string[] {
  return TWINS[piece] ?? [];
}

/** Returns the glyph of a space that a font lacks. Null: the piece is another one. */
export function spaceOf(piece: string): Glyph | null {
  const advance = SPACES[piece];
  return advance === undefined ? null : { advance, outline: NO_OUTLINE };
}

/**
 * Returns what stands for a piece that no font has, best first: its compatible letters (Unicode, NFKC), such as the
 * number of a circled one, then the piece without marks, modifiers and joiners, such as the digit of a keycap.
 */
export function substitutesOf(piece: string): string[] {
  const compatible = piece.normalize('NFKC');
  const plain = compatible.replace(ADDED, '');
  return [...new Set([compatible, plain, plain.slice(0, FIRST.exec(plain)?.[0].length ?? 0)])].filter(
    (each) => each !== '' && each !== piece,
  );
}

const ADDED = /[\p{M}\p{Emoji_Modifier}]/gu;
const FIRST = /^.(?=\u200d)/u;
