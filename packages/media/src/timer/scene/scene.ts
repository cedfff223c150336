import type { Rectangle } from '../../gif/gif-writer.ts';
import type { Canvas } from '../../paint/canvas.ts';
import { dithered } from '../../paint/dither.ts';
import { type Palette, toIndexes } from '../../paint/palette.ts';
import { isBlank } from '../../text/pieces.ts';
import { digitsAt, type UnitDigits } from '../layout/countdown.ts';
import { fitted } from '../layout/fit.ts';
import { setMessage } from '../layout/message.ts';
import { messageRoom } from '../layout/message-room.ts';
import type { PlacedLine, TimerLayout } from '../layout/placed.ts';
import { DigitPainter } from './digit-painter.ts';
import { backgroundOf, paintBoxes, paintGround, paintLine } from './ground-painter.ts';
import { isDithered, type SceneInput } from './scene-input.ts';
import { contentOf, type SceneLayer } from './scene-layer.ts';
import { expiredPalette, scenePalette } from './scene-palette.ts';
import { UnitSlot } from './unit-slot.ts';

export interface ExpiredPicture {
  readonly indexes: Uint8Array;
  /** Null: the palette of the scene. */
  readonly palette: Palette | null;
}

/** Largest size of the message, in sizes of the digits. */
const MESSAGE_SIZE = 0.55;

/** The parts of a design's picture that are drawn once and used for every second. */
export class Scene {
  readonly input: SceneInput;
  readonly canvas: Rectangle;
  #palette: Palette | null = null;
  readonly #layers = new Map<string, SceneLayer>();
  #expired: ExpiredPicture | null | undefined;

  constructor(input: SceneInput) {
    const { design } = input;
    this.input = input;
    this.canvas = { x: 0, y: 0, width: design.width * design.scale, height: design.height * design.scale };
  }

  /** The palette of every second in a GIF of the timer alone. */
  get palette(): Palette {
    this.#palette ??= scenePalette(this.input, this.#ground(this.input.background), () => this.#sample());
    return this.#palette;
  }

  layout(secondsLeft: number): TimerLayout {
    const { digitGlyphs, labelGlyphs, headlineGlyphs, texts } = this.input;
    return fitted(this.input.design, this.digits(secondsLeft), {
      digits: digitGlyphs,
      labels: labelGlyphs,
      headline: headlineGlyphs,
      texts,
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
    const canvas = this.#ground(this.input.background);
    paintBoxes(canvas, this.canvas, this.input, this.layout(secondsLeft));
    return canvas;
  }

  message(): { readonly lines: readonly PlacedLine[]; readonly fits: boolean } | null {
    const { design, digitGlyphs, texts } = this.input;
    if (texts.message.every(({ text }) => isBlank(text))) return null;
    const largest = design.digits.size * design.scale * MESSAGE_SIZE;
    return setMessage(texts.message, digitGlyphs, messageRoom(design), largest);
  }

  get bytes(): number {
    let layers = 0;
    for (const { base, slots } of this.#layers.values()) {
      layers += slots.reduce((sum, slot) => sum + (slot?.bytes ?? 0), base.length);
    }
    const pictures = (this.input.background?.length ?? 0) + (this.input.expiredImage?.length ?? 0);
    return layers + pictures + (this.#expired?.indexes.length ?? 0);
  }

  #ground(picture: Uint8Array | null): Canvas {
    return backgroundOf(this.input, this.canvas, picture);
  }

  #drawLayer(layout: TimerLayout): SceneLayer {
    const { input, palette } = this;
    const canvas = this.#ground(input.background);
    paintGround(canvas, this.canvas, input, layout);
    const painter = this.#painter(layout);
    const base = this.#indexes(canvas);
    const slots = layout.units.map((unit) => {
      const source = painter?.source(unit, { canvas, indexes: base }, palette) ?? null;
      return source === null ? null : new UnitSlot(source, palette);
    });
    return { base, slots, content: contentOf(base, slots, this.canvas, palette) };
  }

  /** Returns the picture of a fixed time with all its colors, for the palette. */
  #sample(): Canvas {
    const layout = this.layout(SAMPLE_SECONDS);
    const canvas = this.#ground(this.input.background);
    paintGround(canvas, this.canvas, this.input, layout);
    const painter = this.#painter(layout);
    for (const unit of layout.units) painter?.paint(canvas, unit, unit.digits, this.canvas);
    return canvas;
  }

  #painter(layout: TimerLayout): DigitPainter | null {
    const { metrics } = layout;
    return metrics === null ? null : new DigitPainter(this.input, this.canvas, layout, metrics);
  }

  #drawExpired(): ExpiredPicture | null {
    const { design, digitGlyphs, expiredImage } = this.input;
    if (design.expired.behaviour === 'image' && expiredImage !== null) {
      const canvas = this.#ground(expiredImage);
      const palette = expiredPalette(canvas, this.input);
      return { indexes: dithered(canvas, palette), palette };
    }
    const message = this.message();
    if (message === null) return null;
    const canvas = this.#ground(this.input.background);
    for (const line of message.lines) paintLine(canvas, this.canvas, line, digitGlyphs, design.digits.color);
    return { indexes: this.#indexes(canvas), palette: null };
  }

  #indexes(canvas: Canvas): Uint8Array {
    return isDithered(this.input) ? dithered(canvas, this.palette) : toIndexes(canvas, this.palette);
  }
}

/** 15 days, 16 hours, 38 minutes and 42 seconds: rings are partly full. */
const SAMPLE_SECONDS = 1_355_922;
