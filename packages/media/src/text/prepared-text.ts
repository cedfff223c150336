import type { Bidi } from 'bidi-js';
import { type Piece, piecesOf } from './pieces.ts';
import { needsBidi } from './text-order.ts';

let bidi: Promise<Bidi> | null = null;

/** Returns the pieces of a text. Loads the bidirectional algorithm when the first text needs it. */
export async function prepared(text: string): Promise<readonly Piece[]> {
  if (!needsBidi(text)) return piecesOf(text);
  bidi ??= loadBidi();
  return piecesOf(text, await bidi);
}

async function loadBidi(): Promise<Bidi> {
  const module = await import('bidi-js');
  // The package is CommonJS: its exports are the function, but its types declare an ES module.
  const create = module.default as unknown as typeof module.default.default;
  return create();
}
