import type { TimerDesign } from '@vitrine/core/contracts';
import type { Glyphs } from '../../paint/glyph.ts';
import type { SceneTexts } from '../layout/scene-texts.ts';

/** All data for drawing a timer, with glyphs in place of fonts and pixels in place of files. */
export interface SceneInput {
  readonly key: string;
  readonly design: TimerDesign;
  /** Glyphs of the digits, the separator and the message. */
  readonly digitGlyphs: Glyphs;
  readonly labelGlyphs: Glyphs;
  readonly headlineGlyphs: Glyphs;
  readonly texts: SceneTexts;
  /** RGBA of the size of the picture. */
  readonly background: Uint8Array | null;
  readonly expiredImage: Uint8Array | null;
}

/**
 * Returns whether the pictures of a design are dithered: where only the first frame has the picture. In every frame it
 * would triple the file.
 */
export function isDithered({ design, background }: SceneInput): boolean {
  return background !== null && design.optimize && !design.background.transparent;
}
