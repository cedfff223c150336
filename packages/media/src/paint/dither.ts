import type { Canvas } from './canvas.ts';
import { indexAt, isTransparentAt, type Palette } from './palette.ts';

/** Errors of colors that the palette can't mix would add up, and show as a smear behind them. */
const MAX_ERROR = 12;

/**
 * Returns the palette index of each pixel of a picture. Each pixel passes its error on to its neighbours (Floyd and
 * Steinberg, every other row from the right), so that gradients show no bands. Transparent pixels and those in a color
 * of the design take no error: texts and boxes stay clean.
 */
export function dithered(canvas: Canvas, palette: Palette): Uint8Array {
  const { width, height, colors } = canvas;
  const indexes = new Uint8Array(width * height);
  // Three channels a pixel, with one pixel more at each end.
  let errors = new Float64Array((width + 2) * 3);
  let below = new Float64Array((width + 2) * 3);
  // The first row comes twice: without the errors of a row before it, it would show bands.
  for (let row = -1; row < height; row++) {
    const y = Math.max(0, row);
    const step = row % 2 === 0 ? 3 : -3;
    for (let at = 0; at < width; at++) {
      const x = step > 0 ? at : width - 1 - at;
      const pixel = y * width + x;
      if (isTransparentAt(canvas, palette, pixel) || palette.isExact(colors, pixel * 3)) {
        indexes[pixel] = indexAt(canvas, palette, pixel);
        continue;
      }
      const place = (x + 1) * 3;
      const red = wanted(colors, pixel * 3, errors, place);
      const green = wanted(colors, pixel * 3 + 1, errors, place + 1);
      const blue = wanted(colors, pixel * 3 + 2, errors, place + 2);
      const index = palette.nearest((red << 16) | (green << 8) | blue);
      indexes[pixel] = index;
      pass(errors, below, place, step, red - (palette.colors[index * 3] ?? 0));
      pass(errors, below, place + 1, step, green - (palette.colors[index * 3 + 1] ?? 0));
      pass(errors, below, place + 2, step, blue - (palette.colors[index * 3 + 2] ?? 0));
    }
    [errors, below] = [below, errors.fill(0)];
  }
  return indexes;
}

function wanted(colors: Uint8Array, at: number, errors: Float64Array, place: number): number {
  const error = Math.max(-MAX_ERROR, Math.min(MAX_ERROR, errors[place] ?? 0));
  return Math.max(0, Math.min(255, Math.round((colors[at] ?? 0) + error)));
}

function pass(errors: Float64Array, below: Float64Array, place: number, step: number, error: number): void {
  errors[place + step] = (errors[place + step] ?? 0) + (error * 7) / 16;
  below[place - step] = (below[place - step] ?? 0) + (error * 3) / 16;
  below[place] = (below[place] ?? 0) + (error * 5) / 16;
  below[place + step] = (below[place + step] ?? 0) + error / 16;
}
