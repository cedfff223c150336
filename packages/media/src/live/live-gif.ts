import type { ByteSink } from '../gif/byte-sink.ts';
import {
  type GifHeader,
  type Rectangle,
  writeGifFrame,
  writeGifHeader,
  writeGifTrailer,
} from '../gif/gif-writer.ts';
import type { Canvas } from '../paint/canvas.ts';
import { dithered } from '../paint/dither.ts';
import { type Palette, toIndexes } from '../paint/palette.ts';
import { around, intersection } from '../paint/rectangles.ts';
import { secondsOf } from '../timer/drawing/timer-gif.ts';
import { COLOR_COUNTS, FILE_MAX } from './file-size.ts';
import type { LivePart, LiveTimerPart } from './live-input.ts';
import { exactColors, livePalette } from './live-palette.ts';
import type { PartPainter } from './part-painter.ts';

/** Hundredths of a second. */
const SECOND = 100;
/** The share of a file that its first frame may take. The others are much smaller. */
const FIRST_MAX = 0.8 * FILE_MAX;

/** A picture with timers. */
export interface MovingPicture {
  /** All parts below the first timer. */
  readonly below: Canvas;
  /** The first timer and all parts above it. */
  readonly parts: readonly LivePart[];
  readonly painter: PartPainter;
}

/** Writes the GIF of a picture: whole once, then what changes with each second. */
export function writeLiveGif(sink: ByteSink, moving: MovingPicture): Uint8Array<ArrayBuffer> {
  for (const count of COLOR_COUNTS) {
    sink.length = 0;
    new LiveGif(moving, count).write(sink);
    if (sink.length <= FILE_MAX) break;
  }
  return sink.copy();
}

/** A part of the picture with its palette indexes. */
interface Indexed {
  readonly canvas: Canvas;
  readonly indexes: Uint8Array;
}

class LiveGif {
  readonly #moving: MovingPicture;
  readonly #timers: readonly LiveTimerPart[];
  /** The seconds that each timer shows, one for each frame. */
  readonly #seconds: readonly (readonly number[])[];
  readonly #whole: Rectangle;
  /** The area of all timers. Null: they are outside of the picture. */
  readonly #area: Rectangle | null;
  readonly #palette: Palette;
  readonly #isDithered: boolean;
  readonly #header: GifHeader;

  constructor(moving: MovingPicture, colors: number) {
    const { below, parts } = moving;
    const { width, height, alpha } = below;
    this.#moving = moving;
    this.#timers = parts.filter((part) => part.type === 'timer');
    this.#seconds = this.#timers.map(({ countdown, input }) => secondsOf(countdown, input.design.frames));
    this.#whole = { x: 0, y: 0, width, height };
    const areas = this.#timers.map(({ area }) => area);
    this.#area = areas.length === 0 ? null : intersection(around(areas), this.#whole);
    const last = this.#area === null ? [] : [this.#drawn(this.#area, this.#count - 1, true)];
    // Also frames of an opaque picture leave out pixels.
    const shown = [this.#drawn(this.#whole, 0, true), ...last];
    const { palette, isDithered } = livePalette(shown, exactColors(parts), colors, true);
    this.#palette = palette;
    this.#isDithered = isDithered && alpha === null;
    const loop = this.#timers.some(({ input }) => input.design.loop) ? 0 : null;
    this.#header = { width, height, palette: palette.colors, loop };
  }

  /** Stops when the file is full. */
  write(sink: ByteSink): void {
    writeGifHeader(sink, this.#header);
    const ground = this.#indexed(this.#drawn(this.#whole, 0, false));
    this.#writeFrame(sink, this.#whole, this.#indexes(this.#whole, 0, ground));
    if (sink.length <= FIRST_MAX && this.#area !== null) this.#writeOthers(sink, this.#area, ground);
    writeGifTrailer(sink);
  }

  #writeOthers(sink: ByteSink, area: Rectangle, first: Indexed): void {
    let ground: Indexed = { canvas: first.canvas.cut(area), indexes: cut(first, area) };
    let before = this.#indexes(area, 0, ground);
    for (let frame = 1; frame < this.#count; frame++) {
      const canvas = this.#drawn(area, frame, false);
      if (!canvas.equals(ground.canvas)) ground = this.#indexed(canvas);
      const indexes = this.#indexes(area, frame, ground);
      const start = sink.length;
      if (this.#moving.below.alpha === null) this.#writeChange(sink, area, before, indexes);
      else {
        const whole = this.#indexed(this.#drawn(this.#whole, frame, true));
        this.#writeFrame(sink, this.#whole, whole.indexes);
      }
      if (sink.length > FILE_MAX) {
        sink.length = start;
        return;
      }
      before = indexes;
    }
  }

  get #count(): number {
    return Math.max(...this.#seconds.map((seconds) => seconds.length));
  }

  /** Draws a part of the picture in full color. */
  #drawn(part: Rectangle, frame: number, hasDigits: boolean): Canvas {
    const { below, parts, painter } = this.#moving;
    const canvas = below.cut(part);
    const secondsLeft = new Map(
      this.#timers.map((timer, at) => {
        const seconds = this.#seconds[at] ?? [];
        return [timer, seconds[Math.min(frame, seconds.length - 1)] ?? 0];
      }),
    );
    painter.paint(canvas, parts, { left: part.x, top: part.y }, secondsLeft, hasDigits);
    return canvas;
  }

