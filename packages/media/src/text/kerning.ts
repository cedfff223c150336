import type { Piece } from './pieces.ts';

/** Spaces and letters of scripts that are kerned. Those of other scripts are pieces of several letters, or have no kerning. */
const KERNED =
  /^(?![\u2e80-\uffff])[ \p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Nd}\p{P}\p{S}]$/u;

/** Returns the pairs of letters in a text whose distance a font may change. */
export function pairsOf(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((_, at) => pairAt(pieces, at) ?? []);
}

/** Returns the pieces with their kerning. */
export function kerned(pieces: readonly Piece[], kerning: ReadonlyMap<string, number>): readonly Piece[] {
  return pieces.map((piece, at) => {
    const kern = kerning.get(pairAt(pieces, at) ?? '') ?? 0;
    return kern === 0 ? piece : { ...piece, kern };
  });
}

/** Returns the pair of a piece and the one before it. Null: they are not kerned. */
function pairAt(pieces: readonly Piece[], at: number): string | null {
  const [before, piece] = [pieces[at - 1], pieces[at]];
  if (before === undefined || piece === undefined) return null;
  if (piece.level % 2 === 1 || before.level !== piece.level) return null;
  return KERNED.test(before.text) && KERNED.test(piece.text) ? before.text + piece.text : null;
}
