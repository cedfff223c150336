import { brotliDecompressSync } from 'node:zlib';
import { FontError } from './font-error.ts';
import { addTable, boundedTotal, checkedTableCount } from './table-directory.ts';
import { restoreGlyphs, restoreMetrics } from './woff2-glyphs.ts';

/** The tags that WOFF2 codes as a number (W3C WOFF2, section 4.1, "known tags"). */
const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill';
const COLLECTION = 0x74746366;
/** Offset of `indexToLocFormat` in `head`, and of `numberOfHMetrics` in `hhea`. */
const INDEX_FORMAT = 50;
const METRICS_COUNT = 34;

interface Woff2Entry {
  readonly tag: string;
  /** Bytes of the table in the stream. */
  readonly storedLength: number;
  readonly transformed: boolean;
}

/**
 * Returns the tables of a WOFF2 (W3C WOFF 2.0). Reverses the transformations of `glyf`, `loca` and `hmtx`.
 *
 * @throws FontError if the file is invalid, and RangeError if a transformed table ends too early.
 */
export function readWoff2Tables(bytes: Buffer): Map<string, Buffer> {
  if (bytes.length < 48) throw new FontError('The file is too short to be a WOFF2.');
  if (bytes.readUInt32BE(4) === COLLECTION)
    throw new FontError('WOFF2 collections are not supported; send one font.');
  const directory = new DirectoryReader(bytes, 48);
  const entries = readEntries(directory, checkedTableCount(bytes.readUInt16BE(12)));
  const stored = entries.reduce((total, { storedLength }) => boundedTotal(total, storedLength), 0);
  const stream = unpack(bytes, directory.position, stored);
  const tables = new Map<string, Buffer>();
  const transformed = new Map<string, Buffer>();
  let at = 0;
  for (const entry of entries) {
    const table = stream.subarray(at, at + entry.storedLength);
    at += entry.storedLength;
    addTable(tables, entry.tag, table);
    if (entry.transformed) transformed.set(entry.tag, table);
  }
  restoreTables(tables, transformed);
  return tables;
}

function readEntries(directory: DirectoryReader, count: number): Woff2Entry[] {
  let unpacked = 0;
  return Array.from({ length: count }, () => {
    const flags = directory.byte();
    const known = flags & 0x3f;
    const tag = known === 0x3f ? directory.tag() : KNOWN_TAGS.slice(known * 5, known * 5 + 4);
    const length = directory.base128();
    const version = flags >> 6;
    // Version 0 means transformed for glyf and loca, and not transformed for all others.
    const transformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    const storedLength = transformed ? directory.base128() : length;
    unpacked = boundedTotal(unpacked, length);
    return { tag, storedLength, transformed };
  });
}

function unpack(bytes: Buffer, start: number, stored: number): Buffer {
  const packed = bytes.readUInt32BE(20);
  if (start + packed > bytes.length) throw new FontError('The compressed tables end after the file.');
  let stream: Buffer;
  try {
    stream = brotliDecompressSync(bytes.subarray(start, start + packed), {
      maxOutputLength: Math.max(1, stored),
    });
  } catch {
    throw new FontError("The tables can't be decompressed to their stated length.");
  }
  if (stream.length !== stored) throw new FontError('The tables are shorter than their stated length.');
  return stream;
}

/** Replaces transformed tables by their plain form. */
function restoreTables(tables: Map<string, Buffer>, transformed: ReadonlyMap<string, Buffer>): void {
  const glyf = transformed.get('glyf');
  if (glyf === undefined) return;
  const glyphs = restoreGlyphs(glyf);
  tables.set('glyf', glyphs.glyf).set('loca', glyphs.loca);
  const head = tables.get('head');
  if (head !== undefined) {
    const long = Buffer.from(head);
    long.writeInt16BE(1, INDEX_FORMAT);
    tables.set('head', long);
  }
  const hmtx = transformed.get('hmtx');
  const hhea = tables.get('hhea');
  if (hmtx === undefined || hhea === undefined) return;
  tables.set('hmtx', restoreMetrics(hmtx, hhea.readUInt16BE(METRICS_COUNT), glyphs.leftEdges));
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
