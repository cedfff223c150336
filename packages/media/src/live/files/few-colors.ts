import type { Canvas } from '../../paint/canvas.ts';
import { packedAt, type Rgb } from '../../paint/color.ts';

/** Returns the colors of canvases if there are at most `most`, else null. Invisible pixels don't count. */
export function fewColors(canvases: readonly Canvas[], most: number): Rgb[] | null {
  const found = new Set<number>();
  for (const { colors, alpha } of canvases) {
    let last = -1;
    for (let pixel = 0; pixel * 3 < colors.length; pixel++) {
      if (alpha !== null && alpha[pixel] === 0) continue;
      const color = packedAt(colors, pixel * 3);
      if (color === last) continue;
      last = color;
      found.add(color);
      if (found.size > most) return null;
    }
  }
  return Array.from(found, (color): Rgb => [color >> 16, (color >> 8) & 255, color & 255]);
}
