import sharp from 'sharp';
import { expect, test } from 'vitest';
import { builtinFiles } from '../font/builtin-fonts.ts';
import { fontTasks } from '../font/font-tasks.ts';
import { outlineOfPath } from '../text/path-outline.ts';
import { cover, type Mask } from './coverage.ts';
import { LINE, MOVE, type Outline } from './glyph.ts';
import { roundedBox } from './rounded-box.ts';

const CLIP = { x: 0, y: 0, width: 40, height: 40 };

function polygon(...points: readonly (readonly [x: number, y: number])[]): Outline {
  return {
    commands: Uint8Array.from(points, (_, at) => (at === 0 ? MOVE : LINE)),
    points: Float32Array.from(points.flatMap(([x, y]) => [x, -y])),
  };
}

function drawn(...outlines: Outline[]): Mask | null {
  return cover(
    outlines.map((outline) => ({ outline, scale: 1, x: 0, y: 0 })),
    CLIP,
  );
}

function at(mask: Mask | null, x: number, y: number): number {
  return mask?.coverage[(y - mask.y) * mask.width + x - mask.x] ?? 0;
}

function area(mask: Mask | null): number {
  return (mask?.coverage.reduce((sum, value) => sum + value, 0) ?? 0) / 255;
}

test('the coverage of a pixel is the part of it inside the shape', () => {
  const mask = drawn(polygon([2.25, 3.5], [5, 3.5], [5, 6], [2.25, 6]));
  expect(at(mask, 2, 3)).toBe(Math.round(255 * 0.75 * 0.5));
  expect(at(mask, 2, 4)).toBe(Math.round(255 * 0.75));
  expect(at(mask, 4, 3)).toBe(128);
  expect(at(mask, 3, 5)).toBe(255);
  expect(mask).toMatchObject({ x: 2, y: 3, width: 3, height: 3 });
});

test('contours of both directions cover, and overlaps are covered once', () => {
  const square = [
    [4, 4],
    [9, 4],
    [9, 9],
    [4, 9],
  ] as const;
  const turned = [...square].reverse();
  expect(area(drawn(polygon(...square)))).toBeCloseTo(25, 3);
  expect(area(drawn(polygon(...turned)))).toBeCloseTo(25, 3);
  const overlapping = drawn(polygon(...square), polygon([6, 6], [12, 6], [12, 12], [6, 12]));
  expect(area(overlapping)).toBeCloseTo(25 + 36 - 9, 3);
});

test('an inner contour of the other direction is a hole', () => {
  const ring = drawn(
    polygon([4, 4], [14, 4], [14, 14], [4, 14]),
    polygon([6, 6], [6, 12], [12, 12], [12, 6]),
  );
  expect(area(ring)).toBeCloseTo(100 - 36, 3);
  expect(at(ring, 8, 8)).toBe(0);
});

test('the area of a shape with slanted edges is exact', () => {
  expect(area(drawn(polygon([1, 1], [31, 4], [11, 37])))).toBeCloseTo(525, 0);
});

test('clips a shape without changing the coverage inside', () => {
  const whole = drawn(polygon([-20, 10], [60, 10], [60, 20], [-20, 20]));
  expect(whole).toMatchObject({ x: 0, y: 10, width: 40, height: 10 });
  expect(area(whole)).toBeCloseTo(400, 3);
  expect(drawn(polygon([50, 1], [60, 1], [60, 9]))).toBeNull();
  expect(drawn(polygon([-9, 1], [-2, 1], [-2, 9]))).toBeNull();
});

test('rounded corners have the area of quarter circles', () => {
  const mask = cover([roundedBox({ x: 3, y: 4, width: 30, height: 20 }, 8)], CLIP);
  expect(area(mask)).toBeCloseTo(600 - (4 - Math.PI) * 64, 0);
  const pill = cover([roundedBox({ x: 3, y: 4, width: 30, height: 20 }, 99)], CLIP);
  expect(area(pill)).toBeCloseTo(10 * 20 + Math.PI * 100, 0);
});

test('draws glyphs like librsvg', async () => {
  const pieces = Array.from('0348&Rg@');
  for (const font of [2, 12, 15]) {
    const { glyphs } = await fontTasks.outlines({ files: await builtinFiles(font), pieces });
    for (const glyph of glyphs) {
      const path = glyph?.path ?? '';
      const clip = { x: 0, y: 0, width: 80, height: 80 };
      const mask = cover([{ outline: outlineOfPath(path), scale: 60, x: 8.3, y: 58.4 }], clip);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><path transform="translate(8.3 58.4) scale(0.06)" d="${path}"/></svg>`;
      const expected = await sharp(Buffer.from(svg)).ensureAlpha().extractChannel('alpha').raw().toBuffer();
      let sum = 0;
      let worst = 0;
      for (let y = 0; y < 80; y++) {
        for (let x = 0; x < 80; x++) {
          const inside =
            mask !== null &&
            x >= mask.x &&
            x < mask.x + mask.width &&
            y >= mask.y &&
            y < mask.y + mask.height;
          const difference = Math.abs((inside ? at(mask, x, y) : 0) - (expected[y * 80 + x] ?? 0));
          sum += difference;
          worst = Math.max(worst, difference);
        }
      }
      // Cairo samples 15 lines of 17 points in a pixel.
      expect(sum / 6_400, `glyph ${glyph?.piece} of font ${font}`).toBeLessThan(0.6);
      expect(worst, `glyph ${glyph?.piece} of font ${font}`).toBeLessThan(32);
    }
  }
});
