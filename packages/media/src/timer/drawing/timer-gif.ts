import type { Countdown } from '@vitrine/core/server';
import type { ByteSink } from '../../gif/byte-sink.ts';
import {
  type GifFrame,
  type GifHeader,
  type Rectangle,
  writeGifFrame,
  writeGifHeader,
  writeGifTrailer,
} from '../../gif/gif-writer.ts';
import type { Palette } from '../../paint/palette.ts';
import { around } from '../../paint/rectangles.ts';
import type { Scene } from '../scene/scene.ts';
import { isDithered } from '../scene/scene-input.ts';
import { compose, type SceneLayer } from '../scene/scene-layer.ts';
import { isPatch, type Moment, type Segment, segmentsOf, tickingSlot } from '../scene/segments.ts';
import { PatchCache, type PatchContent } from './patch-cache.ts';

/** Delay of a frame of one second, in hundredths of a second. */
const SECOND = 100;
/** Delay of the frame without ticking digits in a transparent GIF: the shortest that all browsers keep. */
const BLINK = 2;

/** No more frames are added beyond this size: mail clients do not show larger files, and drawing delays others. */
export const MAX_GIF_BYTES = 5 * 1024 * 1024;
/** No more frames are added beyond these pixels of all frames. 120 whole frames at 600×150 have a tenth. */
const MAX_GIF_PIXELS = 100_000_000;

/** How a frame is shown. */
interface Shown {
  /** Whether its area is transparent afterwards. */
  readonly clears: boolean;
  readonly delay: number;
}

/** Writes the GIFs of a scene, and caches parts for the next one. */
export class TimerGif {
  readonly scene: Scene;
  readonly #header: GifHeader;
  readonly #patches = new PatchCache();
  #pixels = 0;

  constructor(scene: Scene) {
    this.scene = scene;
    const { loop } = scene.input.design;
    const { width, height } = scene.canvas;
    this.#header = { width, height, palette: scene.palette.colors, loop: loop ? 0 : null };
  }

  get bytes(): number {
    return this.scene.bytes + this.#patches.bytes;
  }

  /**
   * Returns the GIF of a countdown: a frame for each second, at most up to the end, or beyond it if another one follows.
   * The picture after k seconds has the same pixels as frame 0 of the GIF that begins k seconds later.
   *
   * Pixels of a GIF become transparent only if the frame that drew them is cleared. So where digits are on
   * a transparent ground, a frame without the ticking unit is shown for two hundredths of a second, and then small frames
   * with its digits, each cleared before the next.
   */
  render(countdown: Countdown, sink: ByteSink): Uint8Array<ArrayBuffer> {
    const { design } = this.scene.input;
    const moments = secondsOf(countdown, design.frames).map((left) => this.#moment(left));
    sink.length = 0;
    writeGifHeader(sink, this.#header);
    this.#pixels = 0;
    const isTransparent = design.background.transparent;
    if (isTransparent && design.optimize) this.#writeSegments(sink, moments);
    else this.#writeFrames(sink, moments, isTransparent);
    writeGifTrailer(sink);
    return sink.copy();
  }

  #writeFrames(sink: ByteSink, moments: readonly Moment[], clears: boolean): void {
    for (const [at, moment] of moments.entries()) {
      if (this.#isFull(sink)) break;
      const before = moments[at - 1];
      if (before === undefined || !this.scene.input.design.optimize || !isPatch(before, moment)) {
        const isLast = at === moments.length - 1 && !this.scene.input.design.loop;
        this.#writePart(sink, moment, this.scene.canvas, { clears: clears && !isLast, delay: SECOND });
      } else this.#writePatch(sink, before, moment);
    }
  }

  #writeSegments(sink: ByteSink, moments: readonly Moment[]): void {
    const { loop } = this.scene.input.design;
    for (const segment of segmentsOf(moments)) {
      if (this.#isFull(sink)) return;
      const isLast = segment.to === moments.length - 1 && !loop;
      if (segment.kind === 'covers') this.#writeCovering(sink, moments, segment, isLast);
      else this.#writeTicks(sink, moments, segment, isLast);
    }
  }

  /** Writes seconds of which none makes a pixel transparent. */
  #writeCovering(sink: ByteSink, moments: readonly Moment[], { from, to }: Segment, isLast: boolean): void {
    for (let at = from; at <= to; at++) {
      if (this.#isFull(sink)) return;
      const moment = moments[at] as Moment;
      // The next segment needs an empty canvas, so the last frame of this one is complete and cleared.
      const clears = at === to && !isLast;
      const part = at === from ? this.#partOf(moments, at) : this.scene.canvas;
      if (at === from) this.#writePart(sink, moment, part, { clears, delay: SECOND });
      else if (clears)
        this.#writePart(sink, moment, contentOfMoment(moment, part), { clears, delay: SECOND });
      else this.#writePatch(sink, moments[at - 1] as Moment, moment);
    }
  }

  /** Writes seconds that differ in the ticking unit only. */
  #writeTicks(sink: ByteSink, moments: readonly Moment[], { from, to }: Segment, isLast: boolean): void {
    const first = moments[from] as Moment;
    const { layer, digits } = first;
    const slot = tickingSlot(first);
    if (layer === null || slot === null) return;
    this.#writePart(sink, first, this.#partOf(moments, from), { clears: true, delay: SECOND - BLINK });
    const bare = withoutTicks(layer, digits, this.scene);
    const shown = { clears: false, delay: BLINK };
    this.#pixels += layer.content.width * layer.content.height;
    writeGifFrame(sink, this.#header, this.#frame(layer.content, shown, null), bare);
    for (let at = from + 1; at <= to; at++) {
      if (this.#isFull(sink)) return;
      const moment = moments[at] as Moment;
      // As in `#writeCovering`.
      if (at === to && !isLast) {
        this.#writePart(sink, moment, layer.content, { clears: true, delay: SECOND });
      } else {
        const content = { digits: moment.digits, kept: null };
        this.#writeCached(sink, layer, content, slot.area, { clears: at !== to, delay: SECOND });
      }
    }
  }

  #isFull(sink: ByteSink): boolean {
    return sink.length > MAX_GIF_BYTES || this.#pixels > MAX_GIF_PIXELS;
  }

  /** The first frame has the size of the canvas, because some programs show no other one. */
  #partOf(moments: readonly Moment[], at: number): Rectangle {
    const layer = moments[at]?.layer ?? null;
    return at === 0 || layer === null ? this.scene.canvas : layer.content;
  }

  #moment(secondsLeft: number): Moment {
    if (secondsLeft === 0 && this.scene.expired() !== null) return { layer: null, digits: [] };
    const digits = this.scene.digits(secondsLeft).map((unit) => unit.digits);
    return { layer: this.scene.layer(secondsLeft), digits };
  }

