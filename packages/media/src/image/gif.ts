import type { Container, Size } from './container.ts';
import { broken, truncated } from './image-error.ts';
import { checkCodedPixels } from './lzw-length.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Length of the loop extension: label, 11 bytes of name, one sub-block of 3 bytes with the loop count. */
const LOOP_LENGTH = 19;
const LOOP_NAMES = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

/**
 * Reads a GIF (GIF89a). Keeps frames as coded, with palettes, timing and loop count; removes comments, text and all
 * other extensions. Checks that each frame has all its pixels. The screen grows to hold the first frame and later frames
 * are clipped to it, as in Chromium.
 */
export function readGif(bytes: Buffer): Container {
  if (bytes.length < 13) throw truncated('GIF');
  let at = 13 + colorTableLength(bytes.readUInt8(10));
  const header = Buffer.from(bytes.subarray(0, at));
  const kept: Buffer[] = [header];
  const frames: Size[] = [];
  let control: Buffer | null = null;

  for (;;) {
    const start = at;
    switch (bytes[at]) {
      case EXTENSION: {
        at = endOfSubBlocks(bytes, at + 2);
        const block = bytes.subarray(start, at);
        const label = block.readUInt8(1);
        // Timing applies to the next frame, or to a text extension if that comes first.
        if (label === GRAPHIC_CONTROL) control = block;
        else if (label !== APPLICATION) control = label === 0x01 ? null : control;
        else if (isLoop(block)) kept.push(block);
        break;
      }
      case IMAGE: {
        if (at + 10 > bytes.length) throw truncated('GIF');
        const frame = { width: bytes.readUInt16LE(at + 5), height: bytes.readUInt16LE(at + 7) };
        const data = at + 10 + colorTableLength(bytes.readUInt8(at + 9));
        at = endOfSubBlocks(bytes, data + 1);
        checkCodedPixels(bytes, data, frame.width * frame.height);
        if (frames.length === 0) {
          widen(header, 6, bytes.readUInt16LE(start + 1) + frame.width);
          widen(header, 8, bytes.readUInt16LE(start + 3) + frame.height);
        }
        frames.push(frame);
        if (control !== null) kept.push(control);
        control = null;
        kept.push(bytes.subarray(start, at));
        break;
      }
      case TRAILER: {
        if (frames.length === 0) throw broken('GIF');
        const [width, height] = [header.readUInt16LE(6), header.readUInt16LE(8)];
        const whole = Buffer.concat([...kept, Buffer.of(TRAILER)]);
        return { format: 'gif', width, height, frames, bytes: whole, proofs: [whole] };
      }
      case undefined:
        throw truncated('GIF');
      default:
        throw broken('GIF');
    }
  }
}

/** Makes a side of the screen at least `end` long. */
function widen(header: Buffer, at: number, end: number): void {
  if (end > 0xffff) throw broken('GIF');
  header.writeUInt16LE(Math.max(header.readUInt16LE(at), end), at);
}

function colorTableLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Returns the position after the empty sub-block that ends a run of sub-blocks. */
function endOfSubBlocks(bytes: Buffer, start: number): number {
  for (let at = start; ; ) {
    const length = bytes[at];
    if (length === undefined) throw truncated('GIF');
    at += length + 1;
    if (length === 0) return at;
  }
}

function isLoop(block: Buffer): boolean {
  return block.length === LOOP_LENGTH && LOOP_NAMES.includes(block.toString('latin1', 3, 14));
}
