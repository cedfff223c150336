import type { Rectangle } from '../gif/gif-writer.ts';
import { Canvas } from './canvas.ts';
import { type Rgb, rgbOf } from './color.ts';
import { digitsAt, type UnitDigits } from './countdown.ts';
import { cover, type Mask } from './coverage.ts';
import { DIGITS, type DigitMetrics, measureDigits } from './digit-metrics.ts';
import { layOut, type PlacedLine, type PlacedUnit, type TimerLayout } from './layout.ts';
import { setMessage } from './message.ts';
import { type Palette, toIndexes } from './palette.ts';
import { around, intersection } from './rectangles.ts';
import { roundedBox } from './rounded-box.ts';
import type { SceneInput } from './scene-input.ts';
import { contentOf, type DigitSlot, type SceneLayer } from './scene-layer.ts';
import { expiredPalette, scenePalette } from './scene-palette.ts';
import { placeLine } from './text-line.ts';

export interface ExpiredPicture {
  readonly indexes: Uint8Array;
  /** Null: the palette of the scene. */
  readonly palette: Palette | null;
}

/** The digits on one ground, with the position of their area in the cell. On a plain ground all slots share them. */
interface DrawnTiles extends Omit<DigitSlot, 'area'> {
  readonly place: { readonly x: number; readonly y: number };
  readonly ground: Canvas;
}

/** Largest size of the message, in sizes of the digits. */
const MESSAGE_SIZE = 0.55;

/** The parts of a design's picture that are drawn once and used for every second. */
export class Scene {
  readonly input: SceneInput;
  readonly canvas: Rectangle;
  readonly palette: Palette;
  readonly #metrics: DigitMetrics | null;
  readonly #layers = new Map<string, SceneLayer>();
  #expired: ExpiredPicture | null | undefined;
  #masks: (Mask | null)[] | null = null;