  #indexed(canvas: Canvas): Indexed {
    const indexes = this.#isDithered ? dithered(canvas, this.#palette) : toIndexes(canvas, this.#palette);
    return { canvas, indexes };
  }

  /** Returns the indexes of a part: those of the ground where the digits leave it as it is. */
  #indexes(part: Rectangle, frame: number, ground: Indexed): Uint8Array {
    const canvas = this.#drawn(part, frame, true);
    const indexes = toIndexes(canvas, this.#palette);
    for (let pixel = 0; pixel < indexes.length; pixel++)
      if (canvas.isEqualAt(ground.canvas, pixel)) indexes[pixel] = ground.indexes[pixel] as number;
    return indexes;
  }

  #writeFrame(sink: ByteSink, area: Rectangle, indexes: Uint8Array): void {
    const disposal = this.#moving.below.alpha === null ? 'keep' : 'clear';
    const { transparentIndex } = this.#palette;
    writeGifFrame(sink, this.#header, { ...area, delay: SECOND, disposal, transparentIndex }, indexes);
  }

  /** Writes the rectangle of the pixels that differ from the frame before; of one pixel if none does. */
  #writeChange(sink: ByteSink, area: Rectangle, before: Uint8Array, after: Uint8Array): void {
    const change = changeIn(area, before, after) ?? { ...area, width: 1, height: 1 };
    const place = { ...change, x: change.x - area.x, y: change.y - area.y };
    const indexes = cut({ canvas: area, indexes: after }, place);
    const old = cut({ canvas: area, indexes: before }, place);
    for (let pixel = 0; pixel < indexes.length; pixel++)
      if (indexes[pixel] === old[pixel]) indexes[pixel] = this.#palette.transparentIndex ?? 0;
    this.#writeFrame(sink, change, indexes);
  }
}

function cut(
  from: { readonly canvas: { readonly width: number }; readonly indexes: Uint8Array },
  part: Rectangle,
) {
  const indexes = new Uint8Array(part.width * part.height);
  for (let row = 0; row < part.height; row++) {
    const start = (part.y + row) * from.canvas.width + part.x;
    indexes.set(from.indexes.subarray(start, start + part.width), row * part.width);
  }
  return indexes;
}

/** Returns the smallest rectangle with all pixels that differ. Null: none does. */
function changeIn(area: Rectangle, before: Uint8Array, after: Uint8Array): Rectangle | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let pixel = 0; pixel < after.length; pixel++) {
    if (before[pixel] === after[pixel]) continue;
    const column = pixel % area.width;
    const row = (pixel - column) / area.width;
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = row;
  }
  if (right < 0) return null;
  return { x: area.x + left, y: area.y + top, width: right - left + 1, height: bottom - top + 1 };
}
