import type { Container } from './container.ts';
import { broken, ImageError, truncated } from './image-error.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP2 = 0xe2;
const APP14 = 0xee;
/** Markers of Huffman tables, quantisation tables and the restart interval. */
const TABLES = new Set([0xc4, 0xdb, 0xdd]);
/** Markers of baseline, extended and progressive frames. Browsers do not show any other kind. */
const SHOWN_FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Encoders write about ten scans. */
const MAX_SCANS = 100;
/** Each scan covers the whole picture, even if it has few bytes. This allows 20 scans of the largest picture. */
const MAX_SCANNED_PIXELS = 500_000_000;

/**
 * Reads a JPEG (ITU-T T.81, T.871). Keeps tables, scans and colour information; removes Exif, comments and thumbnails.
 */
export function readJpeg(bytes: Buffer): Container {
  const kept: Buffer[] = [Buffer.of(0xff, SOI)];
  let at = 2;
  let scans = 0;
  let size: { width: number; height: number } | null = null;
  for (;;) {
    if (bytes[at] !== 0xff) throw at < bytes.length ? broken('JPEG') : truncated('JPEG');
    while (bytes[at + 1] === 0xff) at++;
    const marker = bytes[at + 1];
    if (marker === EOI) break;
    if (marker === undefined || at + 4 > bytes.length) throw truncated('JPEG');
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4) throw broken('JPEG');
    if (end > bytes.length) throw truncated('JPEG');
    const segment = bytes.subarray(at, end);
    at = end;
    if (isFrame(marker)) {
      if (size !== null) throw broken('JPEG');
      size = readFrame(marker, segment);
      kept.push(segment);
    } else if (marker === SOS) {
      if (size === null) throw broken('JPEG');
      if (++scans > MAX_SCANS || scans * size.width * size.height > MAX_SCANNED_PIXELS) {
        throw new ImageError('The JPEG has too many scans for its size.');
      }
      at = endOfScan(bytes, end);
      kept.push(segment, bytes.subarray(end, at));
    } else {
      const part = keptSegment(marker, segment);
      if (part !== null) kept.push(part);
    }
  }
  if (size === null || scans === 0) throw broken('JPEG');
  const whole = Buffer.concat([...kept, Buffer.of(0xff, EOI)]);
  return { format: 'jpeg', ...size, frames: [size], bytes: whole, proofs: [whole] };
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readFrame(marker: number, segment: Buffer): { width: number; height: number } {
  if (!SHOWN_FRAMES.has(marker)) throw new ImageError('The JPEG is of a kind that browsers do not support.');
  if (segment.length < 10) throw broken('JPEG');
  return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
}

function keptSegment(marker: number, segment: Buffer): Buffer | null {
  if (TABLES.has(marker)) return segment;
  if (marker === APP0 && named(segment, 'JFIF\0') && segment.length >= 18) return withoutThumbnail(segment);
  if (marker === APP2 && named(segment, 'ICC_PROFILE\0')) return segment;
  return marker === APP14 && named(segment, 'Adobe') ? segment : null;
}

function named(segment: Buffer, name: string): boolean {
  return segment.toString('latin1', 4, 4 + name.length) === name;
}

/** Returns a JFIF segment with its version, unit and density, and a thumbnail of 0×0. */
function withoutThumbnail(segment: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0xff, APP0, 0, 16), segment.subarray(4, 16), Buffer.of(0, 0)]);
}

/** Returns the position of the marker after coded data, where 0xff comes only before 0 and restart markers. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; ; at += 2) {
    at = bytes.indexOf(0xff, at);
    const next = at === -1 ? undefined : bytes[at + 1];
    if (next === undefined) throw truncated('JPEG');
    if (next === 0xff) at--;
    else if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
}
