import type { FontFormat } from '@vitrine/core/storage';
import { FontError } from './font-error.ts';
import { addTable, boundedTotal, checkedTableCount, printable } from './table-directory.ts';
import { readWoffTables } from './woff.ts';
import { readWoff2Tables } from './woff2.ts';

const SIGNATURE = {
  ttf: 0x00010000,
  /** TrueType of Apple. */
  true: 0x74727565,
  otf: 0x4f54544f,
  ttc: 0x74746366,
  woff: 0x774f4646,
  woff2: 0x774f4632,
} as const;

/** The tables of a font before parsing. */
export interface FontFile {
  readonly format: FontFormat;
  readonly tables: ReadonlyMap<string, Buffer>;
}

/**
 * Reads the table directory of a font and unpacks its tables, at most 16 MB. Checks that every table is inside the file
 * and has the length that it states.
 *
 * @throws FontError if the file is invalid.
 */
export function readFontFile(bytes: Buffer): FontFile {
  if (bytes.length < 12) throw new FontError('The file is too short to be a font.');
  switch (bytes.readUInt32BE(0)) {
    case SIGNATURE.ttf:
    case SIGNATURE.true:
      return { format: 'ttf', tables: readSfntTables(bytes, 0) };
    case SIGNATURE.otf:
      return { format: 'otf', tables: readSfntTables(bytes, 0) };
    case SIGNATURE.ttc:
      return { format: 'ttc', tables: readSfntTables(bytes, firstFace(bytes)) };
    case SIGNATURE.woff:
      return { format: 'woff', tables: readWoffTables(bytes) };
    case SIGNATURE.woff2:
      return { format: 'woff2', tables: readWoff2Tables(bytes) };
    default:
      throw new FontError('The file is not a font: TTF, OTF, WOFF, WOFF2 and TTC are supported.');
  }
}

function firstFace(bytes: Buffer): number {
  if (bytes.length < 16 || bytes.readUInt32BE(8) === 0) throw new FontError('The collection has no font.');
  const offset = bytes.readUInt32BE(12);
  if (offset + 12 > bytes.length) throw new FontError('The collection has a font outside the file.');
  return offset;
}

function readSfntTables(bytes: Buffer, start: number): Map<string, Buffer> {
  const count = checkedTableCount(bytes.readUInt16BE(start + 4));
  if (start + 12 + count * 16 > bytes.length) throw new FontError('The table directory ends after the file.');
  const tables = new Map<string, Buffer>();
  let total = 0;
  for (let i = 0; i < count; i++) {
    const entry = start + 12 + i * 16;
    const tag = bytes.toString('latin1', entry, entry + 4);
    const offset = bytes.readUInt32BE(entry + 8);
    const length = bytes.readUInt32BE(entry + 12);
    if (offset + length > bytes.length)
      throw new FontError(`The table ${printable(tag)} ends after the file.`);
    total = boundedTotal(total, length);
    addTable(tables, tag, bytes.subarray(offset, offset + length));
  }
  return tables;
}
