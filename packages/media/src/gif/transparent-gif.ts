import { LRUCache } from 'lru-cache';
import { ByteSink } from './byte-sink.ts';
import { writeGifFrame, writeGifHeader, writeGifTrailer } from './gif-writer.ts';

/** Sizes whose files are cached, some kilobytes each. A file of millions of pixels takes tens of milliseconds. */
const FILES_MAX = 64;

const files = new LRUCache<string, Uint8Array>({ max: FILES_MAX });

/**
 * Returns a GIF of transparent pixels, which callers must not change. Its frame is as large as its canvas, because some
 * programs take the size of the first frame.
 *
 * @throws RangeError if a side is 0 or over 65,535.
 */
export function transparentGif(width: number, height: number): Uint8Array {
  const key = `${width}×${height}`;
  const known = files.get(key);
  if (known !== undefined) return known;
  const sink = new ByteSink();
  const header = { width, height, palette: Uint8Array.of(0, 0, 0, 255, 255, 255), loop: null };
  writeGifHeader(sink, header);
  const frame = { x: 0, y: 0, width, height, delay: 0, disposal: 'keep', transparentIndex: 0 } as const;
  writeGifFrame(sink, header, frame, new Uint8Array(width * height));
  writeGifTrailer(sink);
  const file = sink.copy();
  files.set(key, file);
  return file;
}
