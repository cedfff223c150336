import type { Piece } from './pieces.ts';

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u0660-\u0669\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Returns whether the order of a text may differ from that of its letters. */
export function needsBidi(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Returns the pieces of a line in visual order from left to right (Unicode Bidirectional Algorithm, rule L2). */
export function visualOrder(pieces: readonly Piece[]): readonly Piece[] {
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  let ordered = pieces;
  for (let level = highest; level > 0; level--) ordered = reversedFrom(ordered, level);
  return ordered;
}

/** Reverses each run of pieces of a level or a higher one. */
function reversedFrom(pieces: readonly Piece[], level: number): Piece[] {
  const ordered: Piece[] = [];
  let run: Piece[] = [];
  for (const piece of pieces) {
    if (piece.level >= level) run.unshift(piece);
    else {
      ordered.push(...run, piece);
      run = [];
    }
  }
  return [...ordered, ...run];
}
