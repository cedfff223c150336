import type { Container, Size } from './container.ts';
import { broken, truncated } from './image-error.ts';

const HEADER = 12;
const ANIMATION = 0x02;
const XMP = 0x04;
const EXIF = 0x08;
const ALPHA = 0x10;

interface Chunk {
  readonly type: string;
  readonly payload: Buffer;
}

/**
 * Reads a WebP (WebP container specification). Keeps pixels, colour and timing; removes Exif, XMP and unknown chunks.
 */
export function readWebp(bytes: Buffer): Container {
  if (bytes.length < HEADER) throw truncated('WebP');
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) throw truncated('WebP');
  const chunks = readChunks(bytes.subarray(HEADER, end));
  const [first] = chunks;
  if (first === undefined) throw broken('WebP');
  if (first.type !== 'VP8X') return readStill(chunks, bitstreamSize(first));
  if (first.payload.length < 10) throw broken('WebP');
  const canvas = { width: first.payload.readUIntLE(4, 3) + 1, height: first.payload.readUIntLE(7, 3) + 1 };
  const flags = first.payload.readUInt8(0);
  return (flags & ANIMATION) === 0 ? readStill(chunks, canvas) : readAnimation(chunks, canvas);
}

function readStill(chunks: readonly Chunk[], canvas: Size): Container {
  const extended = chunks[0]?.type === 'VP8X' ? [chunks[0]] : [];
  const color = chunks.filter(({ type }) => type === 'ICCP').slice(0, 1);
  const pixels = pixelChunks(chunks, canvas);
  const whole = riff([...extended.map(withoutMetadata), ...(extended.length > 0 ? color : []), ...pixels]);
  return { format: 'webp', ...canvas, frames: [canvas], bytes: whole, proofs: [whole] };
}

function readAnimation(chunks: readonly Chunk[], canvas: Size): Container {
  const [extended] = chunks;
  const control = chunks.find(({ type }) => type === 'ANIM');
  if (extended === undefined || control === undefined || control.payload.length < 6) throw broken('WebP');
  const color = chunks.filter(({ type }) => type === 'ICCP').slice(0, 1);
  const frames = chunks
    .filter(({ type }) => type === 'ANMF')
    .map(({ payload }) => readFrame(payload, canvas));
  if (frames.length === 0) throw broken('WebP');
  const whole = riff([withoutMetadata(extended), ...color, control, ...frames.map(({ chunk }) => chunk)]);
  return {
    format: 'webp',
    ...canvas,
    frames: frames.map(({ size }) => size),
    bytes: whole,
    proofs: frames.map(({ still }) => still),
  };
}

interface Frame {
  readonly size: Size;
  readonly chunk: Chunk;
  readonly still: Buffer;
}

function readFrame(payload: Buffer, canvas: Size): Frame {
  if (payload.length < 16) throw broken('WebP');
  const x = payload.readUIntLE(0, 3) * 2;
  const y = payload.readUIntLE(3, 3) * 2;
  const size = { width: payload.readUIntLE(6, 3) + 1, height: payload.readUIntLE(9, 3) + 1 };
  if (x + size.width > canvas.width || y + size.height > canvas.height) throw broken('WebP');
  const pixels = pixelChunks(readChunks(payload.subarray(16)), size);
  const chunk = { type: 'ANMF', payload: Buffer.concat([payload.subarray(0, 16), ...pixels.map(write)]) };
  return { size, chunk, still: riff(pixels.length > 1 ? [alphaHeader(size), ...pixels] : pixels) };
}

/** Returns the bitstream of one picture, after its alpha plane if it has one. */
function pixelChunks(chunks: readonly Chunk[], size: Size): Chunk[] {
  const [bitstream, another] = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L');
  if (bitstream === undefined || another !== undefined) throw broken('WebP');
  const coded = bitstreamSize(bitstream);
  if (coded.width !== size.width || coded.height !== size.height) throw broken('WebP');
  const alpha = chunks.find(({ type }) => type === 'ALPH');
  return alpha === undefined || bitstream.type === 'VP8L' ? [bitstream] : [alpha, bitstream];
}

/** Returns the size that the bitstream states (RFC 6386 section 9.1; WebP lossless, section 3). */
function bitstreamSize({ type, payload }: Chunk): Size {
  if (type === 'VP8 ') {
    if (payload.length < 10 || payload.readUIntBE(3, 3) !== 0x9d012a) throw broken('WebP');
    return { width: payload.readUInt16LE(6) & 0x3fff, height: payload.readUInt16LE(8) & 0x3fff };
  }
  if (type !== 'VP8L' || payload.length < 5 || payload.readUInt8(0) !== 0x2f) throw broken('WebP');
  const bits = payload.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function withoutMetadata({ type, payload }: Chunk): Chunk {
  const copy = Buffer.from(payload.subarray(0, 10));
  copy.writeUInt8(copy.readUInt8(0) & ~(EXIF | XMP), 0);
  return { type, payload: copy };
}

function alphaHeader({ width, height }: Size): Chunk {
  const payload = Buffer.alloc(10);
  payload.writeUInt8(ALPHA, 0);
  payload.writeUIntLE(width - 1, 4, 3);
  payload.writeUIntLE(height - 1, 7, 3);
  return { type: 'VP8X', payload };
}

function readChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const start = at + 8;
    if (start + length > bytes.length) throw truncated('WebP');
    chunks.push({
      type: bytes.toString('latin1', at, at + 4),
      payload: bytes.subarray(start, start + length),
    });
    at = start + length + (length & 1);
  }
  return chunks;
}

function write({ type, payload }: Chunk): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 0, 'latin1');
  header.writeUInt32LE(payload.length, 4);
  return Buffer.concat([header, payload, Buffer.alloc(payload.length & 1)]);
}

function riff(chunks: readonly Chunk[]): Buffer {
  const body = Buffer.concat(chunks.map(write));
  const header = Buffer.alloc(HEADER);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(body.length + 4, 4);
  header.write('WEBP', 8, 'latin1');
  return Buffer.concat([header, body]);
}
