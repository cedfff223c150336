import { broken, truncated } from './image-error.ts';

const MAX_CODES = 4096;
const MAX_WIDTH = 12;

/**
 * Checks that the compressed data of a GIF frame has at least `pixels` pixels (GIF89a, appendix F). Tracks only the
 * length of the string of each code, so a small file with a large frame takes little memory.
 *
 * @param start position of the byte with the code size, before the sub-blocks.
 * @throws ImageError if the data is broken or has fewer pixels.
 */
export function checkCodedPixels(bytes: Buffer, start: number, pixels: number): void {
  const codeSize = bytes[start] ?? 0;
  if (codeSize < 1 || codeSize > 8) throw broken('GIF');
  const clear = 1 << codeSize;
  const end = clear + 1;
  const lengths = new Uint32Array(MAX_CODES).fill(1, 0, clear);
  let next = end + 1;
  let width = codeSize + 1;
  let previous = 0;
  let decoded = 0;
  let held = 0;
  let bits = 0;

  for (let block = start + 1, length = bytes[block] ?? 0; length > 0; length = bytes[block] ?? 0) {
    for (let at = block + 1; at <= block + length; at++) {
      held |= (bytes[at] ?? 0) << bits;
      bits += 8;
      while (bits >= width) {
        const code = held & ((1 << width) - 1);
        held >>>= width;
        bits -= width;
        if (code === end) throw truncated('GIF');
        if (code === clear) {
          next = end + 1;
          width = codeSize + 1;
          previous = 0;
          continue;
        }
        if (code > next || (code === next && next === MAX_CODES) || (previous === 0 && code > clear)) {
          throw broken('GIF');
        }
        const run = code === next ? previous + 1 : (lengths[code] ?? 0);
        if (previous > 0 && next < MAX_CODES) {
          lengths[next++] = previous + 1;
          if (next === 1 << width && width < MAX_WIDTH) width++;
        }
        previous = run;
        decoded += run;
        if (decoded >= pixels) return;
      }
    }
    block += length + 1;
  }
  throw truncated('GIF');
}
