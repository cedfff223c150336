import type { ByteSink } from '../../gif/byte-sink.ts';
import {
  type GifHeader,
  type Rectangle,
  writeGifFrame,
  writeGifHeader,
  writeGifTrailer,
} from '../../gif/gif-writer.ts';
import type { Canvas } from '../../paint/canvas.ts';
import { dithered } from '../../paint/dither.ts';
import { indexAt, type Palette, toIndexes } from '../../paint/palette.ts';
import { around, intersection } from '../../paint/rectangles.ts';
import { secondsOf } from '../../timer/drawing/timer-gif.ts';
import type { LivePart, LiveTimerPart } from '../painting/live-input.ts';
import type { PartPainter } from '../painting/part-painter.ts';
import { BANDS_SHARE, bandsOf } from './bands.ts';
import { COLOR_COUNTS, FILE_MAX } from './file-size.ts';
import { exactColors, livePalette } from './live-palette.ts';

/** Hundredths of a second. */
const SECOND = 100;
/** The share of a file that its first frame may take. The others are much smaller. */
const FIRST_MAX = 0.8 * FILE_MAX;
/** No more frames are drawn beyond these pixels of all frames, because drawing them delays others. */
const PIXELS_MAX = 60_000_000;

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
    const gif = new LiveGif(moving, count);
    if (count !== COLOR_COUNTS.at(-1) && gif.estimate(sink) > FIRST_MAX) continue;
    sink.length = 0;
    gif.write(sink);
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
  /** The first frame in full color. */
  readonly #first: Canvas;
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
    this.#first = this.#drawn(this.#whole, 0, true);
    const shown = [this.#first, ...last];
    const { palette, isDithered } = livePalette(shown, exactColors(parts), colors, true);
    this.#palette = palette;
    this.#isDithered = isDithered && alpha === null;
    const loop = this.#timers.some(({ input }) => input.design.loop) ? 0 : null;
    this.#header = { width, height, palette: palette.colors, loop };
  }

  /** Returns about the size of the first frame. Writes on the sink. */
  estimate(sink: ByteSink): number {
    const bands = bandsOf(this.#first);
    if (bands === null) return 0;
    const area = { x: 0, y: 0, width: bands.width, height: bands.height };
    sink.length = 0;
    this.#writeFrame(sink, area, this.#indexed(bands).indexes);
    return sink.length * BANDS_SHARE;
  }

  /** Stops when the file is full. */
  write(sink: ByteSink): void {
    writeGifHeader(sink, this.#header);
    const ground = this.#indexed(this.#drawn(this.#whole, 0, false));
    const first = this.#indexes(this.#first, ground);
    this.#writeFrame(sink, this.#whole, first);
    if (sink.length <= FIRST_MAX && this.#area !== null) {
      if (this.#moving.below.alpha === null) this.#writeChanges(sink, this.#area, ground, first);
      else this.#writeWholes(sink);
    }
    writeGifTrailer(sink);
  }

  /** Writes the later frames of a transparent picture. Each is whole, because a patch can't make pixels transparent. */
  #writeWholes(sink: ByteSink): void {
    for (let frame = 1; frame < this.#count; frame++) {
      const start = sink.length;
      this.#writeFrame(sink, this.#whole, this.#indexed(this.#drawn(this.#whole, frame, true)).indexes);
      if (this.#isOver(sink, start)) return;
    }
  }

  /** Writes what changes in the area with each later frame. */
  #writeChanges(sink: ByteSink, area: Rectangle, whole: Indexed, first: Uint8Array): void {
    let ground = cut(whole, area);
    let before = cut({ canvas: this.#first, indexes: first }, area);
    let groundName = this.#groundOf(0);
    for (let frame = 1; frame < this.#count; frame++) {
      const name = this.#groundOf(frame);
      if (name !== groundName) {
        groundName = name;
        const bare = this.#drawn(area, frame, false);
        if (!bare.equals(ground.canvas)) ground = this.#indexed(bare);
      }
      const canvas = this.#drawn(area, frame, true);
      // A frame has at least one pixel.
      const change = changeIn(before.canvas, canvas) ?? { x: 0, y: 0, width: 1, height: 1 };
      const indexes = this.#indexes(canvas.cut(change), cut(ground, change));
      const start = sink.length;
      const shown = { ...change, x: area.x + change.x, y: area.y + change.y };
      this.#writeFrame(sink, shown, this.#without(indexes, cut(before, change).indexes));
      if (this.#isOver(sink, start)) return;
      place(before, change, indexes);
      before = { canvas, indexes: before.indexes };
    }
  }

  /** Returns whether the file is full, then without its last frame, which begins at `start`. */
  #isOver(sink: ByteSink, start: number): boolean {
    if (sink.length <= FILE_MAX) return false;
    sink.length = start;
    return true;
  }

  get #count(): number {
    const { width, height } = (this.#moving.below.alpha === null ? this.#area : null) ?? this.#whole;
    const most = Math.max(1, Math.floor(PIXELS_MAX / (width * height)));
    return Math.min(most, Math.max(...this.#seconds.map((seconds) => seconds.length)));
  }

  /** Draws a part of the picture in full color. */
  #drawn(part: Rectangle, frame: number, hasDigits: boolean): Canvas {
    const { below, parts, painter } = this.#moving;
    const canvas = below.cut(part);
    const secondsLeft = new Map(this.#timers.map((timer, at) => [timer, this.#secondsLeft(at, frame)]));
    painter.paint(canvas, parts, { left: part.x, top: part.y }, secondsLeft, hasDigits);
    return canvas;
  }

  /** Names what a frame shows besides digits. */
  #groundOf(frame: number): string {
    const { painter } = this.#moving;
    return this.#timers.map((timer, at) => painter.groundOf(timer, this.#secondsLeft(at, frame))).join(' ');
  }

  /** Returns the second that a timer shows. One with fewer frames than others stops at its last. */
  #secondsLeft(timer: number, frame: number): number {
    const seconds = this.#seconds[timer] ?? [];
    return seconds[Math.min(frame, seconds.length - 1)] ?? 0;
  }

  #indexed(canvas: Canvas): Indexed {
    const indexes = this.#isDithered ? dithered(canvas, this.#palette) : toIndexes(canvas, this.#palette);
    return { canvas, indexes };
  }

  /** Returns the indexes of a canvas: those of the ground where the digits leave it as it is. */
  #indexes(canvas: Canvas, ground: Indexed): Uint8Array {
    const indexes = ground.indexes.slice();
    for (let pixel = 0; pixel < indexes.length; pixel++)
      if (!canvas.isEqualAt(ground.canvas, pixel)) indexes[pixel] = indexAt(canvas, this.#palette, pixel);
    return indexes;
  }

  /** Leaves out the pixels that are equal before. */
  #without(indexes: Uint8Array, before: Uint8Array): Uint8Array {
    return indexes.map((index, pixel) =>
      index === before[pixel] ? (this.#palette.transparentIndex ?? 0) : index,
    );
  }

  #writeFrame(sink: ByteSink, area: Rectangle, indexes: Uint8Array): void {
    const disposal = this.#moving.below.alpha === null ? 'keep' : 'clear';
    const { transparentIndex } = this.#palette;
    writeGifFrame(sink, this.#header, { ...area, delay: SECOND, disposal, transparentIndex }, indexes);
  }
}

function cut({ canvas, indexes }: Indexed, part: Rectangle): Indexed {
  const own = new Uint8Array(part.width * part.height);
  for (let row = 0; row < part.height; row++) {
    const start = (part.y + row) * canvas.width + part.x;
    own.set(indexes.subarray(start, start + part.width), row * part.width);
  }
  return { canvas: canvas.cut(part), indexes: own };
}

/** Replaces the indexes of a part. */
function place({ canvas, indexes }: Indexed, part: Rectangle, own: Uint8Array): void {
  for (let row = 0; row < part.height; row++) {
    const from = row * part.width;
    indexes.set(own.subarray(from, from + part.width), (part.y + row) * canvas.width + part.x);
  }
}

/** Returns the smallest rectangle with all pixels that differ between two canvases of one size. Null: none does. */
function changeIn(before: Canvas, after: Canvas): Rectangle | null {
  const { width, height } = after;
  const rowOf = ({ colors }: Canvas, y: number) => colors.subarray(y * width * 3, (y + 1) * width * 3);
  const rows = Array.from({ length: height }, (_, y) => y).filter(
    (y) => Buffer.compare(rowOf(before, y), rowOf(after, y)) !== 0,
  );
  const [top] = rows;
  if (top === undefined) return null;
  let [left, right] = [width, -1];
  for (const y of rows) {
    for (let x = 0; x < left; x++) if (!after.isEqualAt(before, y * width + x)) left = x;
    for (let x = width - 1; x > right; x--) if (!after.isEqualAt(before, y * width + x)) right = x;
  }
  return { x: left, y: top, width: right - left + 1, height: (rows.at(-1) ?? top) - top + 1 };
}
