import type { Caller } from '@vitrine/core';
import type { TimerDesign } from '@vitrine/core/contracts';
import type { GlyphSource } from '../font/glyph-source.ts';

/** The source of a timer's glyphs and pictures. Untrusted fonts and pictures are read in separate processes. */
export interface TimerSources {
  /**
   * Returns the glyphs of the pieces of a text (`pieces.ts`) in order, as SVG path data in thousandths of an em with y
   * downwards. Null: none.
   */
  outlines(
    source: GlyphSource,
    load: (hash: string) => Promise<Uint8Array>,
    pieces: readonly string[],
    caller: Caller,
  ): Promise<{ readonly glyphs: readonly ({ readonly advance: number; readonly path: string } | null)[] }>;
  /** Returns RGBA pixels of exactly this size. With `contain`, the rest is transparent. */
  picture(
    bytes: Uint8Array,
    size: { readonly width: number; readonly height: number; readonly fit: TimerDesign['background']['fit'] },
    caller: Caller,
  ): Promise<Uint8Array>;
}
