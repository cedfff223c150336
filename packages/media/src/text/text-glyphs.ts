import type { Caller } from '@vitrine/core';
import type { FontSource } from '@vitrine/core/server';
import { builtinFonts } from '../font/builtin-fonts.ts';
import { FALLBACK_FAMILIES, isInstalled } from '../font/fallback-fonts.ts';
import type { GlyphSource } from '../font/glyph-source.ts';
import type { Glyph } from '../paint/glyph.ts';
import { fallbackOrder } from './fallback-order.ts';
import type { GlyphStore } from './glyph-store.ts';
import { spaceOf, substitutesOf, twinsOf } from './substitutes.ts';

const BOLD = 600;
/** Ids of built-in fonts that are searched before and after the families of single scripts: Noto Sans, Open Sans. */
const BUILTIN_FALLBACKS = { 400: { first: 16, last: 5 }, 700: { first: 17, last: 6 } };

export interface Replacement {
  readonly piece: string;
  readonly by: string;
}

/** The glyphs of a text in one font, with those of fallback fonts. */
export interface TextGlyphs {
  readonly glyphs: ReadonlyMap<string, Glyph>;
  /** Letters from fallback fonts. */
  readonly borrowed: readonly string[];
  /** Letters that no font has, with what is drawn instead. */
  readonly replaced: readonly Replacement[];
  /** Letters that no font has, and that nothing replaces. */
  readonly missing: readonly string[];
  /** Packages that are not installed and may have the missing letters. */
  readonly absentPackages: readonly string[];
}

export interface WantedText {
  readonly font: FontSource;
  readonly pieces: Iterable<string>;
  /** Letters that are measured but not drawn. */
  readonly measured: string;
  /** BCP 47. Decides which form of a Han letter is drawn. */
  readonly locale: string;
  /** Returns the bytes of an uploaded font. */
  load(hash: string): Promise<Uint8Array>;
}

/** Reads the glyphs of the pieces of a text. */
export async function readTextGlyphs(
  store: GlyphStore,
  { font, pieces, measured, locale, load }: WantedText,
  caller: Caller,
): Promise<TextGlyphs> {
  const drawn = new Set(pieces);
  const wanted = [...new Set([...drawn, ...measured])];
  const text = wanted.join('');
  const inFont = (pieces: readonly string[]) => store.glyphs(font, load, pieces, caller);
  const glyphs = await inFont(wanted);
  for (const piece of wanted) {
    const space = glyphs.has(piece) ? null : spaceOf(piece);
    if (space !== null) glyphs.set(piece, space);
  }
  const lackedBy = (found: ReadonlyMap<string, Glyph>) => wanted.filter((piece) => !found.has(piece));
  await replaceFrom(inFont, glyphs, lackedBy(glyphs), twinsOf);
  const absent = lackedBy(glyphs);
  /** Searches the fallback fonts, each for what those before it lack. */
  const inFallbacks = async (pieces: readonly string[]) => {
    const found = new Map<string, Glyph>();
    let rest = pieces;
    const families = fallbackOrder(pieces.join(''), text, locale);
    for (const source of fallbacksOf(weightOf(font), families)) {
      if (rest.length === 0) break;
      for (const [piece, glyph] of await store.glyphs(source, load, rest, caller)) found.set(piece, glyph);
      rest = rest.filter((piece) => !found.has(piece));
    }
    return found;
  };
  for (const [piece, glyph] of await inFallbacks(absent)) glyphs.set(piece, glyph);
  const borrowed = absent.filter((piece) => glyphs.has(piece));
  const replaced: Replacement[] = [];
  for (const search of [inFont, inFallbacks])
    replaced.push(...(await replaceFrom(search, glyphs, lackedBy(glyphs), substitutesOf)));
  const missing = lackedBy(glyphs);
  const lettersIn = (some: readonly string[]) => some.filter((piece) => drawn.has(piece));
  const absentFamilies = fallbackOrder(missing.join(''), text, locale);
  return {
    glyphs,
    borrowed: lettersIn(borrowed),
    replaced: replaced.filter(({ piece }) => drawn.has(piece)),
    missing: lettersIn(missing),
    absentPackages: absentFamilies
      .filter((each) => !isInstalled(each))
      .map((each) => FALLBACK_FAMILIES[each].package),
  };
}

/** Adds the glyph of a substitute for each missing piece that `search` finds one for, and returns these. */
async function replaceFrom(
  search: (pieces: readonly string[]) => Promise<ReadonlyMap<string, Glyph>>,
  glyphs: Map<string, Glyph>,
  missing: readonly string[],
  substitutes: (piece: string) => readonly string[],
): Promise<Replacement[]> {
  const choices = missing.map((piece) => ({ piece, names: substitutes(piece) }));
  const found = await search(choices.flatMap(({ names }) => names));
  return choices.flatMap(({ piece, names }) => {
    const by = names.find((name) => found.has(name));
    const glyph = by === undefined ? undefined : found.get(by);
    if (by === undefined || glyph === undefined) return [];
    glyphs.set(piece, glyph);
    return [{ piece, by }];
  });
}

function* fallbacksOf(weight: 400 | 700, families: ReturnType<typeof fallbackOrder>): Generator<GlyphSource> {
  const { first, last } = BUILTIN_FALLBACKS[weight];
  yield { builtin: first };
  for (const family of families) yield { fallback: { family, weight } };
  yield { builtin: last };
}

function weightOf(font: FontSource): 400 | 700 {
  if (!('builtin' in font)) return 400;
  const facts = builtinFonts.find(({ id }) => id === font.builtin)?.facts;
  return (facts?.weight ?? 0) >= BOLD ? 700 : 400;
}
