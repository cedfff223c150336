import type { Caller } from '@vitrine/core';
import { SharedCache } from '@vitrine/core/server';
import type { GlyphSource } from '../font/glyph-source.ts';
import type { DrawingSources } from '../image/drawing-sources.ts';
import { extentOf, type Glyph } from '../paint/glyph.ts';
import { outlineOfPath } from './path-outline.ts';

/** Maximum number of cached glyphs of all fonts, which accounts share. One takes a kilobyte or two. */
const MAX_GLYPHS = 4_000;
/** Maximum number of fonts with known measures, of pairs of letters for each, and of pairs of all fonts. */
const MAX_FONTS = 200;
const MAX_PAIRS = 10_000;
const MAX_PAIRS_OF_ALL = 200_000;
/** Maximum distance of a glyph's points from its origin for each letter that it shows. */
const MAX_EMS = 4;

/** The line of a font in ems: above the baseline, and below it as a positive number. */
export interface FontLine {
  readonly ascent: number;
  readonly descent: number;
}

type Load = (hash: string) => Promise<Uint8Array>;

/**
 * Caches the glyphs and measures of fonts, so that a second design does not open the same font. Accounts share the room
 * (`SharedCache`).
 */
export class GlyphStore {
  readonly #sources: DrawingSources;
  readonly #glyphs = new SharedCache<Glyph | null>(MAX_GLYPHS);
  readonly #lines = new SharedCache<FontLine>(MAX_FONTS);
  readonly #pairs = new SharedCache<Map<string, number>>(MAX_PAIRS_OF_ALL);

  constructor(sources: DrawingSources) {
    this.#sources = sources;
  }

  /** Returns the glyphs of the pieces of a text (`pieces.ts`), without those that the font lacks. */
  async glyphs(
    source: GlyphSource,
    load: Load,
    pieces: Iterable<string>,
    caller: Caller,
  ): Promise<Map<string, Glyph>> {
    const wanted = [...new Set(pieces)];
    const font = keyOf(source);
    const glyphOf = new Map(wanted.map((piece) => [piece, this.#glyphs.get(`${font} ${piece}`)]));
    const unknown = wanted.filter((piece) => glyphOf.get(piece) === undefined);
    if (unknown.length > 0) {
      const { glyphs } = await this.#read(source, load, unknown, caller);
      unknown.forEach((piece, at) => {
        const read = readGlyph(glyphs[at] ?? null, piece);
        glyphOf.set(piece, read);
        this.#glyphs.set(`${font} ${piece}`, read, { account: caller.account, bytes: 1 });
      });
    }
    const found = wanted.flatMap((piece): [string, Glyph][] => {
      const glyph = glyphOf.get(piece) ?? null;
      return glyph === null ? [] : [[piece, glyph]];
    });
    return new Map(found);
  }

  /** Returns the line of a font, without those of its fallback fonts. */
  async line(source: GlyphSource, load: Load, caller: Caller): Promise<FontLine> {
    const key = keyOf(source);
    return this.#lines.get(key) ?? (await this.#read(source, load, [], caller)).line;
  }

  /** Returns the kerning of at least these pairs of letters in ems, usually negative or 0. */
  async kerning(
    source: GlyphSource,
    load: Load,
    pairs: readonly string[],
    caller: Caller,
  ): Promise<ReadonlyMap<string, number>> {
    const key = keyOf(source);
    const known = this.#pairs.get(key) ?? new Map<string, number>();
    const unknown = [...new Set(pairs.filter((pair) => !known.has(pair)))];
    if (unknown.length === 0) return known;
    const read = await this.#sources.kerning(source, load, unknown, caller);
    unknown.forEach((pair, at) => {
      known.set(pair, (read[at] ?? 0) / 1000);
    });
    // Evicted for later texts, but not for this one.
    const kept = known.size > MAX_PAIRS ? new Map<string, number>() : known;
    this.#pairs.set(key, kept, { account: caller.account, bytes: kept.size });
    return known;
  }

  async #read(source: GlyphSource, load: Load, pieces: readonly string[], caller: Caller) {
    const { glyphs, ascent, descent } = await this.#sources.outlines(source, load, pieces, caller);
    const line = { ascent: ascent / 1000, descent: -descent / 1000 };
    this.#lines.set(keyOf(source), line, { account: caller.account, bytes: 1 });
    return { glyphs, line };
  }
}

function keyOf(source: GlyphSource): string {
  if ('builtin' in source) return `${source.builtin}`;
  return 'blob' in source ? source.blob : `${source.fallback.family} ${source.fallback.weight}`;
}

/** Returns a glyph in ems. Null: the font lacks it, or its size is not plausible. */
function readGlyph(
  glyph: { readonly advance: number; readonly path: string } | null,
  piece: string,
): Glyph | null {
  if (glyph === null) return null;
  const read = { advance: glyph.advance / 1000, outline: outlineOfPath(glyph.path) };
  return isWithinReach(read, piece) ? read : null;
}

/** Returns whether a glyph has a plausible size. The memory of a larger one would grow by its square. */
function isWithinReach({ advance, outline }: Glyph, piece: string): boolean {
  const { left, right, top, bottom } = extentOf([outline]) ?? { left: 0, right: 0, top: 0, bottom: 0 };
  const width = Math.max(advance, right) / Array.from(piece).length;
  return Math.max(width, top, -left, -bottom) <= MAX_EMS;
}
