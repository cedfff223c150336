import type { FontFormat } from '@vitrine/core';
import { FontError } from './font-error.ts';
import { addTable, boundedTotal, shown, tableCount } from './table-directory.ts';
import { readWoffTables } from './woff.ts';
import { checkWoff2 } from './woff2.ts';

const SIGNATURE = {
  ttf: 0x00010000,
  /** TrueType as Apple wrote it. */
  true: 0x74727565,
  otf: 0x4f54544f,
  ttc: 0x74746366,
  woff: 0x774f4646,
  woff2: 0x774f4632,
} as const;

/** What a font has, before any parser has seen it. `tables` is null for WOFF2, whose tables only its parser can put together. */
export interface FontFile {
  readonly format: FontFormat;
  readonly tags: ReadonlySet<string>;
  readonly tables: ReadonlyMap<string, Buffer> | null;
}

/**
 * Reads a font's table directory and unpacks what is packed, within 16 MB: every length and offset lies inside
 * the file, and a table that says it has n bytes has n bytes.
 * @throws FontError saying what is wrong.
 */
export function readFontFile(bytes: Buffer): FontFile {
  if (bytes.length < 12) throw new FontError('The file is too short to be a font.');
  switch (bytes.readUInt32BE(0)) {
    case SIGNATURE.ttf:
    case SIGNATURE.true:
      return ofTables('ttf', readSfntTables(bytes, 0));
    case SIGNATURE.otf:
      return ofTables('otf', readSfntTables(bytes, 0));
    case SIGNATURE.ttc:
      return ofTables('ttc', readSfntTables(bytes, firstFace(bytes)));
    case SIGNATURE.woff:
      return ofTables('woff', readWoffTables(bytes));
    case SIGNATURE.woff2:
      return { format: 'woff2', tags: checkWoff2(bytes), tables: null };
    default:
      throw new FontError('The file is not a font: TTF, OTF, WOFF, WOFF2 and TTC are taken.');
  }
}

function ofTables(format: FontFormat, tables: ReadonlyMap<string, Buffer>): FontFile {
  return { format, tags: new Set(tables.keys()), tables };
}

function firstFace(bytes: Buffer): number {
  if (bytes.length < 16 || bytes.readUInt32BE(8) === 0) throw new FontError('The collection has no font.');
  const offset = bytes.readUInt32BE(12);
  if (offset + 12 > bytes.length) throw new FontError('The collection names a font outside the file.');
  return offset;
}

function readSfntTables(bytes: Buffer, start: number): Map<string, Buffer> {
  const count = tableCount(bytes.readUInt16BE(start + 4));
  if (start + 12 + count * 16 > bytes.length)
    throw new FontError('The table directory ends behind the file.');
  const tables = new Map<string, Buffer>();
  let total = 0;
  for (let i = 0; i < count; i++) {
    const entry = start + 12 + i * 16;
    const tag = bytes.toString('latin1', entry, entry + 4);
    const offset = bytes.readUInt32BE(entry + 8);
    const length = bytes.readUInt32BE(entry + 12);
    if (offset + length > bytes.length) throw new FontError(`The table ${shown(tag)} ends behind the file.`);
    total = boundedTotal(total, length);
    addTable(tables, tag, bytes.subarray(offset, offset + length));
  }
  return tables;
}
