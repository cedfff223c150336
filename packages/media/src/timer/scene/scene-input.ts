import type { TimerDesign } from '@vitrine/core/contracts';
import type { Glyphs } from '../paint/glyph.ts';
import type { SceneTexts } from '../text/scene-texts.ts';

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
