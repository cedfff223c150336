import { inflateSync } from 'node:zlib';
import { FontError } from './font-error.ts';
import { addTable, boundedTotal, checkedTableCount, printable } from './table-directory.ts';

/**
 * Returns the tables of a WOFF (W3C WOFF 1.0). Each may be compressed by zlib. @throws FontError if the file is
 * invalid.
 */
export function readWoffTables(bytes: Buffer): Map<string, Buffer> {
  if (bytes.length < 44) throw new FontError('The file is too short to be a WOFF.');
  const count = checkedTableCount(bytes.readUInt16BE(12));
  if (44 + count * 20 > bytes.length) throw new FontError('The table directory ends after the file.');
  const entries = Array.from({ length: count }, (_, i) => readEntry(bytes, 44 + i * 20));
  entries.reduce((total, { length }) => boundedTotal(total, length), 0);
  const tables = new Map<string, Buffer>();
  for (const { tag, packed, length } of entries) {
    addTable(tables, tag, packed.length === length ? packed : unpack(tag, packed, length));
  }
  return tables;
}

interface WoffEntry {
  readonly tag: string;
  readonly packed: Buffer;
  readonly length: number;
}

function readEntry(bytes: Buffer, at: number): WoffEntry {
  const tag = bytes.toString('latin1', at, at + 4);
  const offset = bytes.readUInt32BE(at + 4);
  const packedLength = bytes.readUInt32BE(at + 8);
  const length = bytes.readUInt32BE(at + 12);
  if (offset + packedLength > bytes.length)
    throw new FontError(`The table ${printable(tag)} ends after the file.`);
  if (packedLength > length)
    throw new FontError(`The table ${printable(tag)} is longer compressed than uncompressed.`);
  return { tag, packed: bytes.subarray(offset, offset + packedLength), length };
}

function unpack(tag: string, packed: Buffer, length: number): Buffer {
  let table: Buffer;
  try {
    table = inflateSync(packed, { maxOutputLength: length });
  } catch {
    throw new FontError(`The table ${printable(tag)} can't be decompressed to its stated length.`);
  }
  if (table.length !== length)
    throw new FontError(`The table ${printable(tag)} is shorter than its stated length.`);
  return table;
}
