import type { PlacedOutline } from '../../paint/coverage.ts';
import { LINE, MOVE } from '../../paint/glyph.ts';

/** A ring around a unit, in pixels of the picture. */
export interface Ring {
  /** The center. */
  readonly x: number;
  readonly y: number;
  /** The radius of the outer edge. */
  readonly radius: number;
  readonly width: number;
}

/** Maximum length of a line that approximates the circle, in pixels. */
const STEP = 1.5;

/** Returns a part of a ring, clockwise from the top. `share` is 0 to 1; 1 is the whole ring. */
export function ringOutline({ x, y, radius, width }: Ring, share: number): PlacedOutline {
  const angle = 2 * Math.PI * Math.max(0, Math.min(1, share));
  const steps = Math.max(1, Math.ceil((angle * radius) / STEP));
  const inner = Math.max(0, radius - width);
  const commands: number[] = [];
  const points: number[] = [];
  const add = (distance: number, at: number, isFirst: boolean) => {
    const turn = (angle * at) / steps;
    commands.push(isFirst ? MOVE : LINE);
    points.push(Math.sin(turn) * distance, Math.cos(turn) * distance);
  };
  for (let at = 0; at <= steps; at++) add(radius, at, at === 0);
  // A whole ring has a second contour in the other direction, so that its inside stays empty.
  for (let at = steps; at >= 0; at--) add(inner, at, share >= 1 && at === steps);
  return {
    outline: { commands: Uint8Array.from(commands), points: Float32Array.from(points) },
    scale: 1,
    x,
    y,
  };
}
