import type { TimerDesign } from '@vitrine/core/contracts';
import type { Rectangle } from '../gif/gif-writer.ts';
import { mix, type Rgb, rgbOf } from './color.ts';

/** The color of each pixel of a canvas. */
export type ColorAt = (x: number, y: number) => Rgb;

/** Returns the colors of a gradient over an area: `from` at one edge or corner, the gradient's color at the other. */
export function gradientOver(
  area: Rectangle,
  from: Rgb,
  { color, angle }: NonNullable<TimerDesign['background']['gradient']>,
): ColorAt {
  const to = rgbOf(color);
  const radians = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.sin(radians), -Math.cos(radians)];
  const length = Math.abs(area.width * dx) + Math.abs(area.height * dy);
  const [middleX, middleY] = [area.x + area.width / 2, area.y + area.height / 2];
  return (x, y) => {
    const along = ((x + 0.5 - middleX) * dx + (y + 0.5 - middleY) * dy) / length + 0.5;
    return mix(from, to, Math.max(0, Math.min(1, along)));
  };
}
