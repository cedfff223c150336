import type { Rectangle } from '../../gif/gif-writer.ts';
import { insideOf, paintBox } from '../../paint/box.ts';
import { Canvas } from '../../paint/canvas.ts';
import { opacityOf, rgbOf } from '../../paint/color.ts';
import type { Outline } from '../../paint/glyph.ts';
import { ellipseIn, roundedBox } from '../../paint/rounded-box.ts';
import { SceneOverlay } from '../../timer/scene/scene-overlay.ts';
import { unpacked } from './glyph-pack.ts';
import type {
  LivePart,
  LiveParts,
  LivePicturePart,
  LiveShapePart,
  LiveTextPart,
  LiveTimerPart,
} from './live-input.ts';
import type { Masks } from './mask-cache.ts';

/** The place of a canvas in the picture. */
export interface CanvasPlace {
  readonly left: number;
  readonly top: number;
}

const WHOLE: CanvasPlace = { left: 0, top: 0 };

/** Draws parts of a live image on canvases that show the whole picture, or a rectangle of it. */
export class PartPainter {
  readonly #ids: Uint32Array;
  readonly #outlines: readonly Outline[];
  readonly #masks: Masks;
  readonly #overlays = new Map<LiveTimerPart, SceneOverlay>();

  constructor({ glyphs }: LiveParts, masks: Masks) {
    this.#ids = glyphs.ids;
    this.#outlines = unpacked(glyphs);
    this.#masks = masks;
  }

  /** @param secondsLeft of each timer. Null: timers without their digits. */
  paint(
    canvas: Canvas,
    parts: readonly LivePart[],
    place: CanvasPlace = WHOLE,
    secondsLeft: ReadonlyMap<LiveTimerPart, number> = new Map(),
    hasDigits = true,
  ): void {
    for (const part of parts) {
      if (part.type === 'text') this.#text(canvas, part, place);
      else if (part.type === 'picture') this.#picture(canvas, part, place);
      else if (part.type === 'shape') paintShape(canvas, part, place);
      else this.#timer(canvas, part, place, secondsLeft.get(part) ?? part.countdown.secondsLeft, hasDigits);
    }
  }

  /** Names what a timer shows besides its digits: seconds of the same name look the same without them. */
  groundOf(part: LiveTimerPart, secondsLeft: number): string {
    return this.#overlay(part).groundOf(secondsLeft);
  }

  #text(canvas: Canvas, { color, size, glyphs, places }: LiveTextPart, place: CanvasPlace): void {
    const rgb = rgbOf(color);
    const opacity = opacityOf(color);
    for (const [at, glyph] of glyphs.entries()) {
      const outline = this.#outlines[glyph];
      const id = this.#ids[glyph];
      if (outline === undefined || id === undefined) continue;
      const mask = this.#masks.glyph(id, outline, size, places[at * 2] ?? 0, places[at * 2 + 1] ?? 0);
      if (mask !== null) canvas.paint(mask, rgb, { ...place, opacity });
    }
  }

  #picture(canvas: Canvas, { area, radius, pixels }: LivePicturePart, place: CanvasPlace): void {
    canvas.lay(pixels, area, radius === 0 ? null : this.#masks.box(area, radius), place);
  }

  #timer(
    canvas: Canvas,
    part: LiveTimerPart,
    { left, top }: CanvasPlace,
    secondsLeft: number,
    hasDigits: boolean,
  ): void {
    const { area } = part;
    const under = behind(canvas, { ...area, x: area.x - left, y: area.y - top });
    canvas.put(this.#overlay(part).draw(under, secondsLeft, hasDigits), area.x - left, area.y - top);
  }

  #overlay(part: LiveTimerPart): SceneOverlay {
    const overlay = this.#overlays.get(part) ?? new SceneOverlay(part.input);
    this.#overlays.set(part, overlay);
    return overlay;
  }
}

/** Returns a copy of what is behind a timer, white where its area is outside of the canvas. */
function behind(canvas: Canvas, { x, y, width, height }: Rectangle): Canvas {
  if (x === 0 && y === 0 && width === canvas.width && height === canvas.height) return canvas.copy();
  const under = Canvas.filled(width, height, [255, 255, 255], canvas.alpha !== null);
  under.put(canvas, -x, -y);
  return under;
}

function visible(canvas: Canvas, { left, top }: CanvasPlace): Rectangle {
  return { x: left, y: top, width: canvas.width, height: canvas.height };
}

function paintShape(canvas: Canvas, part: LiveShapePart, place: CanvasPlace): void {
  const { area, shape, radius } = part;
  const outline = (inset: number) =>
    shape === 'ellipse'
      ? ellipseIn(insideOf(area, inset))
      : roundedBox(insideOf(area, inset), radius - inset);
  paintBox(canvas, visible(canvas, place), { area, outline, look: part, bordersInside: false }, place);
}
