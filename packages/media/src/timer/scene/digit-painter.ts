import type { Rectangle } from '../../gif/gif-writer.ts';
import { blurred } from '../../paint/blur.ts';
import type { Canvas } from '../../paint/canvas.ts';
import { opacityOf, rgbOf } from '../../paint/color.ts';
import { cover, type Mask } from '../../paint/coverage.ts';
import { type Palette, toIndexes } from '../../paint/palette.ts';
import type { DigitMetrics } from '../layout/digit-metrics.ts';
import type { PlacedUnit, TimerLayout } from '../layout/placed.ts';
import { inkShift } from '../layout/unit-digits.ts';
import { hasSplit, splitLines, splitOf } from '../paint/flip.ts';
import { ringOutline } from '../paint/ring-outline.ts';
import { shareOf } from '../paint/ring-share.ts';
import type { SceneInput } from './scene-input.ts';
import { areaIn, type SlotPart, type SlotSource } from './unit-slot.ts';

/** All but the digits, and its palette indexes. */
interface IndexedGround {
  readonly canvas: Canvas;
  readonly indexes: Uint8Array;
}

/** Draws the digits of the units of one layout. */
export class DigitPainter {
  readonly #input: SceneInput;
  readonly #canvas: Rectangle;
  readonly #layout: TimerLayout;
  readonly #metrics: DigitMetrics;
  readonly #masks = new Map<string, Mask | null>();
  readonly #shadows = new Map<string, Mask | null>();

  constructor(input: SceneInput, canvas: Rectangle, layout: TimerLayout, metrics: DigitMetrics) {
    this.#input = input;
    this.#canvas = canvas;
    this.#layout = layout;
    this.#metrics = metrics;
  }

