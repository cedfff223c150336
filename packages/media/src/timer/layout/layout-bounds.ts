import type { Rectangle } from '../../gif/gif-writer.ts';
import type { PlacedLine, PlacedUnit } from './placed.ts';

/** Returns the bounds of the ink of a line. Null for a blank one. */
export function inkOf({ line, size, x, baseline }: PlacedLine): Rectangle | null {
  const { ink } = line;
  if (ink === null) return null;
  return {
    x: x + ink.left * size,
    y: baseline - ink.top * size,
    width: (ink.right - ink.left) * size,
    height: (ink.top - ink.bottom) * size,
  };
}

/** Returns the bounds of units with their boxes, rings and labels, and of lines. Null if there are none. */
export function boundsOf(units: readonly PlacedUnit[], lines: readonly PlacedLine[]): Rectangle | null {
  const parts: Rectangle[] = units.flatMap(({ boxes, ring, area }) => {
    if (ring !== null) {
      const { x, y, radius } = ring;
      return [{ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }];
    }
    return boxes.length > 0 ? boxes : [area];
  });
  for (const placed of [...units.flatMap(({ label }) => label ?? []), ...lines]) {
    const ink = inkOf(placed);
    if (ink !== null) parts.push(ink);
  }
  if (parts.length === 0) return null;
  const x = Math.min(...parts.map((part) => part.x));
  const y = Math.min(...parts.map((part) => part.y));
  return {
    x,
    y,
    width: Math.max(...parts.map((part) => part.x + part.width)) - x,
    height: Math.max(...parts.map((part) => part.y + part.height)) - y,
  };
}
