import type { ByteSink } from './byte-sink.ts';

const MAX_CODES = 4096;
const TABLE_BITS = 14;
const TABLE_SIZE = 1 << TABLE_BITS;
/** Factor of Knuth's multiplicative hashing, which spreads neighbouring keys over the table. */
const SPREAD = 0x9e3779b1;

// A slot has 20 bits of key (code and next index) above the 12 bits of the code for both. No entry is 0, because the
// first assigned code is at least 6. All calls share the table, because they are synchronous.
const table = new Int32Array(TABLE_SIZE);

/**
 * Appends palette indexes as GIF image data: the minimum code size, the LZW codes in sub-blocks, and the terminator.
 * Writes the same bytes as omggif.
 *
 * @throws RangeError if an index needs more than `bits` bits (1 to 8), or there is no index.
 */
export function writeLzw(sink: ByteSink, indexes: Uint8Array, bits: number): void {
  const { length } = indexes;
  if (length === 0) throw new RangeError('A frame has at least one pixel.');
  const minimum = Math.max(2, bits);
  const clear = 1 << minimum;
  const end = clear + 1;
  // The upper bound: 12 bits for each pixel, a length for each 255 bytes, and a clear code for each table.
  sink.reserve(Math.ceil(length * 1.52) + 64);
  const { bytes } = sink;
  let at = sink.length;
  bytes[at++] = minimum;
  let blockStart = at++;
  let next = end + 1;
  let size = minimum + 1;
  let pending = clear;
  let pendingBits = size;
  let usedBits = 0;
  table.fill(0);

  let code = indexes[0] as number;
  usedBits |= code;
  for (let i = 1; i < length; i++) {
    const index = indexes[i] as number;
    usedBits |= index;
    const key = (code << 8) | index;
    let slot = Math.imul(key, SPREAD) >>> (32 - TABLE_BITS);
    let entry = table[slot] as number;
    while (entry !== 0 && entry >>> 12 !== key) {
      slot = (slot + 1) & (TABLE_SIZE - 1);
      entry = table[slot] as number;
    }
    if (entry !== 0) {
      code = entry & (MAX_CODES - 1);
      continue;
    }
    pending |= code << pendingBits;
    pendingBits += size;
    if (next === MAX_CODES) {
      // At most 7 pending bits and two codes of 12 bits: they fit into the 32 bits of `pending`.
      pending |= clear << pendingBits;
      pendingBits += size;
      next = end + 1;
      size = minimum + 1;
      table.fill(0);
    } else {
      if (next >= 1 << size) size++;
      table[slot] = (key << 12) | next++;
    }
    while (pendingBits >= 8) {
      bytes[at++] = pending & 255;
      pending >>>= 8;
      pendingBits -= 8;
      if (at === blockStart + 256) {
        bytes[blockStart] = 255;
        blockStart = at++;
      }
    }
    code = index;
  }
  if (usedBits >= 1 << bits)
    throw new RangeError(`A pixel is beyond the ${1 << bits} colors of the palette.`);

  pending |= (code << pendingBits) | (end << (pendingBits + size));
  pendingBits += 2 * size;
  while (pendingBits > 0) {
    bytes[at++] = pending & 255;
    pending >>>= 8;
    pendingBits -= 8;
    if (at === blockStart + 256) {
      bytes[blockStart] = 255;
      blockStart = at++;
    }
  }
  const inBlock = at - blockStart - 1;
  bytes[blockStart] = inBlock;
  // A started block without bytes is already the empty block that ends the data.
  if (inBlock > 0) bytes[at++] = 0;
  sink.length = at;
}
