import { expect, test } from 'vitest';
import { Canvas } from './canvas.ts';
import { contrast, packed, type Rgb } from './color.ts';
import { flatPalette, picturePalette, type Ramp, roomBeside, toIndexes } from './palette.ts';
import { Histogram, quantize } from './quantize.ts';

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

test('the size of a palette is a power of two and at most 256', () => {
  for (let count = 0; count < 40; count++) {
    const ramps = Array.from(
      { length: count },
      (_, at): Ramp => [
        [at * 6, 255 - at * 6, 0],
        [255, at * 6, at],
      ],
    );
    const { colors } = flatPalette([BLACK], ramps, true);
    expect(Number.isInteger(Math.log2(colors.length / 3))).toBe(true);
    expect(colors.length / 3).toBeLessThanOrEqual(256);
    expect(colors.length / 3).toBeGreaterThanOrEqual(2);
  }
});

test('a ramp between two colors has no visible steps', () => {
  const { colors, nearest } = flatPalette([BLACK], [[BLACK, WHITE]], false);
  for (let grey = 0; grey < 256; grey++) {
    const index = nearest(packed([grey, grey, grey]));
    expect(Math.abs((colors[index * 3] ?? 0) - grey)).toBeLessThanOrEqual(8);
  }
});

test('the ends of ramps and the grounds are exact, also with a picture', () => {
  const exact: Rgb[] = [
    [1, 2, 3],
    [254, 7, 9],
  ];
  for (const palette of [
    flatPalette([exact[0] as Rgb], [[exact[0] as Rgb, exact[1] as Rgb]], true),
    picturePalette(
      exact,
      [
        [1, 2, 4],
        [250, 8, 8],
      ],
      true,
    ),
  ]) {
    for (const color of exact) {
      const index = palette.nearest(packed(color));
      expect([...palette.colors.subarray(index * 3, index * 3 + 3)]).toEqual([...color]);
    }
  }
});

test('index 0 is transparent, and is used for pixels with little coverage', () => {
  const palette = flatPalette([], [[WHITE, BLACK]], true);
  const canvas = Canvas.filled(3, 1, WHITE, true);
  canvas.paint({ x: 0, y: 0, width: 3, height: 1, coverage: Uint8Array.of(20, 200, 255) }, BLACK);
  const indexes = toIndexes(canvas, palette);
  expect(indexes[0]).toBe(0);
  expect(indexes[1]).toBeGreaterThan(0);
  expect([...palette.colors.subarray((indexes[2] ?? 0) * 3, (indexes[2] ?? 0) * 3 + 3)]).toEqual([0, 0, 0]);
});

test('quantize keeps few colors exactly and approximates many', () => {
  const few = new Histogram();
  const colors: Rgb[] = [
    [10, 20, 30],
    [200, 100, 50],
    [90, 200, 250],
  ];
  for (const color of colors) few.add(...color, 5);
  expect(quantize(few, 200).map(packed).sort()).toEqual(colors.map(packed).sort());
  const many = new Histogram();
  for (let red = 0; red < 256; red += 3) {
    for (let green = 0; green < 256; green += 3) many.add(red, green, (red + green) >> 1, 1);
  }
  const found = quantize(many, 200);
  expect(found).toHaveLength(200);
  const palette = picturePalette([], found, false);
  let worst = 0;
  for (let red = 0; red < 256; red += 7) {
    for (let green = 0; green < 256; green += 7) {
      const index = palette.nearest(packed([red, green, (red + green) >> 1]));
      worst = Math.max(worst, Math.abs((palette.colors[index * 3] ?? 0) - red));
    }
  }
  expect(worst).toBeLessThan(30);
});

test('roomBeside returns the rest of 256 colors', () => {
  expect(roomBeside([BLACK, WHITE, BLACK], true)).toBe(253);
  expect(roomBeside([], false)).toBe(256);
});

test('computes the contrast of WCAG', () => {
  expect(contrast(BLACK, WHITE)).toBeCloseTo(21, 5);
  expect(contrast([119, 119, 119], WHITE)).toBeCloseTo(4.48, 2);
});
