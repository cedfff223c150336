import type { ByteSink } from '../gif/byte-sink.ts';
import {
  type GifFrame,
  type GifHeader,
  type Rectangle,
  writeGifFrame,
  writeGifHeader,
  writeGifTrailer,
} from '../gif/gif-writer.ts';
import type { Palette } from './palette.ts';
import { around } from './rectangles.ts';
import type { Scene } from './scene.ts';
import type { SceneLayer } from './scene-layer.ts';

/** Delay of each frame, in hundredths of a second. */
const SECOND = 100;
/** Maximum bytes of the cached patches of a scene. Beyond it all are evicted at once. */
const MAX_PATCH_BYTES = 128 * 1024;

/** No more frames are added beyond this size: mail clients do not show larger files, and drawing delays others. */
export const MAX_GIF_BYTES = 5 * 1024 * 1024;
/** No more frames are added beyond these pixels of all frames. 120 whole frames at 600×150 have a tenth. */
const MAX_GIF_PIXELS = 100_000_000;

/** The content of one second. */
interface Moment {
  /** Null: the picture after the end. */
  readonly layer: SceneLayer | null;
  /** The digits of all slots, in reading order. */
  readonly digits: string;
}

/** Writes the GIFs of a scene, and caches parts for the next one. */
export class TimerGif {
  readonly scene: Scene;
  readonly #header: GifHeader;
  readonly #patches = new Map<string, Uint8Array>();
  #patchBytes = 0;
  #pixels = 0;
  readonly #layerNames = new Map<SceneLayer, number>();

  constructor(scene: Scene) {
    this.scene = scene;
    const { loop } = scene.input.design;
    const { width, height } = scene.canvas;
    this.#header = { width, height, palette: scene.palette.colors, loop: loop ? 0 : null };
  }

  get bytes(): number {
    return this.scene.bytes + this.#patchBytes;
  }

  /**
   * Returns the GIF that begins `secondsLeft` before the end: a frame for each second, at most up to the end. Frame k
   * has the same pixels as frame 0 of the GIF that begins k seconds later.
   */
  render(secondsLeft: number, sink: ByteSink): Uint8Array<ArrayBuffer> {
    const { design } = this.scene.input;
    const start = Math.max(0, Math.ceil(secondsLeft));
    const moments = Array.from({ length: Math.min(design.frames, start + 1) }, (_, at) =>
      this.#moment(start - at),
    );
    sink.length = 0;
    writeGifHeader(sink, this.#header);
    this.#pixels = 0;
    let cleared = false;
    for (const [at, moment] of moments.entries()) {
      if (sink.length > MAX_GIF_BYTES || this.#pixels > MAX_GIF_PIXELS) break;
      const before = moments[at - 1];
      const after = moments[at + 1] ?? (design.loop ? moments[0] : undefined);
      const clears = after !== undefined && this.#uncovers(moment, after, at === moments.length - 1);
      if (before === undefined || !design.optimize || !isPatch(before, moment)) {
        this.#writePart(sink, moment, this.scene.canvas, clears);
      } else if (cleared || clears) {
        this.#writePart(sink, moment, (moment.layer as SceneLayer).content, clears);
      } else {
        this.#writePatch(sink, moment.layer as SceneLayer, before.digits, moment.digits);
      }
      cleared = clears;
    }
    writeGifTrailer(sink);
    return sink.copy();
  }

  #moment(secondsLeft: number): Moment {
    if (secondsLeft === 0 && this.scene.expired() !== null) return { layer: null, digits: '' };
    const digits = this.scene
      .digits(secondsLeft)
      .map((unit) => unit.digits)
      .join('');
    return { layer: this.scene.layer(secondsLeft), digits };
  }

  /** Returns whether pixels become transparent. No frame can draw that; only the one before can be cleared. */
  #uncovers(from: Moment, to: Moment, restarts: boolean): boolean {
    if (this.scene.palette.transparentIndex === null) return false;
    if (restarts || from.layer === null || from.layer !== to.layer) return true;
    return from.layer.slots.some((slot, at) => slot?.uncovers === true && from.digits[at] !== to.digits[at]);
  }

