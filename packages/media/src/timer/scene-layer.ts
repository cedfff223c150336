import type { Rectangle } from '../gif/gif-writer.ts';
import type { Palette } from './palette.ts';
import { around } from './rectangles.ts';

/** The place of one digit, which is the only part of the picture that changes with it. */
export interface DigitSlot {
  readonly area: Rectangle;
  /** For each digit the pixels of the area, with the ground. */
  readonly tiles: readonly Uint8Array[];
  /** Whether a change of the digit makes opaque pixels transparent. */
  readonly uncovers: boolean;
}

/** The picture for all times with the same number of digits. */
export interface SceneLayer {
  /** The whole picture without digits. */
  readonly base: Uint8Array;
  /** In reading order. Null: the digit is outside the picture. */
  readonly slots: readonly (DigitSlot | null)[];
  /** Bounds of everything visible. All pixels outside are transparent. */
  readonly content: Rectangle;
  readonly bytes: number;
}

/** Returns the bounds of everything visible in a layer; the whole canvas if it is opaque. */
export function contentOf(
  base: Uint8Array,
  slots: readonly (DigitSlot | null)[],
  canvas: Rectangle,
  { transparentIndex }: Palette,
): Rectangle {
  if (transparentIndex === null) return canvas;
  const { width, height } = canvas;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let pixel = 0; pixel < base.length; pixel++) {
    if (base[pixel] === transparentIndex) continue;
    const column = pixel % width;
    const row = (pixel - column) / width;
    left = Math.min(left, column);
    right = Math.max(right, column + 1);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row + 1);
  }
  const areas = slots.flatMap((slot) => slot?.area ?? []);
  if (left < right) areas.push({ x: left, y: top, width: right - left, height: bottom - top });
  return areas.length === 0 ? { x: 0, y: 0, width: 1, height: 1 } : around(areas);
}
