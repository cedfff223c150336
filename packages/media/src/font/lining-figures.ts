import type { Font } from 'fontkit';

interface Coverage {
  readonly version: number;
  readonly glyphs?: readonly number[];
  readonly rangeRecords?: readonly { start: number; end: number; startCoverageIndex: number }[];
}

interface SingleSubstitution {
  readonly version: number;
  readonly coverage: Coverage;
  readonly deltaGlyphID?: number;
  readonly substitute?: { get(index: number): number | undefined };
}

interface Extension {
  readonly lookupType: number;
  readonly extension: unknown;
}

interface Gsub {
  readonly featureList: readonly { tag: string; feature: { lookupListIndexes: readonly number[] } }[];
  readonly lookupList: { get(index: number): { lookupType: number; subTables: readonly unknown[] } };
}

/** Lookup types of GSUB (OpenType, "GSUB — Glyph Substitution Table"). */
const SINGLE = 1;
const EXTENSION = 7;

/** Whether fonts have old-style digits. */
const oldStyleByFont = new WeakMap<Font, boolean>();

/**
 * Returns the glyph of full height (feature `lnum`) for the glyph of a digit in a font with old-style digits, or the glyph
 * itself in any other font. Reads only this substitution, because shaping with an untrusted font is a risk.
 *
 * Fonts without old-style digits may list digits too, to give them another width. Those stay as they are. In a font with
 * old-style digits all digits are replaced, so that they are of one set.
 */
export function liningFigure(font: Font, glyphId: number): number {
  try {
    let isOldStyle = oldStyleByFont.get(font);
    if (isOldStyle === undefined) {
      isOldStyle = hasOldStyleDigits(font);
      oldStyleByFont.set(font, isOldStyle);
    }
    return isOldStyle ? substituted(font, glyphId) : glyphId;
  } catch {
    // The table or the glyph is broken, so the plain digit has to do.
    return glyphId;
  }
}

function hasOldStyleDigits(font: Font): boolean {
  return Array.from('0123456789').some((digit) => {
    const { id } = font.glyphForCodePoint(digit.charCodeAt(0));
    const lining = substituted(font, id);
    return lining !== id && !hasSameHeight(font, lining, id);
  });
}

function hasSameHeight(font: Font, one: number, other: number): boolean {
  const [a, b] = [font.getGlyph(one).bbox, font.getGlyph(other).bbox];
  return a.minY === b.minY && a.maxY === b.maxY;
}

function substituted(font: Font, glyphId: number): number {
  // The types of fontkit omit the table.
  const { GSUB } = font as unknown as { GSUB?: Gsub };
  if (GSUB === undefined) return glyphId;
  const feature = GSUB.featureList.find(({ tag }) => tag === 'lnum')?.feature;
  for (const lookupIndex of feature?.lookupListIndexes ?? []) {
    for (const table of singleSubstitutions(GSUB.lookupList.get(lookupIndex))) {
      const index = coverageIndex(table.coverage, glyphId);
      if (index === null) continue;
      if (table.version === 1) return (glyphId + (table.deltaGlyphID ?? 0)) & 0xffff;
      return table.substitute?.get(index) ?? glyphId;
    }
  }
  return glyphId;
}

/** Returns the single substitutions of a lookup, also those inside extensions. */
function singleSubstitutions(lookup: ReturnType<Gsub['lookupList']['get']>): readonly SingleSubstitution[] {
  if (lookup.lookupType === SINGLE) return lookup.subTables as readonly SingleSubstitution[];
  if (lookup.lookupType !== EXTENSION) return [];
  return (lookup.subTables as readonly Extension[])
    .filter(({ lookupType }) => lookupType === SINGLE)
    .map(({ extension }) => extension as SingleSubstitution);
}

function coverageIndex({ version, glyphs, rangeRecords }: Coverage, glyphId: number): number | null {
  if (version === 1) {
    const index = glyphs?.indexOf(glyphId) ?? -1;
    return index === -1 ? null : index;
  }
  const range = rangeRecords?.find(({ start, end }) => start <= glyphId && glyphId <= end);
  return range === undefined ? null : range.startCoverageIndex + glyphId - range.start;
}