  #writePart(sink: ByteSink, { layer, digits }: Moment, part: Rectangle, shown: Shown): void {
    this.#pixels += part.width * part.height;
    if (layer !== null) {
      const indexes = compose(layer, digits, part, this.scene.canvas.width);
      writeGifFrame(sink, this.#header, this.#frame(part, shown, null), indexes);
      return;
    }
    const expired = this.scene.expired();
    if (expired === null) return;
    writeGifFrame(sink, this.#header, this.#frame(part, shown, expired.palette), expired.indexes);
  }

  /** Writes the area that changed since the second before. Uses the cached patch if there is one. */
  #writePatch(sink: ByteSink, before: Moment, { layer, digits }: Moment): void {
    if (layer === null) return;
    const area = changedArea(layer, before.digits, digits);
    const kept = isDithered(this.scene.input) ? before.digits : null;
    this.#writeCached(sink, layer, { digits, kept }, area, { clears: false, delay: SECOND });
  }

  #writeCached(
    sink: ByteSink,
    layer: SceneLayer,
    content: PatchContent,
    area: Rectangle,
    shown: Shown,
  ): void {
    const { digits, kept } = content;
    this.#pixels += area.width * area.height;
    const key = this.#patches.keyOf(layer, area, content, shown.clears);
    let patch = this.#patches.get(key);
    if (patch === undefined) {
      const start = sink.length;
      const { canvas, palette } = this.scene;
      const frame = this.#frame(area, shown, null);
      const indexes = compose(layer, digits, area, canvas.width);
      writeGifFrame(sink, this.#header, frame, indexes);
      patch = sink.copy(start);
      if (kept !== null && palette.transparentIndex !== null) {
        leaveOut(indexes, compose(layer, kept, area, canvas.width), palette.transparentIndex);
        sink.length = start;
        writeGifFrame(sink, this.#header, frame, indexes);
        // Flat pictures are smaller with all pixels.
        if (sink.length - start < patch.length) patch = sink.copy(start);
        sink.length = start;
        sink.append(patch);
      }
      this.#patches.add(key, patch);
    } else {
      sink.append(patch);
    }
  }

  #frame(area: Rectangle, { clears, delay }: Shown, palette: Palette | null): GifFrame {
    return {
      ...area,
      delay,
      disposal: clears ? 'clear' : 'keep',
      // The picture after the end may have a color where the palette of the seconds leaves pixels out.
      transparentIndex: (palette ?? this.scene.palette).transparentIndex,
      ...(palette === null ? {} : { palette: palette.colors }),
    };
  }
}

/** Returns the seconds that each frame shows. */
export function secondsOf({ secondsLeft, next }: Countdown, frames: number): number[] {
  const start = Math.max(0, Math.ceil(secondsLeft));
  if (next === undefined) return Array.from({ length: Math.min(frames, start + 1) }, (_, at) => start - at);
  return Array.from({ length: frames }, (_, at) => (at < start ? start - at : start - at + next));
}

/** Returns the area that differs, or one pixel if none does, because a frame has at least one. */
function changedArea({ slots }: SceneLayer, before: readonly string[], digits: readonly string[]): Rectangle {
  const areas = slots.flatMap((slot, at) => {
    const [from, to] = [before[at] ?? '', digits[at] ?? ''];
    return slot === null || from === to ? [] : (slot.change(from, to).area ?? []);
  });
  if (areas.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  return around(areas);
}

/** Makes the pixels transparent that are equal before: dithered ones can hardly be compressed. */
function leaveOut(indexes: Uint8Array, before: Uint8Array, transparentIndex: number): void {
  for (let pixel = 0; pixel < indexes.length; pixel++) {
    if (indexes[pixel] === before[pixel]) indexes[pixel] = transparentIndex;
  }
}

function contentOfMoment({ layer }: Moment, canvas: Rectangle): Rectangle {
  return layer === null ? canvas : layer.content;
}

/** Returns the pixels of a layer's content without the ticking unit. Its area shows nothing but the ground. */
function withoutTicks(layer: SceneLayer, digits: readonly string[], { canvas }: Scene): Uint8Array {
  const { content, slots } = layer;
  const pixels = compose(layer, [...digits.slice(0, -1), null], content, canvas.width);
  const area = slots.at(-1)?.area ?? content;
  const nothing = digits.map(() => null);
  for (let row = 0; row < area.height; row++) {
    const line = { ...area, y: area.y + row, height: 1 };
    const ground = compose(layer, nothing, line, canvas.width);
    pixels.set(ground, (line.y - content.y) * content.width + area.x - content.x);
  }
  return pixels;
}
