import { crc32, deflateSync } from 'node:zlib';
import { uint16, uint32 } from './tiny-font.ts';

/** Returns pictures that are far more expensive to decode than to send, by their defect. All must be refused. */
export function imageBombs(): Record<string, Buffer> {
  return {
    'PNG of 16,000×16,000': png(16_000, 16_000),
    'PNG that states 100,000×100,000': png(100_000, 100_000, Buffer.alloc(100)),
    'PNG that states 2^31×2^31': png(0x7fffffff, 0x7fffffff, Buffer.alloc(100)),
    'GIF with a canvas of 16,000×16,000': gif(16_000, 16_000, [frame(1, 1)]),
    'GIF with one frame of 16,000×16,000': gif(10, 10, [frame(16_000, 16_000)]),
    'GIF of 5,000 tiny frames': gif(1_000, 1_000, repeated(5_000, frame(1, 1))),
    'GIF of 301 frames': gif(10, 10, repeated(301, frame(10, 10))),
    'GIF of 300 frames of 600×600': gif(600, 600, repeated(300, frame(1, 1))),
    'JPEG that states 16,000×16,000': jpegHeader(16_000, 16_000),
    'JPEG of 880 scans': jpegScans(880),
    'JPEG of 100 scans, 25 megapixels': jpegScans(99, 5_000, 5_000),
    'WebP that states 16,384×16,384': webp([{ type: 'VP8L', payload: lossless(16_384, 16_384) }]),
    'WebP with a canvas of 2^24×2^24': webp([
      { type: 'VP8X', payload: extended(2 ** 24, 2 ** 24) },
      { type: 'VP8L', payload: lossless(1, 1) },
    ]),
    'WebP of 100,000 frames': webp([
      { type: 'VP8X', payload: extended(10, 10) },
      { type: 'ANIM', payload: Buffer.alloc(6) },
      ...repeated(100_000, { type: 'ANMF', payload: Buffer.alloc(40) }),
    ]),
  };
}

/** Returns pictures at the limits, or with hidden content. Each may be accepted or refused, but quickly. */
export function costlyImages(): Record<string, Buffer> {
  return {
    'PNG of 25 megapixels': png(5_000, 5_000),
    'PNG with a colour profile of 512 MB': png(10, 10, undefined, [
      pngChunk(
        'iCCP',
        Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(512 * 1024 * 1024), { level: 1 })]),
      ),
    ]),
    'PNG with a text of 512 MB': png(10, 10, undefined, [
      pngChunk(
        'zTXt',
        Buffer.concat([Buffer.from('t\0\0'), deflateSync(Buffer.alloc(512 * 1024 * 1024), { level: 1 })]),
      ),
    ]),
    'GIF of four frames of 25 megapixels': gif(5_000, 5_000, repeated(4, frame(5_000, 5_000))),
    'GIF of 300 frames of a third of a megapixel': gif(577, 577, repeated(300, frame(577, 577))),
    'JPEG of 20 scans, 25 megapixels': jpegScans(19, 5_000, 5_000),
  };
}

/** Returns files that look like one format and are another. */
export function polyglots(picture: Buffer): Record<string, Buffer> {
  const script = '<script>alert(document.domain)</script>';
  return {
    SVG: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)">${script}</svg>`,
    ),
    'SVG after a byte order mark': Buffer.from(
      '\ufeff<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    ),
    HTML: Buffer.from(`<!doctype html><title>x</title>${script}`),
    'script that begins like a GIF': Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1);'),
    'HTML that begins like a PNG': Buffer.concat([picture.subarray(0, 8), Buffer.from(script)]),
    'HTML that begins like a JPEG': Buffer.concat([
      Buffer.of(0xff, 0xd8, 0xff, 0xfe),
      uint16(60),
      Buffer.from(script),
    ]),
    PDF: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF'),
    TIFF: Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(100)]),
    PostScript: Buffer.from('%!PS-Adobe-3.0\n(/etc/passwd) (r) file'),
    'ImageMagick script': Buffer.from(
      'push graphic-context\nfill \'url(https://127.0.0.1/x.jpg"|ls "-la)\'\npop graphic-context',
    ),
  };
}

function repeated<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}

/** Returns a black PNG of one bit a pixel, or one with `pixels` as its pixel data. */
export function png(width: number, height: number, pixels?: Buffer, extra: readonly Buffer[] = []): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.of(1, 0, 0, 0, 0)]);
  const data = pixels ?? deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, payload: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), payload]);
  return Buffer.concat([uint32(payload.length), body, uint32(crc32(body))]);
}

