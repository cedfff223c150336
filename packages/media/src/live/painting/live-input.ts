import type { Countdown, LiveScene, LiveShapeLayer } from '@vitrine/core/server';
import type { Rectangle } from '../../gif/gif-writer.ts';
import type { Pixels } from '../../paint/canvas.ts';
import type { SceneInput } from '../../timer/scene/scene-input.ts';
import type { PackedGlyphs } from './glyph-pack.ts';

/** All data for drawing a live image, as it is sent to a thread. Lengths are in pixels of the picture. */
export interface LiveInput {
  readonly width: number;
  readonly height: number;
  readonly format: LiveScene['format'];
  /** The color that transparent edges are blended with. */
  readonly matte: string;
  /** The parts over the base, in the order in which they are drawn. */
  readonly parts: LiveParts;
}

/** The background and the parts that all pictures of a design share. */
export interface LiveBaseInput {
  readonly width: number;
  readonly height: number;
  readonly background: Pick<LiveScene['background'], 'color' | 'gradient' | 'transparent'>;
  /** Of the size of the picture. */
  readonly picture: Pixels | null;
  readonly parts: LiveParts;
}

export interface LiveParts {
  /** The glyphs of all texts. */
  readonly glyphs: PackedGlyphs;
  readonly list: readonly LivePart[];
}

export type LivePart = LiveTextPart | LivePicturePart | LiveShapePart | LiveTimerPart;

export interface LiveTextPart {
  readonly type: 'text';
  readonly color: string;
  /** Pixels per em. */
  readonly size: number;
  /** Places of the glyphs in the pack. */
  readonly glyphs: Uint32Array;
  /** x and baseline of each glyph. */
  readonly places: Float32Array;
}

export interface LivePicturePart {
  readonly type: 'picture';
  readonly area: Rectangle;
  readonly radius: number;
  /** Of the size of the area. */
  readonly pixels: Pixels;
}

export interface LiveShapePart extends Pick<LiveShapeLayer, 'shape' | 'color' | 'gradient' | 'radius'> {
  readonly type: 'shape';
  readonly area: Rectangle;
  readonly border: LiveShapeLayer['border'];
  readonly shadow: LiveShapeLayer['shadow'];
}

export interface LiveTimerPart {
  readonly type: 'timer';
  readonly area: Rectangle;
  readonly input: SceneInput;
  readonly countdown: Countdown;
}
