import { brotliCompressSync, constants, deflateSync } from 'node:zlib';
import { hugeGsub } from './substitutions.ts';
import { composite, int16, square, tinyTables, ttf, uint16, uint32 } from './tiny-font.ts';

const MEGABYTE = 1024 * 1024;
const notdef = () => square();

/** Returns a valid font: the control that shows that the other fonts fail for their defect. */
export function soundFont(): Buffer {
  return ttf(tinyTables({ glyphs: [notdef(), square()] }));
}

/** Returns the same square drawn by CFF. */
export function soundCffFont(): Buffer {
  const number = (value: number) => Buffer.concat([Buffer.of(28), int16(value)]);
  const [none, side, back] = [number(0), number(600), number(-600)];
  // 0 0 rmoveto, 600 0 rlineto, 0 600 rlineto, -600 0 rlineto.
  const move = Buffer.concat([none, none, Buffer.of(21)]);
  const lines = Buffer.concat([side, none, none, side, back, none, Buffer.of(5)]);
  return cffFont([], Buffer.concat([move, lines, Buffer.of(END)]));
}

/** Returns a collection of two fonts that share all tables. */
export function soundCollection(): Buffer {
  const font = soundFont();
  const start = 20;
  const moved = Buffer.from(font);
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16) {
    moved.writeUInt32BE(font.readUInt32BE(entry + 8) + start, entry + 8);
  }
  return Buffer.concat([
    Buffer.from('ttcf'),
    uint32(0x00010000),
    uint32(2),
    uint32(start),
    uint32(start),
    moved,
  ]);
}

/** Returns fonts that make a parser loop, recurse or allocate, by their defect. */
export function fontBombs(): Record<string, Buffer> {
  const tables = tinyTables({ glyphs: [notdef(), square()] });
  const ladder = (width: number, depth: number, end: Buffer) => [
    notdef(),
    ...Array.from({ length: depth }, (_, i) => composite(Array.from({ length: width }, () => i + 2))),
    end,
  ];
  return {
    'WOFF2 that unpacks to 512 MB': woff2([{ tag: 'glyf', length: 512 * MEGABYTE }], 512 * MEGABYTE),
    'WOFF2 that states 1 MB and unpacks to 512 MB': woff2(
      [{ tag: 'glyf', length: MEGABYTE }],
      512 * MEGABYTE,
    ),
    'WOFF2 of 60 tables of 15 MB each': woff2(
      Array.from({ length: 60 }, (_, i) => ({ tag: `T${100 + i}`, length: 15 * MEGABYTE })),
      16 * MEGABYTE,
    ),
    'WOFF with a table that unpacks to 512 MB': woff(tables, 512 * MEGABYTE, 512 * MEGABYTE),
    'WOFF with a table that states 1 MB and unpacks to 512 MB': woff(tables, MEGABYTE, 512 * MEGABYTE),
    'TTF of 4,000 tables': Buffer.concat([uint32(0x00010000), uint16(4000, 0, 0, 0), Buffer.alloc(64_000)]),
    'TTF whose tables all span the whole file': overlapping(),
    'TTC of a million fonts': Buffer.concat([
      Buffer.from('ttcf'),
      uint32(0x00010000),
      uint32(1_000_000),
      Buffer.alloc(4_000_000),
    ]),
    'a glyph made of itself': ttf(tinyTables({ glyphs: [notdef(), composite([1])] })),
    'two glyphs made of each other': ttf(
      tinyTables({ glyphs: [notdef(), composite([2, 2]), composite([1, 1])] }),
    ),
    'a glyph of two, of two, of two, 26 deep': ttf(tinyTables({ glyphs: ladder(2, 26, square()) })),
    'a glyph of nothing twice, 40 deep': ttf(tinyTables({ glyphs: ladder(2, 40, Buffer.alloc(0)) })),
    'a glyph of 2,000 of 2,000 of 2,000': ttf(tinyTables({ glyphs: ladder(2000, 3, square()) })),
    'a glyph 60,000 deep': ttf(tinyTables({ glyphs: ladder(1, 60_000, square()) })),
    'a glyph of 65,535 points': ttf(tinyTables({ glyphs: [notdef(), manyPoints()] })),
    'an em of 0 units': ttf(tinyTables({ glyphs: [notdef(), square()], unitsPerEm: 0 })),
    'an em of 20,000 units': ttf(tinyTables({ glyphs: [notdef(), square()], unitsPerEm: 20_000 })),
    'a character map of a thousand million groups': ttf(
      tinyTables({ glyphs: [notdef(), square()], tables: { cmap: hugeCmap() } }),
    ),
    'substitutions of 10,900 features of 65,535 lookups': ttf(
      tinyTables({ glyphs: [notdef(), square()], tables: { GSUB: hugeGsub() } }),
    ),
    'glyphs that draw nothing': ttf(tinyTables({ glyphs: [notdef(), Buffer.alloc(0)] })),
    'a font without outlines': without(tables, 'glyf', 'loca'),
    'a font without a character map': without(tables, 'cmap'),
    'a font without widths': without(tables, 'hmtx'),
    'a font of CFF programs that call each other, 2^40 times': cffBomb(),
  };
}

