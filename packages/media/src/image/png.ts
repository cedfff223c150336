import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Container } from './container.ts';
import { gammaProfile } from './gamma-profile.ts';
import { broken, truncated } from './image-error.ts';

const SIGNATURE_LENGTH = 8;
/** Bytes of length, type and checksum of a chunk. */
const FRAME_LENGTH = 12;
/** Chunks that code the pixels. */
const CODED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Chunks with colour information. They take precedence over a gamma. */
const SPACES = new Set(['cICP', 'iCCP', 'sRGB']);
const COLOR = new Set([...SPACES, 'sBIT', 'gAMA']);
/** Exponents near that of sRGB mean sRGB, as in libpng. */
const SRGB_EXPONENT = 2.2;
const SAME_EXPONENT = 0.05;
const EXPONENT_MAX = 8;

/** Bytes of an unpacked colour profile. The largest in use have 2 MB. */
const MAX_PROFILE = 4_000_000;

/**
 * Reads a PNG (3rd edition). Keeps pixels and colour; of an animated PNG only the default image. A gamma becomes a colour
 * profile: browsers apply both, but decoders only the profile. Primaries without a profile are dropped.
 */
export function readPng(bytes: Buffer): Container {
  const kept: Buffer[] = [bytes.subarray(0, SIGNATURE_LENGTH)];
  const pixels: Buffer[] = [...kept];
  let at = SIGNATURE_LENGTH;
  let size: { width: number; height: number } | null = null;
  let isGrey = false;
  let gamma: number | null = null;
  let hasSpace = false;
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
      if (type === 'gAMA') gamma = length === 4 ? bytes.readUInt32BE(at + 8) : null;
      else if (type !== 'iCCP' || isProfile(chunk.subarray(8, -4))) {
        kept.push(chunk);
        hasSpace ||= SPACES.has(type);
      }
    }
    if (CODED.has(type)) pixels.push(chunk);
    if (type === 'IHDR') {
      if (length !== 13) throw broken('PNG');
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
      isGrey = (bytes.readUInt8(at + 17) & 2) === 0;
    }
    at = end;
    if (type === 'IEND' && size !== null) {
      // Decoders warn of unusual but harmless colour profiles, so only the pixels are verified.
      const proofs = [Buffer.concat(pixels)];
      const profile = gamma === null || hasSpace ? null : profileOf(gamma, isGrey);
      // Behind the header, which is the first chunk.
      if (profile !== null) kept.splice(2, 0, profile);
      return { format: 'png', ...size, frames: [size], bytes: Buffer.concat(kept), proofs };
    }
  }
}

/** Returns the chunk with the profile of a gamma in units of 1/100,000. Null: it means sRGB, or nothing. */
function profileOf(gamma: number, isGrey: boolean): Buffer | null {
  const exponent = 100_000 / gamma;
  if (exponent > EXPONENT_MAX || exponent < 1 / EXPONENT_MAX) return null;
  if (Math.abs(exponent / SRGB_EXPONENT - 1) < SAME_EXPONENT) return null;
  const payload = Buffer.concat([
    Buffer.from('iCCPgamma\0\0', 'latin1'),
    deflateSync(gammaProfile(exponent, isGrey)),
  ]);
  const chunk = Buffer.alloc(payload.length + 8);
  chunk.writeUInt32BE(payload.length - 4, 0);
  payload.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(payload), payload.length + 4);
  return chunk;
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
