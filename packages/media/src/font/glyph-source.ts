import type { FontSource } from '@vitrine/core/server';
import { builtinFiles } from './builtin-fonts.ts';
import { type FallbackFont, type FontFileSet, fallbackFiles } from './fallback-fonts.ts';

/** A font that glyphs are drawn from. */
export type GlyphSource = FontSource | { readonly fallback: FallbackFont };

/**
 * Returns the files that may have the letters of the pieces.
 *
 * @param load returns the bytes of an uploaded font.
 */
export async function filesOf(
  source: GlyphSource,
  load: (hash: string) => Promise<Uint8Array>,
  pieces: readonly string[],
): Promise<FontFileSet> {
  if ('fallback' in source) return fallbackFiles(source.fallback, pieces);
  const files = 'builtin' in source ? await builtinFiles(source.builtin) : [await load(source.blob)];
  return { files, weight: null };
}
