/** The record of a glyph in the table glyf of a TrueType font. */
export type GlyphRecord = Buffer;

/** The letters in the sample of a font. */
const SAMPLE = '0123456789AaBb';

export interface TinyFont {
  readonly glyphs: readonly GlyphRecord[];
  /** Tables that replace or extend the generated ones. */
  readonly tables?: Readonly<Record<string, Buffer>>;
  readonly unitsPerEm?: number;
  /** Additional letters and their glyphs. */
  readonly letters?: Readonly<Record<string, number>>;
}

/** Returns a square with `side` in font units. */
export function square(side = 600): GlyphRecord {
  return Buffer.concat([
    int16(1, 0, 0, side, side),
    uint16(3, 0),
    Buffer.of(1, 1, 1, 1),
    int16(0, side, 0, -side),
    int16(0, 0, side, 0),
  ]);
}

/** Returns a glyph composed of others without offset. */
export function composite(components: readonly number[]): GlyphRecord {
  const more = 0x20;
  const words = 0x01;
  const parts = components.map((glyph, i) =>
    Buffer.concat([uint16(words | (i < components.length - 1 ? more : 0), glyph), int16(0, 0)]),
  );
  return Buffer.concat([int16(-1, 0, 0, 600, 600), ...parts]);
}

/** Returns the tables of a TrueType font in which each sample letter is glyph 1. */
export function tinyTables({
  glyphs,
  unitsPerEm = 1000,
  tables = {},
  letters = {},
}: TinyFont): Map<string, Buffer> {
  const offsets = [0];
  for (const glyph of glyphs) offsets.push((offsets.at(-1) ?? 0) + glyph.length);
  const head = Buffer.alloc(54);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt32BE(0x5f0f3cf5, 12);
  head.writeUInt16BE(unitsPerEm, 18);
  head.writeInt16BE(1, 50);
  const hhea = Buffer.alloc(36);
  hhea.writeUInt32BE(0x00010000, 0);
  hhea.writeInt16BE(800, 4);
  hhea.writeInt16BE(-200, 6);
  hhea.writeUInt16BE(1, 34);
  const maxp = Buffer.alloc(32);
  maxp.writeUInt32BE(0x00010000, 0);
  maxp.writeUInt16BE(glyphs.length, 4);
  const hmtx = Buffer.alloc(4 + 2 * (glyphs.length - 1));
  hmtx.writeUInt16BE(650, 0);
  return new Map(
    Object.entries({
      cmap: characterMap(letters),
      glyf: Buffer.concat(glyphs),
      head,
      hhea,
      hmtx,
      loca: Buffer.concat(offsets.map((offset) => uint32(offset))),
      maxp,
      ...tables,
    }),
  );
}

/** Returns a character map of format 12 with a group for each letter. */
function characterMap(more: Readonly<Record<string, number>>): Buffer {
  const sample = Array.from(SAMPLE, (letter): [string, number] => [letter, 1]);
  const groups = [...sample, ...Object.entries(more)]
    .map(([letter, glyph]) => ({ code: letter.charCodeAt(0), glyph }))
    .sort((a, b) => a.code - b.code)
    .map(({ code, glyph }) => Buffer.concat([uint32(code), uint32(code), uint32(glyph)]));
  return Buffer.concat([
    uint16(0, 1, 3, 10),
    uint32(12),
    uint16(12, 0),
    uint32(16 + 12 * groups.length),
    uint32(0),
    uint32(groups.length),
    ...groups,
  ]);
}

export function ttf(tables: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  let offset = 12 + 16 * tables.size;
  const entries = [...tables].map(([tag, table]) => {
    const entry = Buffer.concat([
      Buffer.from(tag, 'latin1'),
      uint32(0),
      uint32(offset),
      uint32(table.length),
    ]);
    parts.push(table, Buffer.alloc(-table.length & 3));
    offset += table.length + (-table.length & 3);
    return entry;
  });
  // No padding after the last table, so that every byte of the file is significant.
  parts.pop();
  return Buffer.concat([uint32(0x00010000), uint16(tables.size, 0, 0, 0), ...entries, ...parts]);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, 2 * i);
  return bytes;
}

export function int16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeInt16BE(value, 2 * i);
  return bytes;
}
