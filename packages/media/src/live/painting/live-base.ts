import { Canvas } from '../../paint/canvas.ts';
import { groundColor } from '../../paint/color.ts';
import { gradientOver } from '../../paint/gradient.ts';
import type { LiveBaseInput } from './live-input.ts';
import type { Masks } from './mask-cache.ts';
import { PartPainter } from './part-painter.ts';

/** The background and the static parts of a design, drawn once. */
export class LiveBase {
  /** Must not be changed. */
  readonly canvas: Canvas;

  constructor({ width, height, background, picture, parts }: LiveBaseInput, masks: Masks) {
    const whole = { x: 0, y: 0, width, height };
    const color = groundColor(background.color);
    this.canvas = Canvas.filled(width, height, color, background.transparent);
    if (background.gradient !== null && !background.transparent)
      this.canvas.fillGradient(gradientOver(whole, color, background.gradient));
    if (picture !== null) this.canvas.lay(picture, whole);
    new PartPainter(parts, masks).paint(this.canvas, parts.list);
  }

  get bytes(): number {
    return this.canvas.colors.length + (this.canvas.alpha?.length ?? 0);
  }
}
