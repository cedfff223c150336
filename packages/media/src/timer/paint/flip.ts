import type { TimerDesign } from '@vitrine/core/contracts';
import type { Rectangle } from '../../gif/gif-writer.ts';
import { contrast, mix, type Rgb } from '../../paint/color.ts';
import type { PlacedOutline } from '../../paint/coverage.ts';
import { roundedBox } from '../../paint/rounded-box.ts';
import type { Sizes } from './sizes.ts';

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
/** The split of a dark box is a shadow over its digit. That of a light box cuts the digit, because a shadow hides in it. */
const SHADOW_SPLIT: Split = { color: BLACK, opacity: 0.45 };
const LIGHT_SPLIT_SHADE = 0.22;
const LIGHT_CONTRAST = 8;
const LOWER_OPACITY = 0.09;

/** Returns whether boxes have a split, as the flaps of a flip clock. */
export function hasSplit({ box, ring }: TimerDesign['digits']): boolean {
  return box?.style === 'flip' && ring === null;
}

/** Returns the color of the lower flap of a box. */
export function lowerFlap(color: Rgb): Rgb {
  return mix(color, WHITE, LOWER_OPACITY);
}

/** How the split of a box is drawn over the box and its digit. */
interface Split {
  readonly color: Rgb;
  readonly opacity: number;
}

/** Returns the split of a box in a color. */
export function splitOf(box: Rgb): Split {
  if (contrast(box, BLACK) < LIGHT_CONTRAST) return SHADOW_SPLIT;
  return { color: mix(box, BLACK, LIGHT_SPLIT_SHADE), opacity: 1 };
}

/** Returns a color with a split over it. */
export function underSplit(color: Rgb, { color: over, opacity }: Split): Rgb {
  return mix(color, over, opacity);
}

/** Returns the lower half of a box. */
export function lowerHalf(box: Rectangle): Rectangle {
  const top = box.y + Math.round(box.height / 2);
  return { ...box, y: top, height: box.y + box.height - top };
}

/** Returns the outlines of the splits of boxes. */
export function splitLines(boxes: readonly Rectangle[], { digits }: Sizes): PlacedOutline[] {
  const height = Math.max(1, Math.round(digits / 36));
  return boxes.map((box) => {
    const y = lowerHalf(box).y - Math.ceil(height / 2);
    return roundedBox({ x: box.x, y, width: box.width, height }, 0);
  });
}
