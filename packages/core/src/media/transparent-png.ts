import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A palette of one color, which is transparent. */
const PALETTE = chunk('PLTE', Buffer.from([255, 255, 255]));
const TRANSPARENCY = chunk('tRNS', Buffer.from([0]));

/** Returns a PNG of transparent pixels. It needs neither threads nor turns. */
export function transparentPng(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit for each pixel, of a palette.
  header.set([1, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  const data = chunk('IDAT', deflateSync(rows));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), PALETTE, TRANSPARENCY, data, chunk('IEND')]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}
