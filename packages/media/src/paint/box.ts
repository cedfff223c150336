import type { TimerDesign } from '@vitrine/core/contracts';
import type { Rectangle } from '../gif/gif-writer.ts';
import { blurred } from './blur.ts';
import type { Canvas, PaintOptions } from './canvas.ts';
import { opacityOf, rgbOf } from './color.ts';
import { cover, type PlacedOutline, without } from './coverage.ts';
import { gradientOver } from './gradient.ts';

type Box = NonNullable<TimerDesign['digits']['box']>;

/** The look of a box. Lengths are in pixels of the picture. */
export type BoxLook = Pick<Box, 'color' | 'gradient' | 'border' | 'shadow'>;

/** A box on a picture. */
export interface PlacedBox {
  readonly area: Rectangle;
  /** Returns its outline, or that of its inside at a distance from the edge. */
  outline(inset: number): PlacedOutline;
  readonly look: BoxLook;
  /** Whether the color of the border also lies under the inside, where it shows through a translucent box. */
  readonly bordersInside: boolean;
}

/** Draws a box with its shadow and border, as far as it is inside `clip`, relative to (left, top). */
export function paintBox(
  canvas: Canvas,
  clip: Rectangle,
  { area, outline, look, bordersInside }: PlacedBox,
  place: Omit<PaintOptions, 'opacity'> = {},
): void {
  const { color, gradient, border, shadow } = look;
  if (shadow !== null) {
    const reach = {
      x: clip.x - clip.width,
      y: clip.y - clip.height,
      width: 3 * clip.width,
      height: 3 * clip.height,
    };
    const shape = cover([outline(0)], reach);
    const soft = shape === null ? null : blurred(shape, shadow.blur);
    if (soft !== null) {
      const moved = { ...soft, x: soft.x + Math.round(shadow.x), y: soft.y + Math.round(shadow.y) };
      canvas.paint(moved, rgbOf(shadow.color), { ...place, opacity: opacityOf(shadow.color) });
    }
  }
  const width = border?.width ?? 0;
  const inside = insideOf(area, width);
  const inner = inside.width > 0 && inside.height > 0 ? cover([outline(width)], clip) : null;
  if (border !== null) {
    const outer = cover([outline(0)], clip);
    // Under an opaque box, it does in any case, so that nothing shows between the two.
    const isWhole = bordersInside || opacityOf(color) === 1;
    const edge = outer === null || inner === null || isWhole ? outer : without(outer, inner);
    if (edge !== null)
      canvas.paint(edge, rgbOf(border.color), { ...place, opacity: opacityOf(border.color) });
  }
  if (inner === null) return;
  const fill = gradient === null ? rgbOf(color) : gradientOver(inside, rgbOf(color), gradient);
  canvas.paint(inner, fill, { ...place, opacity: opacityOf(color) });
}

/** Returns a rectangle at a distance inside of another one. */
export function insideOf({ x, y, width, height }: Rectangle, inset: number): Rectangle {
  return { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
}
