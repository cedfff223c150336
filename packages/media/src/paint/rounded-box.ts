import type { Rectangle } from '../gif/gif-writer.ts';
import type { PlacedOutline } from './coverage.ts';
import { CUBIC, LINE, MOVE } from './glyph.ts';

/** Length of the handles of a cubic curve that approximates a quarter of a circle, in radii. */
const QUARTER = 0.5522847498;

/** Returns a rectangle in pixels with rounded corners. The sides bound the radius. */
export function roundedBox(box: Rectangle, radius: number): PlacedOutline {
  const r = Math.max(0, Math.min(radius, box.width / 2, box.height / 2));
  return boxWithCorners(box, r, r);
}

/** Returns the ellipse that touches the sides of a rectangle in pixels. */
export function ellipseIn(box: Rectangle): PlacedOutline {
  return boxWithCorners(box, box.width / 2, box.height / 2);
}

function boxWithCorners({ x, y, width, height }: Rectangle, r: number, ry: number): PlacedOutline {
  const k = r * (1 - QUARTER);
  const ky = ry * (1 - QUARTER);
  const [right, bottom] = [width, -height];
  const points = [
    [r, 0],
    [right - r, 0],
    ...[
      [right - k, 0],
      [right, -ky],
      [right, -ry],
    ],
    [right, bottom + ry],
    ...[
      [right, bottom + ky],
      [right - k, bottom],
      [right - r, bottom],
    ],
    [r, bottom],
    ...[
      [k, bottom],
      [0, bottom + ky],
      [0, bottom + ry],
    ],
    [0, -ry],
    ...[
      [0, -ky],
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
