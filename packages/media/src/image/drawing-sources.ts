import type { Caller } from '@vitrine/core';
import type { TimerDesign } from '@vitrine/core/contracts';
import type { GlyphSource } from '../font/glyph-source.ts';

/** The source of glyphs and pictures for what is drawn. Untrusted fonts and pictures are read in separate processes. */
export interface DrawingSources {
  /**
   * Returns the glyphs of the pieces of a text (`pieces.ts`) in order, as SVG path data in thousandths of an em with y
   * downwards. Null: none.
   */
  outlines(
    source: GlyphSource,
    load: (hash: string) => Promise<Uint8Array>,
    pieces: readonly string[],
    caller: Caller,
  ): Promise<{
    readonly glyphs: readonly ({ readonly advance: number; readonly path: string } | null)[];
    /** Above and below the baseline in thousandths of an em; the descent is usually negative. */
    readonly ascent: number;
    readonly descent: number;
  }>;
  /** Returns for each pair of letters the change of their distance in thousandths of an em, usually negative or 0. */
  kerning(
    source: GlyphSource,
    load: (hash: string) => Promise<Uint8Array>,
    pairs: readonly string[],
    caller: Caller,
  ): Promise<readonly number[]>;
  /** Returns RGBA pixels of exactly this size. With `contain`, the rest is transparent. */
  picture(
    bytes: Uint8Array,
    size: { readonly width: number; readonly height: number; readonly fit: TimerDesign['background']['fit'] },
    caller: Caller,
  ): Promise<Uint8Array>;
}
