import type { Mask } from './coverage.ts';

const ROUNDS = 3;

/** Returns the mask with soft edges of about `radius` pixels: three box blurs approximate a Gaussian blur. */
export function blurred(mask: Mask, radius: number): Mask {
  const reach = Math.round(radius / ROUNDS);
  if (reach < 1) return mask;
  const margin = reach * ROUNDS;
  const width = mask.width + 2 * margin;
  const height = mask.height + 2 * margin;
  let pixels = new Float32Array(width * height);
  for (let row = 0; row < mask.height; row++) {
    const from = row * mask.width;
    pixels.set(mask.coverage.subarray(from, from + mask.width), (row + margin) * width + margin);
  }
  for (let round = 0; round < ROUNDS; round++) {
    pixels = averaged(pixels, height, width, width, 1, reach);
    pixels = averaged(pixels, width, height, 1, width, reach);
  }
  const coverage = Uint8Array.from(pixels, (value) => Math.round(value));
  return { x: mask.x - margin, y: mask.y - margin, width, height, coverage };
}

/** Replaces each pixel by the mean of its neighbours in a line. `lineStep` and `step` are distances in the array. */
function averaged(
  pixels: Float32Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
  reach: number,
): Float32Array<ArrayBuffer> {
  const means = new Float32Array(pixels.length);
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    let sum = 0;
    for (let at = -reach; at < length; at++) {
      const entering = at + reach;
      if (entering < length) sum += pixels[start + entering * step] as number;
      if (at < 0) continue;
      means[start + at * step] = sum / (2 * reach + 1);
      if (at >= reach) sum -= pixels[start + (at - reach) * step] as number;
    }
  }
  return means;
}