  #writePart(sink: ByteSink, { layer, digits }: Moment, part: Rectangle, clears: boolean): void {
    this.#pixels += part.width * part.height;
    if (layer !== null) {
      const indexes = compose(layer, digits, part, this.scene.canvas.width);
      writeGifFrame(sink, this.#header, this.#frame(part, clears, null), indexes);
      return;
    }
    const expired = this.scene.expired();
    if (expired === null) return;
    writeGifFrame(sink, this.#header, this.#frame(part, clears, expired.palette), expired.indexes);
  }

  /** Writes the area that changed since the second before. Uses the cached patch if there is one. */
  #writePatch(sink: ByteSink, layer: SceneLayer, before: string, digits: string): void {
    const area = changedArea(layer, before, digits);
    this.#pixels += area.width * area.height;
    // The pixels of the area depend only on the digits in it.
    const shown = Array.from(digits, (digit, at) =>
      touches(layer.slots[at]?.area, area) ? digit : '-',
    ).join('');
    const key = `${this.#layerName(layer)} ${area.x} ${area.width} ${area.y} ${area.height} ${shown}`;
    let patch = this.#patches.get(key);
    if (patch === undefined) {
      const start = sink.length;
      writeGifFrame(
        sink,
        this.#header,
        this.#frame(area, false, null),
        compose(layer, digits, area, this.scene.canvas.width),
      );
      patch = sink.copy(start);
      this.#cache(key, patch);
    } else {
      sink.append(patch);
    }
  }

  #frame(area: Rectangle, clears: boolean, palette: Palette | null): GifFrame {
    return {
      ...area,
      delay: SECOND,
      disposal: clears ? 'clear' : 'keep',
      transparentIndex: this.scene.palette.transparentIndex,
      ...(palette === null ? {} : { palette: palette.colors }),
    };
  }

  #cache(key: string, patch: Uint8Array): void {
    if (this.#patchBytes + patch.length > MAX_PATCH_BYTES) {
      this.#patches.clear();
      this.#patchBytes = 0;
    }
    this.#patches.set(key, patch);
    this.#patchBytes += patch.length;
  }

  #layerName(layer: SceneLayer): number {
    const known = this.#layerNames.get(layer) ?? this.#layerNames.size;
    this.#layerNames.set(layer, known);
    return known;
  }
}

/** Returns whether two moments differ only in digits. */
function isPatch(before: Moment, { layer }: Moment): boolean {
  return layer !== null && before.layer === layer;
}

/** Returns the area of the digits that differ, or one pixel if none does, because a frame has at least one. */
function changedArea({ slots }: SceneLayer, before: string, digits: string): Rectangle {
  const areas = slots.flatMap((slot, at) => (slot === null || before[at] === digits[at] ? [] : [slot.area]));
  if (areas.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  return around(areas);
}

function touches(area: Rectangle | undefined, other: Rectangle): boolean {
  return (
    area !== undefined &&
    area.x < other.x + other.width &&
    other.x < area.x + area.width &&
    area.y < other.y + other.height &&
    other.y < area.y + area.height
  );
}

/** Returns the pixels of a part of the picture: the base and, in reading order, the parts of the digits in it. */
function compose({ base, slots }: SceneLayer, digits: string, part: Rectangle, width: number): Uint8Array {
  const pixels = new Uint8Array(part.width * part.height);
  for (let row = 0; row < part.height; row++) {
    const from = (part.y + row) * width + part.x;
    pixels.set(base.subarray(from, from + part.width), row * part.width);
  }
  slots.forEach((slot, at) => {
    if (slot === null) return;
    const { area, tiles } = slot;
    const tile = tiles[Number(digits[at])];
    if (tile === undefined) return;
    const left = Math.max(area.x, part.x);
    const right = Math.min(area.x + area.width, part.x + part.width);
    const top = Math.max(area.y, part.y);
    const bottom = Math.min(area.y + area.height, part.y + part.height);
    if (left >= right) return;
    for (let y = top; y < bottom; y++) {
      const from = (y - area.y) * area.width + left - area.x;
      pixels.set(tile.subarray(from, from + right - left), (y - part.y) * part.width + left - part.x);
    }
  });
  return pixels;
}
