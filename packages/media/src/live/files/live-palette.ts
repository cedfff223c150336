import type { Canvas } from '../../paint/canvas.ts';
import { type Rgb, rgbOf } from '../../paint/color.ts';
import { flatPalette, type Palette, picturePalette, roomBeside } from '../../paint/palette.ts';
import { Histogram, quantizeToMix } from '../../paint/quantize.ts';
import type { LivePart } from '../painting/live-input.ts';
import { fewColors } from './few-colors.ts';

/** Pixels of a picture that are counted at most. More of them hardly change the palette. */
const COUNTED_MAX = 500_000;

/** A palette, and whether pictures need dithering because it lacks colors of them. */
export interface LivePalette {
  readonly palette: Palette;
  readonly isDithered: boolean;
}

/**
 * Returns a palette for pictures.
 *
 * @param exact colors that fill areas, which are never mixed from others.
 * @param most maximum number of colors.
 * @param reserves whether an index is for transparent pixels.
 */
export function livePalette(
  canvases: readonly Canvas[],
  exact: readonly Rgb[],
  most: number,
  reserves: boolean,
): LivePalette {
  const few = fewColors(canvases, most - (reserves ? 1 : 0));
  if (few !== null) return { palette: flatPalette(few, [], reserves), isDithered: false };
  const histogram = new Histogram();
  for (const { colors, alpha } of canvases) {
    const step = Math.ceil(colors.length / 3 / COUNTED_MAX);
    for (let pixel = 0; pixel * 3 < colors.length; pixel += step) {
      if (alpha !== null && alpha[pixel] === 0) continue;
      const at = pixel * 3;
      histogram.add(colors[at] as number, colors[at + 1] as number, colors[at + 2] as number, 1);
    }
  }
  const kept = exact.slice(0, most / 4);
  const room = roomBeside(kept, reserves) - (256 - most);
  return { palette: picturePalette(kept, quantizeToMix(histogram, room), reserves), isDithered: true };
}

/** Returns the colors that parts fill areas with. */
export function exactColors(parts: readonly LivePart[]): Rgb[] {
  return parts.flatMap((part) => {
    if (part.type === 'text') return [rgbOf(part.color)];
    if (part.type === 'shape') return [part.color, part.border?.color ?? part.color].map(rgbOf);
    if (part.type === 'picture') return [];
    const { digits, labels } = part.input.design;
    return [digits.color, labels.color, digits.box?.color ?? digits.color].map(rgbOf);
  });
}
