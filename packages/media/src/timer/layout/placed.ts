import type { TimerUnitName } from '@vitrine/core/server';
import type { Rectangle } from '../../gif/gif-writer.ts';
import type { Glyphs } from '../../paint/glyph.ts';
import type { TextLine } from '../../text/text-line.ts';
import type { Ring } from '../paint/ring-outline.ts';
import type { Sizes } from '../paint/sizes.ts';
import type { DigitMetrics } from './digit-metrics.ts';
import type { SceneTexts } from './scene-texts.ts';

/** A line of text with its origin, in pixels of the picture. */
export interface PlacedLine {
  readonly line: TextLine;
  readonly size: number;
  readonly x: number;
  readonly baseline: number;
}

export interface PlacedUnit {
  readonly unit: TimerUnitName;
  readonly digits: string;
  /** Whether it is the smallest visible unit, whose last digit changes most often. */
  readonly ticks: boolean;
  /** Left edge of the first cell. */
  readonly x: number;
  readonly baseline: number;
  /** Distance between two cells. */
  readonly pitch: number;
  /** Area of all cells. */
  readonly area: Rectangle;
  readonly boxes: readonly Rectangle[];
  readonly ring: Ring | null;
  readonly label: PlacedLine | null;
}

/** The position of everything in pixels of the picture, with the scale applied. It may be outside the picture. */
export interface TimerLayout {
  readonly units: readonly PlacedUnit[];
  readonly separators: readonly PlacedLine[];
  readonly headline: PlacedLine | null;
  readonly sizes: Sizes;
  /** Null if no digit is visible. */
  readonly metrics: DigitMetrics | null;
  /** Bounds of everything that is drawn. */
  readonly bounds: Rectangle | null;
}

export interface LayoutFonts {
  readonly digits: Glyphs;
  readonly labels: Glyphs;
  readonly headline: Glyphs;
  readonly texts: SceneTexts;
}
