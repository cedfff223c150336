import type { Rectangle } from '../../gif/gif-writer.ts';
import type { Palette } from '../../paint/palette.ts';
import { around } from '../../paint/rectangles.ts';
import type { UnitSlot } from './unit-slot.ts';

/** The picture for all times with the same number of digits. */
export interface SceneLayer {
  /** The whole picture without digits. */
  readonly base: Uint8Array;
  /** In reading order. Null: the unit is outside the picture. */
  readonly slots: readonly (UnitSlot | null)[];
  /** Bounds of everything visible. All pixels outside are transparent. */
  readonly content: Rectangle;
}

/** Returns the bounds of everything visible in a layer; the whole canvas if it is opaque. */
export function contentOf(
  base: Uint8Array,
  slots: readonly (UnitSlot | null)[],
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

/**
 * Returns the pixels of a part of the picture: the base and, in reading order, the parts of the units in it.
 *
 * @param texts the digits of each slot. Null: the ground of the slot without digits.
 */
export function compose(
  { base, slots }: SceneLayer,
  texts: readonly (string | null)[],
  part: Rectangle,
  width: number,
): Uint8Array {
  const pixels = new Uint8Array(part.width * part.height);
  for (let row = 0; row < part.height; row++) {
    const from = (part.y + row) * width + part.x;
    pixels.set(base.subarray(from, from + part.width), row * part.width);
  }
  slots.forEach((slot, at) => {
    const text = texts[at] ?? null;
    if (slot === null || text === null) return;
    const { area } = slot;
    const left = Math.max(area.x, part.x);
    const right = Math.min(area.x + area.width, part.x + part.width);
    const top = Math.max(area.y, part.y);
    const bottom = Math.min(area.y + area.height, part.y + part.height);
    if (left >= right || top >= bottom) return;
    const tile = slot.tile(text);
    for (let y = top; y < bottom; y++) {
      const from = (y - area.y) * area.width + left - area.x;
      pixels.set(tile.subarray(from, from + right - left), (y - part.y) * part.width + left - part.x);
    }
  });
  return pixels;
}
