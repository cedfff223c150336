import type { TimerDesign, TimerUnitName } from '@vitrine/core';
import type { Glyphs } from './glyph.ts';

/** All that is drawn of a timer: no font and no encoded picture is left to be read. */
export interface SceneInput {
  readonly key: string;
  readonly design: TimerDesign;
  /** Digits, the separator and the message. */
  readonly digitGlyphs: Glyphs;
  readonly labelGlyphs: Glyphs;
  readonly labelTexts: Readonly<Record<TimerUnitName, string>>;
  /** RGBA of the size of the picture. */
  readonly background: Uint8Array | null;
  readonly expiredImage: Uint8Array | null;
}
