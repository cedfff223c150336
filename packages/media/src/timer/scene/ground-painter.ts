import type { Rectangle } from '../../gif/gif-writer.ts';
import { insideOf, paintBox } from '../../paint/box.ts';
import { Canvas, pixelsOf } from '../../paint/canvas.ts';
import { groundColor, opacityOf, rgbOf } from '../../paint/color.ts';
import { cover } from '../../paint/coverage.ts';
import type { Glyphs } from '../../paint/glyph.ts';
import { gradientOver } from '../../paint/gradient.ts';
import { roundedBox } from '../../paint/rounded-box.ts';
import { placeLine } from '../../text/text-line.ts';
import type { PlacedLine, TimerLayout } from '../layout/placed.ts';
import { hasSplit, lowerFlap, lowerHalf } from '../paint/flip.ts';
import { ringOutline } from '../paint/ring-outline.ts';
import { separatorPaint } from '../paint/separator-color.ts';
import type { SceneInput } from './scene-input.ts';

/**
 * Returns the background of a design with a picture over it.
 *
 * @param under what a transparent background shows. Null: nothing.
 */
export function backgroundOf(
  { design }: SceneInput,
  canvas: Rectangle,
  picture: Uint8Array | null,
  under: Canvas | null = null,
): Canvas {
  const { color, gradient, transparent } = design.background;
  const from = groundColor(color);
  const isSeen = transparent && under !== null;
  const ground = isSeen ? under.copy() : Canvas.filled(canvas.width, canvas.height, from, transparent);
  if (gradient !== null && !transparent) ground.fillGradient(gradientOver(canvas, from, gradient));
  if (picture !== null) ground.lay(pixelsOf(picture), canvas);
  return ground;
}

/**
 * Draws all but the digits: boxes, rings, labels, separators and the headline.
 *
 * @param isOnPicture whether muted colors let through what is behind them.
 */
export function paintGround(
  canvas: Canvas,
  whole: Rectangle,
  input: SceneInput,
  layout: TimerLayout,
  isOnPicture = input.background !== null,
): void {
  const { design, labelGlyphs, digitGlyphs, headlineGlyphs } = input;
  paintBoxes(canvas, whole, input, layout);
  for (const { label } of layout.units) {
    if (label !== null) paintLine(canvas, whole, label, labelGlyphs, design.labels.color);
  }
  const { color, opacity } = separatorPaint(design, isOnPicture);
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
    for (const box of boxes) paintDigitBox(canvas, whole, box, digits, sizes.unit, sizes.border);
  }
}

function paintDigitBox(
  canvas: Canvas,
  whole: Rectangle,
  area: Rectangle,
  digits: SceneInput['design']['digits'],
  pixel: number,
  borderWidth: number,
): void {
  if (digits.box === null) return;
  const { border, color, gradient, shadow } = digits.box;
  const radius = digits.box.radius * pixel;
  const outline = (inset: number) => roundedBox(insideOf(area, inset), radius - inset);
  const look = {
    color,
    gradient,
    border: border === null ? null : { ...border, width: borderWidth },
    shadow:
      shadow === null
        ? null
        : { ...shadow, x: shadow.x * pixel, y: shadow.y * pixel, blur: shadow.blur * pixel },
  };
  paintBox(canvas, whole, { area, outline, look, bordersInside: true });
  if (!hasSplit(digits) || gradient !== null) return;
  const inset = border === null ? 0 : borderWidth;
  const lower = cover([outline(inset)], lowerHalf(insideOf(area, inset)));
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
