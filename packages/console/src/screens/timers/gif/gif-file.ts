/** A frame of a GIF: a rectangle of the picture. */
export interface GifFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each index. */
  readonly palette: Uint8Array;
  /** The index that leaves a pixel as it is. */
  readonly transparent: number | null;
  /** Whether its rectangle becomes transparent before the next frame. */
  readonly isCleared: boolean;
  readonly minimumBits: number;
  readonly codes: Uint8Array;
}

interface GifFile {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly GifFrame[];
}

const EXTENSION = 0x21;
const CONTROL = 0xf9;
const IMAGE = 0x2c;
const HEADER_BYTES = 13;
const DISPOSAL_CLEAR = 2;

/** Reads the frames of a GIF as the server writes it: not interlaced. @throws Error if it is damaged. */
export function readGif(bytes: Uint8Array): GifFile {
  let at = 0;
  const byte = (): number => {
    const value = bytes[at];
    if (value === undefined) throw new Error('The GIF ends too early.');
    at += 1;
    return value;
  };
  const short = () => byte() + 256 * byte();
  const take = (count: number) => {
    at += count;
    return bytes.subarray(at - count, at);
  };
  const palette = (flags: number) => take(3 * 2 ** ((flags & 7) + 1));
  /** Reads sub-blocks up to their end. */
  const blocks = (): Uint8Array => {
    const parts: Uint8Array[] = [];
    for (let length = byte(); length > 0; length = byte()) parts.push(take(length));
    const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let to = 0;
    for (const part of parts) {
      joined.set(part, to);
      to += part.length;
    }
    return joined;
  };

  at = 6;
  const [width, height, flags] = [short(), short(), byte()];
  at = HEADER_BYTES;
  const common = flags & 0x80 ? palette(flags) : new Uint8Array();
  const frames: GifFrame[] = [];
  let control = new Uint8Array();
  for (let kind = byte(); kind === EXTENSION || kind === IMAGE; kind = byte()) {
    if (kind === EXTENSION) {
      const label = byte();
      const content = blocks();
      if (label === CONTROL) control = new Uint8Array(content);
      continue;
    }
    const place = { x: short(), y: short(), width: short(), height: short() };
    const own = byte();
    const colors = own & 0x80 ? palette(own) : common;
    const [handling = 0, , , transparent = 0] = control;
    frames.push({
      ...place,
      palette: colors,
      transparent: handling & 1 ? transparent : null,
      isCleared: ((handling >> 2) & 7) === DISPOSAL_CLEAR,
      minimumBits: byte(),
      codes: blocks(),
    });
    control = new Uint8Array();
  }
  return { width, height, frames };
}
