import type { Canvas } from './canvas.ts';
import type { Rgb } from './color.ts';

/** Returns the colors of a canvas without the color that its transparent edges are blended with. */
export function unmatted({ colors, alpha }: Canvas, matte: Rgb): Uint8Array {
  if (alpha === null) return colors;
  const plain = new Uint8Array(colors.length);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    const opacity = alpha[pixel] as number;
    if (opacity === 0) continue;
    for (let part = 0; part < 3; part++) {
      const under = matte[part] as number;
      const color = under + (((colors[pixel * 3 + part] as number) - under) * 255) / opacity;
      plain[pixel * 3 + part] = Math.max(0, Math.min(255, Math.round(color)));
    }
  }
  return plain;
}
