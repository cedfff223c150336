import type { Rectangle } from '../../gif/gif-writer.ts';
import type { PlacedLine, TimerLayout } from '../layout/placed.ts';
import { blurred } from '../paint/blur.ts';
import { Canvas } from '../paint/canvas.ts';
import { groundColor, opacityOf, rgbOf } from '../paint/color.ts';
import { cover } from '../paint/coverage.ts';
import { hasSplit, lowerFlap, lowerHalf } from '../paint/flip.ts';
import type { Glyphs } from '../paint/glyph.ts';
import { gradientOver } from '../paint/gradient.ts';
import { ringOutline } from '../paint/ring-outline.ts';
import { roundedBox } from '../paint/rounded-box.ts';
import { separatorPaint } from '../paint/separator-color.ts';
import { placeLine } from '../text/text-line.ts';
import type { SceneInput } from './scene-input.ts';

/** Returns the background of a design with a picture over it. */
export function backgroundOf({ design }: SceneInput, canvas: Rectangle, picture: Uint8Array | null): Canvas {
  const { color, gradient, transparent } = design.background;
  const from = groundColor(color);
  const ground = Canvas.filled(canvas.width, canvas.height, from, transparent);
  if (gradient !== null && !transparent) ground.fillGradient(gradientOver(canvas, from, gradient));
  if (picture !== null) ground.lay(picture);
  return ground;
}

/** Draws all but the digits: boxes, rings, labels, separators and the headline. */
export function paintGround(canvas: Canvas, whole: Rectangle, input: SceneInput, layout: TimerLayout): void {
  const { design, labelGlyphs, digitGlyphs, headlineGlyphs } = input;
  paintBoxes(canvas, whole, input, layout);
  for (const { label } of layout.units) {
    if (label !== null) paintLine(canvas, whole, label, labelGlyphs, design.labels.color);
  }
  const { color, opacity } = separatorPaint(design, input.background !== null);
  for (const separator of layout.separators) {
    const mask = cover(outlinesOf(separator, digitGlyphs), whole);
    if (mask !== null) canvas.paint(mask, color, { opacity });
  }
  if (layout.headline !== null)
    paintLine(canvas, whole, layout.headline, headlineGlyphs, design.headline.color);
}

/** Draws the boxes and the tracks of the rings. */
export function paintBoxes(
  canvas: Canvas,
  whole: Rectangle,
  { design }: SceneInput,
  { units, sizes }: TimerLayout,
): void {
  const { digits } = design;
  if (digits.ring !== null) {
    const color = digits.ring.track;
    for (const { ring } of units) {
      const mask = ring === null ? null : cover([ringOutline(ring, 1)], whole);
      if (mask !== null) canvas.paint(mask, rgbOf(color), { opacity: opacityOf(color) });
    }
    return;
  }
  for (const { boxes } of units) {
    for (const box of boxes) paintBox(canvas, whole, box, digits, sizes.unit, sizes.border);
  }
}

function paintBox(
  canvas: Canvas,
  whole: Rectangle,
  box: Rectangle,
  digits: SceneInput['design']['digits'],
  pixel: number,
  borderWidth: number,
): void {
  if (digits.box === null) return;
  const { border, color, gradient, shadow } = digits.box;
  const radius = digits.box.radius * pixel;
  if (shadow !== null) {
    const reach = { x: -whole.width, y: -whole.height, width: 3 * whole.width, height: 3 * whole.height };
    const shape = cover([roundedBox(box, radius)], reach);
    const soft = shape === null ? null : blurred(shape, shadow.blur * pixel);
    const x = Math.round(shadow.x * pixel);
    const y = Math.round(shadow.y * pixel);
    if (soft !== null) {
      const moved = { ...soft, x: soft.x + x, y: soft.y + y };
      canvas.paint(moved, rgbOf(shadow.color), { opacity: opacityOf(shadow.color) });
    }
  }
  const outer = cover([roundedBox(box, radius)], whole);
  const edge = border?.color ?? color;
  const isFilled = gradient !== null && border === null;
  if (outer !== null && !isFilled) canvas.paint(outer, rgbOf(edge), { opacity: opacityOf(edge) });
  const inside =
    border === null
      ? box
      : {
          x: box.x + borderWidth,
          y: box.y + borderWidth,
          width: box.width - 2 * borderWidth,
          height: box.height - 2 * borderWidth,
        };
  const innerRadius = border === null ? radius : radius - borderWidth;
  const inner = border === null && gradient === null ? null : cover([roundedBox(inside, innerRadius)], whole);
  if (inner !== null && gradient !== null) {
    canvas.paintGradient(inner, gradientOver(inside, rgbOf(color), gradient), opacityOf(color));
  } else if (inner !== null) canvas.paint(inner, rgbOf(color), { opacity: opacityOf(color) });
  if (!hasSplit(digits) || gradient !== null) return;
  const lower = cover([roundedBox(inside, innerRadius)], lowerHalf(inside));
  if (lower !== null) canvas.paint(lower, lowerFlap(rgbOf(color)), { opacity: opacityOf(color) });
}

export function paintLine(
  canvas: Canvas,
  whole: Rectangle,
  placed: PlacedLine,
  glyphs: Glyphs,
  color: string,
): void {
  const mask = cover(outlinesOf(placed, glyphs), whole);
  if (mask !== null) canvas.paint(mask, rgbOf(color), { opacity: opacityOf(color) });
}

function outlinesOf({ line, size, x, baseline }: PlacedLine, glyphs: Glyphs) {
  return placeLine(line, glyphs, { size, x, y: baseline });
}
