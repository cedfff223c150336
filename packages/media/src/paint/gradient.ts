import type { TimerDesign } from '@vitrine/core/contracts';
import type { Rectangle } from '../gif/gif-writer.ts';
import { mix, type Rgb, rgbOf } from './color.ts';

/** The color of each pixel of a canvas. */
export type ColorAt = (x: number, y: number) => Rgb;

/** Maximum step between the colors of a gradient in any channel. Larger ones are visible as bands. */
const STEP = 2;
/** Maximum number of steps, because a palette also needs colors for everything else. */
const MAX_STEPS = 96;

type Gradient = NonNullable<TimerDesign['background']['gradient']>;

/** Returns all colors of a gradient, in order. */
export function gradientColors(from: Rgb, { color }: Pick<Gradient, 'color'>): Rgb[] {
  const to = rgbOf(color);
  const farthest = Math.max(...from.map((value, part) => Math.abs(value - (to[part] ?? 0))));
  const steps = Math.min(MAX_STEPS, Math.max(1, Math.ceil(farthest / STEP)));
  return Array.from({ length: steps + 1 }, (_, at) => mix(from, to, at / steps));
}

/** Returns the colors of a gradient over an area: `from` at one edge or corner, the gradient's color at the other. */
export function gradientOver(area: Rectangle, from: Rgb, { color, angle }: Gradient): ColorAt {
  const colors = gradientColors(from, { color });
  const radians = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.sin(radians), -Math.cos(radians)];
  const length = Math.abs(area.width * dx) + Math.abs(area.height * dy);
  const [middleX, middleY] = [area.x + area.width / 2, area.y + area.height / 2];
  return (x, y) => {
    const along = ((x + 0.5 - middleX) * dx + (y + 0.5 - middleY) * dy) / length + 0.5;
    return colors[Math.round(Math.max(0, Math.min(1, along)) * (colors.length - 1))] ?? from;
  };
}
