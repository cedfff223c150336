import type { Piece } from './pieces.ts';

/** Real words of more letters are rare. */
const LETTERS_MAX = 16;
/** Scripts whose letters are joined by lines. */
const CURSIVE = /\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Nko}|\p{Script=Mongolian}/u;
const JOINER = '\u200d';

/**
 * Divides pieces of many letters, so that a line can end within a word that it is not wide enough for. The parts look as
 * in the whole: cursive letters still join.
 *
 * @param width of a line in ems. A part has no more letters than that.
 */
export function withoutLongWords(pieces: readonly Piece[], width: number): readonly Piece[] {
  const most = Math.max(1, Math.min(LETTERS_MAX, Math.floor(width)));
  if (pieces.every(({ text }) => text.length <= most)) return pieces;
  return pieces.flatMap((piece) => (piece.text.length <= most ? piece : divided(piece, most)));
}

function divided(piece: Piece, most: number): Piece[] {
  const letters = Array.from(new Intl.Segmenter().segment(piece.text), ({ segment }) => segment);
  const joiner = CURSIVE.test(piece.text) ? JOINER : '';
  const count = Math.ceil(letters.length / most);
  return Array.from({ length: count }, (_, at) => {
    const text = letters.slice(at * most, (at + 1) * most).join('');
    const before = at === 0 ? '' : joiner;
    const after = at === count - 1 ? '' : joiner;
    return { ...piece, text: before + text + after, breaks: at === 0 && piece.breaks };
  });
}
