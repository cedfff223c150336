import type { Piece } from './pieces.ts';

/** Letters of a piece. Longer ones are divided, so that a line can end within a word that no line is wide enough for. */
const LETTERS_MAX = 16;
/** Scripts whose letters are joined by lines. */
const CURSIVE = /\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Nko}|\p{Script=Mongolian}/u;
const JOINER = '\u200d';

/** Divides pieces of many letters. The parts look as in the whole: cursive letters still join. */
export function withoutLongWords(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.every(({ text }) => text.length <= LETTERS_MAX)) return pieces;
  return pieces.flatMap((piece) => (piece.text.length <= LETTERS_MAX ? piece : divided(piece)));
}

function divided(piece: Piece): Piece[] {
  const letters = Array.from(new Intl.Segmenter().segment(piece.text), ({ segment }) => segment);
  const joiner = CURSIVE.test(piece.text) ? JOINER : '';
  const count = Math.ceil(letters.length / LETTERS_MAX);
  return Array.from({ length: count }, (_, at) => {
    const text = letters.slice(at * LETTERS_MAX, (at + 1) * LETTERS_MAX).join('');
    const before = at === 0 ? '' : joiner;
    const after = at === count - 1 ? '' : joiner;
    return { ...piece, text: before + text + after, breaks: at === 0 && piece.breaks };
  });
}