  constructor(input: SceneInput) {
    const { design } = input;
    this.input = input;
    this.canvas = { x: 0, y: 0, width: design.width * design.scale, height: design.height * design.scale };
    this.#metrics = measureDigits(input.digitGlyphs, design.digits.size * design.scale);
    this.palette = scenePalette(input, this.#filled(input.background));
  }

  layout(secondsLeft: number): TimerLayout {
    const { input } = this;
    const metrics = this.#metrics;
    if (metrics === null) return { units: [], separators: [], bounds: null };
    return layOut(input.design, this.digits(secondsLeft), metrics, {
      digits: input.digitGlyphs,
      labels: input.labelGlyphs,
      labelTexts: input.labelTexts,
    });
  }

  digits(secondsLeft: number): UnitDigits[] {
    return digitsAt(this.input.design, secondsLeft);
  }

  /** Returns the layer for a time. Draws it at the first call for its number of digits, then caches it. */
  layer(secondsLeft: number): SceneLayer {
    const key = this.digits(secondsLeft)
      .map(({ digits }) => digits.length)
      .join();
    const known = this.#layers.get(key);
    if (known !== undefined) return known;
    const layer = this.#drawLayer(this.layout(secondsLeft));
    this.#layers.set(key, layer);
    return layer;
  }

  /** Returns the picture after the end, or null if that shows zeros. */
  expired(): ExpiredPicture | null {
    if (this.#expired === undefined) this.#expired = this.#drawExpired();
    return this.#expired;
  }

  /** Returns the picture without text, to measure contrast. */
  groundCanvas(secondsLeft: number): Canvas {
    const canvas = this.#filled(this.input.background);
    this.#paintBoxes(canvas, this.layout(secondsLeft));
    return canvas;
  }

  message(): { readonly lines: readonly PlacedLine[]; readonly fits: boolean } | null {
    const { design, digitGlyphs } = this.input;
    const { behaviour, message } = design.expired;
    if (behaviour !== 'message' || message === null || message.trim() === '') return null;
    const padding = design.layout.padding * design.scale;
    const { width, height } = this.canvas;
    const room = {
      x: padding,
      y: padding,
      width: Math.max(1, width - 2 * padding),
      height: Math.max(1, height - 2 * padding),
    };
    return setMessage(message, digitGlyphs, room, design.digits.size * design.scale * MESSAGE_SIZE);
  }

  get bytes(): number {
    const layers = [...this.#layers.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    const pictures = (this.input.background?.length ?? 0) + (this.input.expiredImage?.length ?? 0);
    return layers + pictures + (this.#expired?.indexes.length ?? 0);
  }

  #filled(picture: Uint8Array | null): Canvas {
    const { color, transparent } = this.input.design.background;
    const canvas = Canvas.filled(this.canvas.width, this.canvas.height, rgbOf(color), transparent);
    if (picture !== null) canvas.lay(picture);
    return canvas;
  }

  #drawLayer(layout: TimerLayout): SceneLayer {
    const { design, labelGlyphs, digitGlyphs } = this.input;
    const canvas = this.#filled(this.input.background);
    this.#paintBoxes(canvas, layout);
    for (const { label } of layout.units) {
      if (label !== null) this.#paintLine(canvas, label, labelGlyphs, rgbOf(design.labels.color));
    }
    const separatorColor = rgbOf(design.separator.color ?? design.digits.color);
    for (const separator of layout.separators)
      this.#paintLine(canvas, separator, digitGlyphs, separatorColor);
    const drawn: DrawnTiles[] = [];
    const slots = layout.units.flatMap((unit) => this.#slotsOf(unit, canvas, drawn));
    const base = toIndexes(canvas, this.palette);
    const tiles = drawn.reduce(
      (sum, { ground, tiles }) => sum + (tiles.length * ground.colors.length) / 3,
      0,
    );
    const content = contentOf(base, slots, this.canvas, this.palette);
    return { base, slots, content, bytes: base.length + tiles };
  }

  #paintBoxes(canvas: Canvas, { units }: TimerLayout): void {
    const { scale, digits } = this.input.design;
    if (digits.box === null) return;
    const { border, color } = digits.box;
    const radius = digits.box.radius * scale;
    for (const { box } of units) {
      if (box === null) continue;
      const outer = cover([roundedBox(box, radius)], this.canvas);
      if (outer !== null) canvas.paint(outer, rgbOf(border?.color ?? color));
      if (border === null) continue;
      const width = border.width * scale;
      const inside = {
        x: box.x + width,
        y: box.y + width,
        width: box.width - 2 * width,
        height: box.height - 2 * width,
      };
      const inner = cover([roundedBox(inside, radius - width)], this.canvas);
      if (inner !== null) canvas.paint(inner, rgbOf(color));
    }
  }

  #paintLine(
    canvas: Canvas,
    { line, size, x, baseline }: PlacedLine,
    glyphs: SceneInput['labelGlyphs'],
    color: Rgb,
  ): void {
    const mask = cover(placeLine(line, glyphs, { size, x, y: baseline }), this.canvas);
    if (mask !== null) canvas.paint(mask, color);
  }

  #slotsOf({ digits, x, baseline }: PlacedUnit, canvas: Canvas, drawn: DrawnTiles[]): (DigitSlot | null)[] {
    const metrics = this.#metrics;
    if (metrics === null) return [];
    return Array.from(digits, (_, at) => this.#slot(x + at * metrics.cell, baseline, canvas, drawn));
  }

  #slot(x: number, baseline: number, canvas: Canvas, drawn: DrawnTiles[]): DigitSlot | null {
    const masks = this.#digitMasks().map((mask) =>
      mask === null ? null : { ...mask, x: mask.x + x, y: mask.y + baseline },
    );
    const area = intersection(around(masks.filter((mask) => mask !== null)), this.canvas);
    if (area === null) return null;
    const place = { x: area.x - x, y: area.y - baseline };
    const ground = canvas.cut(area);
    const equal = drawn.find(
      (one) => one.place.x === place.x && one.place.y === place.y && one.ground.equals(ground),
    );
    if (equal !== undefined) return { area, tiles: equal.tiles, uncovers: equal.uncovers };
    const color = rgbOf(this.input.design.digits.color);
    const tiles = masks.map((mask) => {
      const tile = ground.copy();
      if (mask !== null) tile.paint(mask, color, area.x, area.y);
      return toIndexes(tile, this.palette);
    });
    const { transparentIndex } = this.palette;
    const uncovers = tiles.some((tile) =>
      tile.some((index, at) => index === transparentIndex && tiles.some((other) => other[at] !== index)),
    );
    drawn.push({ place, ground, tiles, uncovers });
    return { area, tiles, uncovers };
  }

  /** Returns the masks of the digits, centred in a cell whose left end and baseline are at (0, 0). */
  #digitMasks(): (Mask | null)[] {
    const metrics = this.#metrics;
    if (metrics === null) return [];
    const { size, cell } = metrics;
    const { width, height } = this.canvas;
    // For any position of the cell, the picture shows at most this part of the digit.
    const reach = { x: -width, y: -height, width: 2 * width, height: 2 * height };
    this.#masks ??= Array.from(DIGITS, (digit) => {
      const glyph = this.input.digitGlyphs.get(digit.codePointAt(0) ?? 0);
      if (glyph === undefined) return null;
      const x = (cell - glyph.advance * size) / 2;
      return cover([{ outline: glyph.outline, scale: size, x, y: 0 }], reach);
    });
    return this.#masks;
  }

  #drawExpired(): ExpiredPicture | null {
    const { design, digitGlyphs, expiredImage } = this.input;
    if (design.expired.behaviour === 'image' && expiredImage !== null) {
      const canvas = this.#filled(expiredImage);
      const palette = expiredPalette(canvas, this.input);
      return { indexes: toIndexes(canvas, palette), palette };
    }
    const message = this.message();
    if (message === null) return null;
    const canvas = this.#filled(this.input.background);
    for (const line of message.lines) this.#paintLine(canvas, line, digitGlyphs, rgbOf(design.digits.color));
    return { indexes: toIndexes(canvas, this.palette), palette: null };
  }
}
