/** Codes of LZW with the smallest alphabet of GIF: the colors 0 to 3, then these two. */
const CODE_SIZE = 2;
const CLEAR = 4;
const END = 5;
const FIRST = 6;
const LAST = 4_095;
const BLOCK_MAX = 255;

/** Returns a GIF of transparent pixels. It needs neither threads nor turns. */
export function transparentGif(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(13);
  head.write('GIF89a', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  // A palette of two colors.
  head[10] = 0x80;
  const palette = Buffer.alloc(6, 0xff);
  // The color 0 is transparent.
  const control = Buffer.of(0x21, 0xf9, 4, 1, 0, 0, 0, 0);
  const image = Buffer.alloc(10);
  image[0] = 0x2c;
  image.writeUInt16LE(width, 5);
  image.writeUInt16LE(height, 7);
  const data = blocksOf(encodeRun(width * height));
  return Buffer.concat([head, palette, control, image, Buffer.of(CODE_SIZE), data, Buffer.of(0x3b)]);
}

/** Encodes a run of the color 0: each code stands for one pixel more than the one before it. */
function encodeRun(pixels: number): Buffer {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  const write = (code: number, size: number) => {
    bits |= code << held;
    for (held += size; held >= 8; held -= 8) {
      bytes.push(bits & 0xff);
      bits >>>= 8;
    }
  };
  let left = pixels;
  let size = CODE_SIZE + 1;
  while (left > 0) {
    write(CLEAR, size);
    size = CODE_SIZE + 1;
    write(0, size);
    left--;
    for (let next = FIRST; left > 0 && next <= LAST; next++) {
      size = widthOf(next);
      // The code `next` is as long as this many pixels.
      const length = next - FIRST + 2;
      write(left >= length ? next : left === 1 ? 0 : left - 2 + FIRST, size);
      left -= Math.min(left, length);
      // The reader has one code more now.
      size = widthOf(Math.min(next + 1, LAST));
    }
  }
  write(END, size);
  write(0, 7);
  return Buffer.from(bytes);
}

function widthOf(code: number): number {
  return 32 - Math.clz32(code);
}

function blocksOf(data: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < data.length; at += BLOCK_MAX) {
    const block = data.subarray(at, at + BLOCK_MAX);
    blocks.push(Buffer.of(block.length), block);
  }
  return Buffer.concat([...blocks, Buffer.of(0)]);
}
