/** Where fonts of symbols have the letters of a byte encoding: U+F000 to U+F0FF. */
const SYMBOLS_START = 0xf000;
const SYMBOLS_END = 0xf0ff;
const UNMAPPED = 0xffff;

const WINDOWS = 3;
const UNICODE = 0;
const SYMBOL_ENCODING = 0;

/**
 * Returns the tables of a font with a Unicode character map. A font that has only that of symbols (platform 3, encoding 0)
 * gets one with its letters at their own places, too: U+0030 has the glyph of U+F030, as HarfBuzz and FreeType map it.
 *
 * @throws RangeError if the map is broken.
 */
export function withUnicodeCmap(tables: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer> {
  const cmap = tables.get('cmap');
  const symbols = cmap === undefined ? null : findSymbols(cmap);
  if (symbols === null) return tables;
  const glyphs = readSegments(symbols);
  for (const [code, glyph] of [...glyphs]) {
    const own = code - SYMBOLS_START;
    if (code >= SYMBOLS_START && code <= SYMBOLS_END && !glyphs.has(own)) glyphs.set(own, glyph);
  }
  return new Map([...tables, ['cmap', writeCmap(glyphs)]]);
}

/** Returns the map of symbols, if the font has no other one for Unicode and its format is the usual one (4). */
function findSymbols(cmap: Buffer): Buffer | null {
  const count = cmap.readUInt16BE(2);
  let found: Buffer | null = null;
  for (let at = 4; at < 4 + count * 8; at += 8) {
    const platform = cmap.readUInt16BE(at);
    const encoding = cmap.readUInt16BE(at + 2);
    if (platform === UNICODE || (platform === WINDOWS && encoding !== SYMBOL_ENCODING)) return null;
    if (platform === WINDOWS) found = cmap.subarray(cmap.readUInt32BE(at + 4));
  }
  return found !== null && found.readUInt16BE(0) === 4 ? found : null;
}

/** Reads the glyphs of a map of format 4 (OpenType, "cmap — Character to Glyph Index Mapping Table"). */
function readSegments(map: Buffer): Map<number, number> {
  const bytes = map.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + bytes, 16 + 2 * bytes, 16 + 3 * bytes];
  const glyphs = new Map<number, number>();
  for (let at = 0; at < bytes; at += 2) {
    const [start, end] = [map.readUInt16BE(starts + at), map.readUInt16BE(ends + at)];
    const [delta, offset] = [map.readUInt16BE(deltas + at), map.readUInt16BE(offsets + at)];
    for (let code = start; code <= end && code !== UNMAPPED; code++) {
      const listed = offset === 0 ? code : map.readUInt16BE(offsets + at + offset + 2 * (code - start));
      const glyph = (listed + delta) & 0xffff;
      if (glyph !== 0 && (offset === 0 || listed !== 0)) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

/** Writes a map of format 12, with a group for each letter. */
function writeCmap(glyphs: ReadonlyMap<number, number>): Buffer {
  const codes = [...glyphs.keys()].toSorted((a, b) => a - b);
  const header = Buffer.alloc(12);
  header.writeUInt16BE(1, 2);
  header.writeUInt16BE(WINDOWS, 4);
  header.writeUInt16BE(10, 6);
  header.writeUInt32BE(12, 8);
  const map = Buffer.alloc(16 + 12 * codes.length);
  map.writeUInt16BE(12, 0);
  map.writeUInt32BE(map.length, 4);
  map.writeUInt32BE(codes.length, 12);
  codes.forEach((code, at) => {
    const group = 16 + 12 * at;
    map.writeUInt32BE(code, group);
    map.writeUInt32BE(code, group + 4);
    map.writeUInt32BE(glyphs.get(code) ?? 0, group + 8);
  });
  return Buffer.concat([header, map]);
}
