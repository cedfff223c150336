import { int16, uint16, uint32 } from './tiny-font.ts';

/** A lookup of a GSUB table: its type and one subtable. */
export interface Lookup {
  readonly type: number;
  readonly subtable: Buffer;
}

/** Returns a lookup that replaces a glyph by the one whose id is larger by `delta`. */
export function byDelta(glyph: number, delta: number): Lookup {
  const subtable = Buffer.concat([uint16(1, 6), int16(delta), coverage(glyph)]);
  return { type: 1, subtable };
}

/** Returns a lookup that replaces a glyph by another one, from a list of substitutes. */
export function byList(glyph: number, substitute: number): Lookup {
  const subtable = Buffer.concat([uint16(2, 8, 1, substitute), coverage(glyph)]);
  return { type: 1, subtable };
}

/** Returns the lookup wrapped in an extension, as large fonts write them. */
export function extended({ type, subtable }: Lookup): Lookup {
  return { type: 7, subtable: Buffer.concat([uint16(1, type), uint32(8), subtable]) };
}

function coverage(glyph: number): Buffer {
  return uint16(1, 1, glyph);
}

/** Returns a GSUB table with one feature, which has one lookup (OpenType, "GSUB — Glyph Substitution Table"). */
export function gsub(feature: string, { type, subtable }: Lookup): Buffer {
  const features = Buffer.concat([uint16(1), Buffer.from(feature, 'latin1'), uint16(8), uint16(0, 1, 0)]);
  return gsubOf(features, Buffer.concat([uint16(1, 4), uint16(type, 0, 1, 8), subtable]));
}

/** Returns a GSUB table whose features, as many as fit, all have the same list of lookups, as long as fits. */
export function hugeGsub(): Buffer {
  // The offset of a feature has 16 bits, so the list of features ends before 65,536 bytes.
  const count = 10_900;
  const end = 2 + 6 * count;
  const record = Buffer.concat([Buffer.from('zero', 'latin1'), uint16(end)]);
  const records = Array.from({ length: count }, () => record);
  const lookups = Buffer.alloc(2 * 65_535);
  return gsubOf(Buffer.concat([uint16(count), ...records, uint16(0, 65_535), lookups]), uint16(0));
}

/** Returns a GSUB table. The list of lookups is first, because its offset has 16 bits and the features may be long. */
function gsubOf(features: Buffer, lookups: Buffer): Buffer {
  const noScripts = uint16(0);
  const start = 10 + noScripts.length;
  const header = Buffer.concat([uint32(0x00010000), uint16(10, start + lookups.length, start)]);
  return Buffer.concat([header, noScripts, lookups, features]);
}
