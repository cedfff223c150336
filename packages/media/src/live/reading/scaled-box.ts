import type { Rectangle } from '../../gif/gif-writer.ts';

/** Returns a box of a design in pixels of the picture. */
export function scaledBox({ x, y, width, height }: Rectangle, scale: number): Rectangle {
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
}
