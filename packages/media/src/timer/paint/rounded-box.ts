import type { Rectangle } from '../../gif/gif-writer.ts';
import type { PlacedOutline } from './coverage.ts';
import { CUBIC, LINE, MOVE } from './glyph.ts';

/** Length of the handles of a cubic curve that approximates a quarter of a circle, in radii. */
const QUARTER = 0.5522847498;

/** Returns a rectangle in pixels with rounded corners. The sides bound the radius. */
export function roundedBox({ x, y, width, height }: Rectangle, radius: number): PlacedOutline {
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  const k = r * (1 - QUARTER);
  const [right, bottom] = [width, -height];
  const points = [
    [r, 0],
    [right - r, 0],
    ...[
      [right - k, 0],
      [right, -k],
      [right, -r],
    ],
    [right, bottom + r],
    ...[
      [right, bottom + k],
      [right - k, bottom],
      [right - r, bottom],
    ],
    [r, bottom],
    ...[
      [k, bottom],
      [0, bottom + k],
      [0, bottom + r],
    ],
    [0, -r],
    ...[
      [0, -k],
      [k, 0],
      [r, 0],
    ],
  ];
  const commands = [MOVE, LINE, CUBIC, LINE, CUBIC, LINE, CUBIC, LINE, CUBIC];
  return {
    outline: { commands: Uint8Array.from(commands), points: Float32Array.from(points.flat()) },
    scale: 1,
    x,
    y,
  };
}
