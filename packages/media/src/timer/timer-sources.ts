import type { Caller, FontSource, TimerDesign } from '@vitrine/core';

/** Where a timer's glyphs and pictures come from: fonts and files from outside are read in processes of their own. */
export interface TimerSources {
  /** The glyphs of code points in their order, thousandths of an em, SVG path data with y downwards; null: none. */
  outlines(
    source: FontSource,
    load: (hash: string) => Promise<Uint8Array>,
    codePoints: readonly number[],
    caller: Caller,
  ): Promise<{ readonly glyphs: readonly ({ readonly advance: number; readonly path: string } | null)[] }>;
  /** RGBA of exactly this size; what a picture that is `contain`ed leaves over is transparent. */
  picture(
    bytes: Uint8Array,
    size: { readonly width: number; readonly height: number; readonly fit: TimerDesign['background']['fit'] },
    caller: Caller,
  ): Promise<Uint8Array>;
}
