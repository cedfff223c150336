import { FontError } from './font-error.ts';

/**
 * The tables that drawing a glyph needs, with GSUB for the lining digits. The parser gets no other table of an uploaded
 * font; above all not the variations.
 */
export const DRAWING_TABLES = [
  'cmap',
  'head',
  'hhea',
  'hmtx',
  'maxp',
  'name',
  'OS/2',
  'post',
  'glyf',
  'loca',
  'CFF ',
  'GSUB',
];
export const SHAPING_TABLES = [...DRAWING_TABLES, 'GDEF', 'GPOS', 'kern'];
export const VARIATION_TABLES = ['fvar', 'gvar', 'avar', 'HVAR'];

/** Writes the given tables of a font as a font file (OpenType, "Organization of an OpenType font"). */
export function writeSfnt(tables: ReadonlyMap<string, Buffer>, tags: readonly string[]): Buffer {
  // Readers search the directory of a font with many tables by halves.
  const kept = tags.toSorted().flatMap((tag) => {
    const table = tables.get(tag);
    return table === undefined ? [] : [{ tag, table }];
  });
  const header = Buffer.alloc(12 + kept.length * 16);
  header.writeUInt32BE(tables.has('glyf') ? 0x00010000 : 0x4f54544f, 0);
  header.writeUInt16BE(kept.length, 4);
  const parts: Buffer[] = [header];
  let offset = header.length;
  kept.forEach(({ tag, table }, i) => {
    const entry = 12 + i * 16;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(table.length, entry + 12);
    const padding = -table.length & 3;
    parts.push(table, Buffer.alloc(padding));
    offset += table.length + padding;
  });
  return Buffer.concat(parts);
}

/** @throws FontError if a table that drawing needs is missing. */
export function checkDrawable(tables: ReadonlyMap<string, Buffer>): void {
  for (const tag of ['cmap', 'head', 'hhea', 'hmtx', 'maxp']) {
    if (!tables.has(tag)) throw new FontError(`The font lacks the table "${tag}", which drawing needs.`);
  }
  if (tables.has('CFF2'))
    throw new FontError('CFF2 outlines are not supported; send TrueType or CFF outlines.');
  if (tables.has('CFF ') || (tables.has('glyf') && tables.has('loca'))) return;
  throw new FontError('The font has no outlines: bitmaps and colour pictures alone cannot be drawn.');
}
