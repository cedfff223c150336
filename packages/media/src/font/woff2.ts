import { brotliDecompressSync } from 'node:zlib';
import { FontError } from './font-error.ts';
import { boundedTotal, checkedTableCount } from './table-directory.ts';

/** The tags that WOFF2 codes as a number (W3C WOFF2, section 4.1, "known tags"). */
const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill';
const COLLECTION = 0x74746366;

/**
 * Checks the directory of a WOFF2, and that its tables decompress to their stated length. Returns the tags of the
 * tables.
 *
 * @throws FontError if the file is invalid.
 */
export function checkWoff2(bytes: Buffer): Set<string> {
  if (bytes.length < 48) throw new FontError('The file is too short to be a WOFF2.');
  if (bytes.readUInt32BE(4) === COLLECTION)
    throw new FontError('WOFF2 collections are not supported; send one font.');
  const directory = new DirectoryReader(bytes, 48);
  const count = checkedTableCount(bytes.readUInt16BE(12));
  const tags = new Set<string>();
  let stored = 0;
  let unpacked = 0;
  for (let i = 0; i < count; i++) {
    const flags = directory.byte();
    const known = flags & 0x3f;
    const tag = known === 0x3f ? directory.tag() : KNOWN_TAGS.slice(known * 5, known * 5 + 4);
    if (tags.has(tag)) throw new FontError('The font has a table twice.');
    tags.add(tag);
    const length = directory.base128();
    const version = flags >> 6;
    // Version 0 means transformed for glyf and loca, and not transformed for all others.
    const transformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    const storedLength = transformed ? directory.base128() : length;
    unpacked = boundedTotal(unpacked, length);
    stored = boundedTotal(stored, storedLength);
  }
  checkStream(bytes, directory.position, stored);
  return tags;
}

function checkStream(bytes: Buffer, start: number, stored: number): void {
  const packed = bytes.readUInt32BE(20);
  if (start + packed > bytes.length) throw new FontError('The compressed tables end after the file.');
  let length: number;
  try {
    length = brotliDecompressSync(bytes.subarray(start, start + packed), {
      maxOutputLength: Math.max(1, stored),
    }).length;
  } catch {
    throw new FontError("The tables can't be decompressed to their stated length.");
  }
  if (length !== stored) throw new FontError('The tables are shorter than their stated length.');
}

class DirectoryReader {
  position: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, position: number) {
    this.#bytes = bytes;
    this.position = position;
  }

  byte(): number {
    const value = this.#bytes[this.position++];
    if (value === undefined) throw new FontError('The table directory ends after the file.');
    return value;
  }

  tag(): string {
    return String.fromCharCode(this.byte(), this.byte(), this.byte(), this.byte());
  }

  /** Reads a number in up to five groups of seven bits. */
  base128(): number {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.byte();
      if (i === 0 && byte === 0x80) break;
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
    throw new FontError('The table directory has an invalid number.');
  }
}