function gif(width: number, height: number, frames: readonly Buffer[]): Buffer {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  screen.writeUInt8(0x80, 4);
  const colors = Buffer.of(0, 0, 0, 255, 255, 255);
  return Buffer.concat([Buffer.from('GIF89a'), screen, colors, ...frames, Buffer.of(0x3b)]);
}

/** Returns a frame of one color: each code of the LZW stream stands for one pixel more than the code before it. */
function frame(width: number, height: number): Buffer {
  const descriptor = Buffer.alloc(10);
  descriptor.writeUInt8(0x2c, 0);
  descriptor.writeUInt16LE(width, 5);
  descriptor.writeUInt16LE(height, 7);
  const data = growingRuns(width * height);
  const blocks: Buffer[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    blocks.push(Buffer.of(block.length), block);
  }
  return Buffer.concat([descriptor, Buffer.of(2), ...blocks, Buffer.of(0)]);
}

function growingRuns(pixels: number): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  const write = (code: number, width: number) => {
    held += code * 2 ** bits;
    bits += width;
    for (; bits >= 8; bits -= 8) {
      bytes.push(held % 256);
      held = Math.floor(held / 256);
    }
  };
  let left = pixels;
  while (left > 0) {
    write(4, 3);
    write(0, 3);
    left--;
    let width = 3;
    for (let next = 6, run = 2; left > 0 && next < 4096; next++, run++) {
      write(next, width);
      left -= run;
      if (next + 1 === 2 ** width && width < 12) width++;
    }
  }
  write(5, 12);
  write(0, 8);
  return Buffer.from(bytes);
}

function jpegHeader(width: number, height: number): Buffer {
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    jpegFrame(0xc0, width, height),
    Buffer.of(0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xff, 0xd9),
  ]);
}

function jpegFrame(marker: number, width: number, height: number): Buffer {
  return Buffer.concat([Buffer.of(0xff, marker, 0, 11, 8), uint16(height, width), Buffer.of(1, 1, 0x11, 0)]);
}

/** Returns a gray progressive JPEG: a first scan, then scans that each say "no more coefficients" in a few bytes. */
function jpegScans(scans: number, width = 64, height = 64): Buffer {
  const quantisation = Buffer.concat([Buffer.of(0xff, 0xdb, 0, 67, 0), Buffer.alloc(64, 1)]);
  // DC: one code for "no difference". AC: one for "this block and the next 16,383 end here" (EOB14).
  const table = (kind: number, symbol: number) =>
    Buffer.concat([Buffer.of(0xff, 0xc4, 0, 20, kind, 1), Buffer.alloc(15), Buffer.of(symbol)]);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const first = Buffer.concat([
    Buffer.of(0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ]);

  const runs = Math.ceil(blocks / 16_384);
  // One coefficient a scan, its highest bit first.
  const later = (scan: number) => {
    const coefficient = (scan % 63) + 1;
    const bit = 13 - Math.floor(scan / 63);
    const above = bit === 13 ? 0 : bit + 1;
    const header = Buffer.of(0xff, 0xda, 0, 8, 1, 1, 0, coefficient, coefficient, above * 16 + bit);
    return Buffer.concat([header, Buffer.alloc(Math.ceil((runs * 15) / 8))]);
  };
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    quantisation,
    jpegFrame(0xc2, width, height),
    table(0x00, 0),
    table(0x10, 0xe0),
    first,
    ...Array.from({ length: scans }, (_, scan) => later(scan)),
    Buffer.of(0xff, 0xd9),
  ]);
}

interface WebpChunk {
  readonly type: string;
  readonly payload: Buffer;
}

function webp(chunks: readonly WebpChunk[]): Buffer {
  const parts = chunks.map(({ type, payload }) => {
    const header = Buffer.alloc(8);
    header.write(type, 0, 'latin1');
    header.writeUInt32LE(payload.length, 4);
    return Buffer.concat([header, payload, Buffer.alloc(payload.length & 1)]);
  });
  const body = Buffer.concat(parts);
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([header, body]);
}

function lossless(width: number, height: number): Buffer {
  const payload = Buffer.alloc(20);
  payload.writeUInt8(0x2f, 0);
  payload.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  return payload;
}

function extended(width: number, height: number): Buffer {
  const payload = Buffer.alloc(10);
  payload.writeUInt8(0x02, 0);
  payload.writeUIntLE(width - 1, 4, 3);
  payload.writeUIntLE(height - 1, 7, 3);
  return payload;
}
