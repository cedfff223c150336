import type { ByteSink } from './byte-sink.ts';
import { writeLzw } from './lzw.ts';

/** A rectangle in pixels, from the upper left corner. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface GifHeader {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each color; the number of colors is a power of two from 2 to 256. */
  readonly palette: Uint8Array;
  /** Number of repetitions; 0: endless; null: the animation plays once. */
  readonly loop: number | null;
}

export interface GifFrame extends Rectangle {
  /** Hundredths of a second. */
  readonly delay: number;
  /** Disposal before the next frame: `keep` leaves the frame, `clear` makes its rectangle transparent. */
  readonly disposal: 'keep' | 'clear';
  readonly transparentIndex: number | null;
  /** Default: the palette of the header. */
  readonly palette?: Uint8Array;
}

const MAX_SIDE = 65_535;

/** @throws RangeError if the palette size is not a power of two, or a side is 0 or over 65,535. */
export function writeGifHeader(sink: ByteSink, { width, height, palette, loop }: GifHeader): void {
  const bits = paletteBits(palette);
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < 1 || side > MAX_SIDE)
      throw new RangeError(`A side of a GIF has 1 to ${MAX_SIDE} pixels, not ${side}.`);
  }
  sink.append(ascii('GIF89a'));
  sink.short(width);
  sink.short(height);
  sink.byte(0x80 | (bits - 1));
  sink.byte(0);
  sink.byte(0);
  sink.append(palette);
  if (loop === null) return;
  sink.byte(0x21);
  sink.byte(0xff);
  sink.byte(11);
  sink.append(ascii('NETSCAPE2.0'));
  sink.byte(3);
  sink.byte(1);
  sink.short(loop);
  sink.byte(0);
}

/**
 * Appends a frame.
 *
 * @param indexes of the pixels of its rectangle, row by row, into the palette of the frame or the header.
 * @throws RangeError if the rectangle exceeds the canvas, `indexes` has another length, or an index has no color.
 */
export function writeGifFrame(sink: ByteSink, header: GifHeader, frame: GifFrame, indexes: Uint8Array): void {
  const { x, y, width, height, transparentIndex } = frame;
  if (x < 0 || y < 0 || x + width > header.width || y + height > header.height) {
    throw new RangeError('The frame exceeds the canvas.');
  }
  if (indexes.length !== width * height)
    throw new RangeError('The pixels do not fill the rectangle of the frame.');
  const bits = paletteBits(frame.palette ?? header.palette);
  sink.byte(0x21);
  sink.byte(0xf9);
  sink.byte(4);
  sink.byte(((frame.disposal === 'keep' ? 1 : 2) << 2) | (transparentIndex === null ? 0 : 1));
  sink.short(frame.delay);
  sink.byte(transparentIndex ?? 0);
  sink.byte(0);
  sink.byte(0x2c);
  for (const value of [x, y, width, height]) sink.short(value);
  sink.byte(frame.palette === undefined ? 0 : 0x80 | (bits - 1));
  if (frame.palette !== undefined) sink.append(frame.palette);
  writeLzw(sink, indexes, bits);
}

export function writeGifTrailer(sink: ByteSink): void {
  sink.byte(0x3b);
}

function paletteBits(palette: Uint8Array): number {
  const bits = Math.log2(palette.length / 3);
  if (!Number.isInteger(bits) || bits < 1 || bits > 8) {
    throw new RangeError('A palette has 2, 4, 8, 16, 32, 64, 128 or 256 colors.');
  }
  return bits;
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
