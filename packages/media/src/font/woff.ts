import { inflateSync } from 'node:zlib';
import { FontError } from './font-error.ts';
import { addTable, boundedTotal, shown, tableCount } from './table-directory.ts';

/** The tables of a WOFF (W3C WOFF 1.0): each by itself, packed by zlib if that made it shorter. */
export function readWoffTables(bytes: Buffer): Map<string, Buffer> {
  if (bytes.length < 44) throw new FontError('The file is too short to be a WOFF.');
  const count = tableCount(bytes.readUInt16BE(12));
  if (44 + count * 20 > bytes.length) throw new FontError('The table directory ends behind the file.');
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
    throw new FontError(`The table ${shown(tag)} ends behind the file.`);
  if (packedLength > length) throw new FontError(`The table ${shown(tag)} is longer packed than unpacked.`);
  return { tag, packed: bytes.subarray(offset, offset + packedLength), length };
}

function unpack(tag: string, packed: Buffer, length: number): Buffer {
  let table: Buffer;
  try {
    table = inflateSync(packed, { maxOutputLength: length });
  } catch {
    throw new FontError(`The table ${shown(tag)} can't be unpacked to the length that it states.`);
  }
  if (table.length !== length) throw new FontError(`The table ${shown(tag)} is shorter than it states.`);
  return table;
}
