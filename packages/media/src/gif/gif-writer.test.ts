import { expect, test } from 'vitest';
import { ByteSink } from './byte-sink.ts';
import { type GifHeader, writeGifFrame, writeGifHeader } from './gif-writer.ts';

const HEADER: GifHeader = { width: 4, height: 3, palette: new Uint8Array(3 * 4), loop: null };
const FRAME = {
  x: 0,
  y: 0,
  width: 4,
  height: 3,
  delay: 100,
  disposal: 'keep',
  transparentIndex: null,
} as const;

test('refuses a frame that exceeds the canvas', () => {
  for (const change of [{ x: 1 }, { y: 1 }, { x: -1 }, { width: 5 }]) {
    expect(() => writeGifFrame(new ByteSink(), HEADER, { ...FRAME, ...change }, new Uint8Array(12))).toThrow(
      RangeError,
    );
  }
});

test('refuses a frame whose pixels do not fill its rectangle', () => {
  expect(() => writeGifFrame(new ByteSink(), HEADER, FRAME, new Uint8Array(11))).toThrow(RangeError);
});

test('refuses a pixel beyond the palette', () => {
  const pixels = new Uint8Array(12).fill(4, 7, 8);
  expect(() => writeGifFrame(new ByteSink(), HEADER, FRAME, pixels)).toThrow('beyond the 4 colors');
});

test('refuses a palette size that is not a power of two, and sides of 0 or over 65,535', () => {
  for (const colors of [0, 1, 3, 100, 512]) {
    expect(() => writeGifHeader(new ByteSink(), { ...HEADER, palette: new Uint8Array(colors * 3) })).toThrow(
      RangeError,
    );
  }
  for (const width of [0, 65_536, 1.5]) {
    expect(() => writeGifHeader(new ByteSink(), { ...HEADER, width })).toThrow(RangeError);
  }
});
