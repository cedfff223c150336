import type { TimerDesign } from '@vitrine/core/contracts';
import type { Rectangle } from '../gif/gif-writer.ts';
import { mix, type Rgb } from './color.ts';
import type { PlacedOutline } from './coverage.ts';
import { roundedBox } from './rounded-box.ts';
import type { Sizes } from './sizes.ts';

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const SPLIT_OPACITY = 0.45;
const LOWER_OPACITY = 0.09;

/** Returns whether boxes have a split, as the flaps of a flip clock. */
export function hasSplit({ box, ring }: TimerDesign['digits']): boolean {
  return box?.style === 'flip' && ring === null;
}

/** Returns the color of the lower flap of a box. */
export function lowerFlap(color: Rgb): Rgb {
  return mix(color, WHITE, LOWER_OPACITY);
}

/** Returns a color under the split. */
export function underSplit(color: Rgb): Rgb {
  return mix(color, BLACK, SPLIT_OPACITY);
}

/** Returns the lower half of a box. */
export function lowerHalf(box: Rectangle): Rectangle {
  const top = box.y + Math.round(box.height / 2);
  return { ...box, y: top, height: box.y + box.height - top };
}

/** Returns the lines across boxes that are drawn over the digits. */
export function splitLines(
  boxes: readonly Rectangle[],
  { digits }: Sizes,
): { readonly outline: PlacedOutline; readonly color: Rgb; readonly opacity: number }[] {
  const height = Math.max(1, Math.round(digits / 36));
  return boxes.map((box) => {
    const y = lowerHalf(box).y - Math.ceil(height / 2);
    return {
      outline: roundedBox({ x: box.x, y, width: box.width, height }, 0),
      color: BLACK,
      opacity: SPLIT_OPACITY,
    };
  });
}
