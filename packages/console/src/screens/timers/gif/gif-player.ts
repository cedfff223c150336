import { readCodes } from './gif-codes.ts';
import { type GifFrame, readGif } from './gif-file.ts';

/** A GIF whose frames can be shown in any order. */
export interface GifPlayer {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** Returns the pixels (RGBA) as they are while a frame is shown. The next call changes them. */
  show(index: number): Uint8ClampedArray<ArrayBuffer>;
}

/** Reads a GIF. Browsers play GIFs, but none shows a given frame of one in all pages. @throws Error if it is damaged. */
export function createGifPlayer(bytes: Uint8Array): GifPlayer {
  const { width, height, frames } = readGif(bytes);
  const pixels = new Uint8ClampedArray(width * height * 4);
  let shown = -1;

  function draw({ x, y, palette, transparent, ...frame }: GifFrame): void {
    const indexes = readCodes(frame.codes, frame.minimumBits, frame.width * frame.height);
    for (const [at, index] of indexes.entries()) {
      if (index === transparent) continue;
      const to = 4 * ((y + Math.floor(at / frame.width)) * width + x + (at % frame.width));
      pixels[to] = palette[3 * index] ?? 0;
      pixels[to + 1] = palette[3 * index + 1] ?? 0;
      pixels[to + 2] = palette[3 * index + 2] ?? 0;
      pixels[to + 3] = 255;
    }
  }

  function clear({ x, y, width: cleared, height: rows }: GifFrame): void {
    for (let row = y; row < y + rows; row++)
      pixels.fill(0, 4 * (row * width + x), 4 * (row * width + x + cleared));
  }

  const isWhole = (frame: GifFrame) =>
    frame.width === width && frame.height === height && frame.transparent === null;

  return {
    width,
    height,
    count: frames.length,
    show(index) {
      const whole = frames.slice(0, index + 1).findLastIndex(isWhole);
      if (index < shown || whole > shown) {
        pixels.fill(0);
        shown = Math.max(whole, 0) - 1;
      }
      while (shown < index) {
        const last = frames[shown];
        if (last?.isCleared) clear(last);
        shown += 1;
        const next = frames[shown];
        if (next !== undefined) draw(next);
      }
      return pixels;
    },
  };
}