  /** Returns the source of a unit's tiles. Null: the unit is outside the picture. */
  source(unit: PlacedUnit, ground: IndexedGround, palette: Palette): SlotSource | null {
    const area = areaIn(this.#canvas, this.#reach(unit));
    if (area === null) return null;
    const under = ground.canvas.cut(area);
    return {
      area,
      draw: (text) => {
        const tile = under.copy();
        this.paint(tile, unit, text, area);
        return withGround(toIndexes(tile, palette), tile, under, ground, area);
      },
      parts: (text) => this.#parts(unit, text),
    };
  }

  /** Draws the digits of a unit on a canvas whose upper left corner is that of `area`. */
  paint(canvas: Canvas, unit: PlacedUnit, text: string, { x: left, y: top }: Rectangle): void {
    const { digits } = this.#input.design;
    const { ring, shadow } = digits;
    if (unit.ring !== null && ring !== null) {
      const share = shareOf(unit.unit, text);
      const arc = share === 0 ? null : cover([ringOutline(unit.ring, share)], this.#canvas);
      if (arc !== null) canvas.paint(arc, rgbOf(ring.color), { left, top, opacity: opacityOf(ring.color) });
    }
    const color = rgbOf(digits.color);
    const placed = this.#placed(unit, text);
    if (shadow !== null) {
      const { unit: pixel } = this.#layout.sizes;
      for (const { char, x } of placed) {
        const mask = moved(this.#shadow(char), x + shadow.x * pixel, unit.baseline + shadow.y * pixel);
        if (mask !== null)
          canvas.paint(mask, rgbOf(shadow.color), { left, top, opacity: opacityOf(shadow.color) });
      }
    }
    const opacity = opacityOf(digits.color);
    for (const { char, x } of placed) {
      const mask = moved(this.#mask(char), x, unit.baseline);
      if (mask !== null) canvas.paint(mask, color, { left, top, opacity });
    }
    if (digits.box === null || !hasSplit(digits)) return;
    const split = splitOf(rgbOf(digits.box.color));
    const mask = cover(splitLines(unit.boxes, this.#layout.sizes), this.#canvas);
    if (mask !== null) canvas.paint(mask, split.color, { left, top, opacity: split.opacity });
  }

  #placed(unit: PlacedUnit, text: string): { readonly char: string; readonly x: number }[] {
    const shift = inkShift(this.#input.design, this.#metrics, unit, text);
    return Array.from(text, (char, at) => ({ char, x: unit.x + at * unit.pitch + shift }));
  }

  #parts(unit: PlacedUnit, text: string): SlotPart[] {
    const digits = this.#placed(unit, text).flatMap(({ char, x }): SlotPart[] => {
      const areas = this.#areas(char, x, unit.baseline);
      const area = areaIn(this.#canvas, areas);
      return area === null ? [] : [{ name: `${char}@${x},${unit.baseline}`, area }];
    });
    return unit.ring === null ? digits : [...digits, { name: `ring ${text}`, area: areaOfRing(unit.ring) }];
  }

  /** Returns all areas that any digits of the unit may take. */
  #reach(unit: PlacedUnit): Rectangle[] {
    const { places } = this.#metrics;
    const chars = [...places.keys()];
    const ends = chars.flatMap((first) =>
      chars.map((last) => {
        const text = unit.digits.length === 1 ? first : first + last.repeat(unit.digits.length - 1);
        return inkShift(this.#input.design, this.#metrics, unit, text);
      }),
    );
    const shifts = [Math.min(0, ...ends), Math.max(0, ...ends)];
    const areas = [0, unit.digits.length - 1].flatMap((at) =>
      shifts.flatMap((shift) =>
        chars.flatMap((char) => this.#areas(char, unit.x + at * unit.pitch + shift, unit.baseline)),
      ),
    );
    // A split crosses its whole box.
    if (hasSplit(this.#input.design.digits)) areas.push(...unit.boxes);
    return unit.ring === null ? areas : [...areas, areaOfRing(unit.ring)];
  }

  #areas(char: string, x: number, baseline: number): Rectangle[] {
    const { shadow } = this.#input.design.digits;
    const { unit: pixel } = this.#layout.sizes;
    const behind =
      shadow === null ? null : moved(this.#shadow(char), x + shadow.x * pixel, baseline + shadow.y * pixel);
    return [moved(this.#mask(char), x, baseline), behind].filter((mask) => mask !== null);
  }

  /** Returns the mask of a digit in a cell whose left end and baseline are at (0, 0). */
  #mask(char: string): Mask | null {
    const known = this.#masks.get(char);
    if (known !== undefined) return known;
    const glyph = this.#input.digitGlyphs.get(char);
    const place = this.#metrics.places.get(char);
    const { width, height } = this.#canvas;
    // For any position of the cell, the picture shows at most this part of the digit.
    const reach = { x: -width, y: -height, width: 2 * width, height: 2 * height };
    const { size } = this.#metrics;
    const mask =
      glyph === undefined || place === undefined
        ? null
        : cover([{ outline: glyph.outline, scale: size, x: place.x, y: 0 }], reach);
    this.#masks.set(char, mask);
    return mask;
  }

  #shadow(char: string): Mask | null {
    const known = this.#shadows.get(char);
    if (known !== undefined) return known;
    const mask = this.#mask(char);
    const radius = (this.#input.design.digits.shadow?.blur ?? 0) * this.#layout.sizes.unit;
    const soft = mask === null ? null : blurred(mask, radius);
    this.#shadows.set(char, soft);
    return soft;
  }
}

function moved(mask: Mask | null, x: number, y: number): Mask | null {
  return mask === null ? null : { ...mask, x: mask.x + Math.round(x), y: mask.y + Math.round(y) };
}

function areaOfRing({ x, y, radius }: NonNullable<PlacedUnit['ring']>): Rectangle {
  const left = Math.floor(x - radius);
  const top = Math.floor(y - radius);
  return { x: left, y: top, width: Math.ceil(x + radius) - left, height: Math.ceil(y + radius) - top };
}

/** Gives pixels that the digits leave as they are the index that they have in the ground, so that they never change. */
function withGround(
  indexes: Uint8Array,
  tile: Canvas,
  under: Canvas,
  ground: IndexedGround,
  area: Rectangle,
): Uint8Array {
  for (let row = 0; row < area.height; row++) {
    const from = (area.y + row) * ground.canvas.width + area.x;
    for (let column = 0; column < area.width; column++) {
      const pixel = row * area.width + column;
      if (tile.isEqualAt(under, pixel)) indexes[pixel] = ground.indexes[from + column] ?? 0;
    }
  }
  return indexes;
}