function without(tables: ReadonlyMap<string, Buffer>, ...tags: string[]): Buffer {
  return ttf(new Map([...tables].filter(([tag]) => !tags.includes(tag))));
}

function woff2(tables: readonly { tag: string; length: number }[], unpacked: number): Buffer {
  const packed = brotliCompressSync(Buffer.alloc(unpacked), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  // 0xff: the tag follows in full, and the table is not transformed (version 3 of glyf, the null transform).
  const directory = tables.map(({ tag, length }) =>
    Buffer.concat([Buffer.of(tag === 'glyf' ? 0xff : 0x3f), Buffer.from(tag, 'latin1'), base128(length)]),
  );
  const header = Buffer.alloc(48);
  header.write('wOF2', 0, 'latin1');
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt16BE(tables.length, 12);
  header.writeUInt32BE(packed.length, 20);
  return Buffer.concat([header, ...directory, packed]);
}

function base128(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest & 0x7f) | 0x80);
  }
  return Buffer.from(bytes);
}

function woff(tables: ReadonlyMap<string, Buffer>, stated: number, unpacked: number): Buffer {
  const all = [...tables].map(([tag, table]) => ({ tag, packed: table, length: table.length }));
  all.push({ tag: 'junk', packed: deflateSync(Buffer.alloc(unpacked), { level: 1 }), length: stated });
  const header = Buffer.alloc(44);
  header.write('wOFF', 0, 'latin1');
  header.writeUInt16BE(all.length, 12);
  let offset = 44 + 20 * all.length;
  const entries = all.map(({ tag, packed, length }) => {
    const entry = Buffer.concat([
      Buffer.from(tag, 'latin1'),
      uint32(offset),
      uint32(packed.length),
      uint32(length),
      uint32(0),
    ]);
    offset += packed.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...all.map(({ packed }) => packed)]);
}

function overlapping(): Buffer {
  const size = 9 * MEGABYTE;
  const entries = Array.from({ length: 100 }, (_, i) =>
    Buffer.concat([Buffer.from(`T${100 + i}`, 'latin1'), uint32(0), uint32(0), uint32(size)]),
  );
  const start = Buffer.concat([uint32(0x00010000), uint16(100, 0, 0, 0), ...entries]);
  return Buffer.concat([start, Buffer.alloc(size - start.length)]);
}

/** Returns one contour whose flags and coordinates are packed into a few bytes by repeats. */
function manyPoints(): Buffer {
  const repeats = Math.ceil(65_536 / 256);
  // On the curve, x and y unchanged, repeated 255 more times.
  const flags = Buffer.concat(
    Array.from({ length: repeats }, () => Buffer.of(0x01 | 0x08 | 0x10 | 0x20, 255)),
  );
  return Buffer.concat([int16(1, 0, 0, 600, 600), uint16(65_534, 0), flags]);
}

function hugeCmap(): Buffer {
  return Buffer.concat([
    uint16(0, 1, 3, 10),
    uint32(12),
    uint16(12, 0),
    uint32(0xffffffff),
    uint32(0),
    uint32(1_000_000_000),
    Buffer.alloc(1200),
  ]);
}

/** Returns a font with 40 subroutines. Each calls the next one twice; the last one returns. */
function cffBomb(): Buffer {
  const depth = 40;
  const subroutines = Array.from({ length: depth }, (_, i) =>
    i === depth - 1
      ? Buffer.of(RETURN)
      : Buffer.concat([callGlobal(i + 1), callGlobal(i + 1), Buffer.of(RETURN)]),
  );
  return cffFont(subroutines, Buffer.concat([callGlobal(0), Buffer.of(END)]));
}

const RETURN = 11;
const END = 14;

function callGlobal(index: number): Buffer {
  const bias = 107;
  return Buffer.of(index - bias + 139, 29);
}

/**
 * Returns an OpenType font with CFF outlines (Adobe Technical Note 5176) whose letters are all drawn by one charstring.
 */
function cffFont(subroutines: readonly Buffer[], charstring: Buffer): Buffer {
  const header = Buffer.of(1, 0, 4, 2);
  const names = cffIndex([Buffer.from('Tiny')]);
  const globals = cffIndex(subroutines);
  const strings = cffIndex([]);
  // The top DICT: the offset of the charstrings (17) and an empty private DICT (18), as five-byte integers.
  const number = (value: number) => Buffer.concat([Buffer.of(29), uint32(value)]);
  const top = (at: number) =>
    cffIndex([Buffer.concat([number(at), Buffer.of(17), number(0), number(at), Buffer.of(18)])]);
  const before = header.length + names.length + top(0).length + strings.length + globals.length;
  const cff = Buffer.concat([
    header,
    names,
    top(before),
    strings,
    globals,
    cffIndex([charstring, charstring]),
  ]);
  const tables = tinyTables({ glyphs: [notdef(), square()], tables: { 'CFF ': cff } });
  const font = without(tables, 'glyf', 'loca');
  font.write('OTTO', 0, 'latin1');
  return font;
}

function cffIndex(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return uint16(0);
  const offsets = [1];
  for (const item of items) offsets.push((offsets.at(-1) ?? 1) + item.length);
  return Buffer.concat([uint16(items.length), Buffer.of(2), uint16(...offsets), ...items]);
}
