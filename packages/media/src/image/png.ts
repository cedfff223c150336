import { crc32, inflateSync } from 'node:zlib';
import type { Container } from './container.ts';
import { broken, truncated } from './image-error.ts';

const SIGNATURE_LENGTH = 8;
/** Bytes of length, type and checksum of a chunk. */
const FRAME_LENGTH = 12;
/** Chunks that code the pixels. */
const CODED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Chunks with colour information. */
const COLOR = new Set(['cHRM', 'cICP', 'gAMA', 'iCCP', 'sBIT', 'sRGB']);

/** Bytes of an unpacked colour profile. The largest in use have 2 MB. */
const MAX_PROFILE = 4_000_000;

/** Reads a PNG (3rd edition). Keeps pixels and colour; of an animated PNG only the default image. */
export function readPng(bytes: Buffer): Container {
  const kept: Buffer[] = [bytes.subarray(0, SIGNATURE_LENGTH)];
  const pixels: Buffer[] = [...kept];
  let at = SIGNATURE_LENGTH;
  let size: { width: number; height: number } | null = null;
  for (;;) {
    if (at + FRAME_LENGTH > bytes.length) throw truncated('PNG');
    const length = bytes.readUInt32BE(at);
    const end = at + FRAME_LENGTH + length;
    if (end > bytes.length) throw truncated('PNG');
    const type = bytes.toString('latin1', at + 4, at + 8);
    const chunk = bytes.subarray(at, end);
    if ((size === null) !== (type === 'IHDR')) throw broken('PNG');
    if (CODED.has(type) || COLOR.has(type)) {
      if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw broken('PNG');
      if (type !== 'iCCP' || isProfile(chunk.subarray(8, -4))) kept.push(chunk);
    }
    if (CODED.has(type)) pixels.push(chunk);
    if (type === 'IHDR') {
      if (length !== 13) throw broken('PNG');
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    at = end;
    if (type === 'IEND' && size !== null) {
      // Decoders warn of unusual but harmless colour profiles, so only the pixels are verified.
      const proofs = [Buffer.concat(pixels)];
      return { format: 'png', ...size, frames: [size], bytes: Buffer.concat(kept), proofs };
    }
  }
}

/** Returns whether a chunk unpacks to a colour profile within the bound. Viewers of the picture will read it. */
function isProfile(payload: Buffer): boolean {
  const packed = payload.subarray(payload.indexOf(0) + 2);
  try {
    const profile = inflateSync(packed, { maxOutputLength: MAX_PROFILE });
    return profile.toString('latin1', 36, 40) === 'acsp' && profile.readUInt32BE(0) === profile.length;
  } catch {
    return false;
  }
}
