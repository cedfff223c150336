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
  readonly substitute?: { get?(index: number): number } & readonly number[];
}

interface Gsub {
  readonly featureList: readonly { tag: string; feature: { lookupListIndexes: readonly number[] } }[];
  readonly lookupList: {
    get(index: number): { lookupType: number; subTables: readonly SingleSubstitution[] };
  };
}

const SINGLE = 1;

/**
 * The glyph that a font keeps for a figure of full height (feature `lnum`), where its plain figures are old-style ones that
 * dance about the line; else the glyph itself. Reads the one substitution by itself: shaping a font from outside is a risk.
 */
export function liningFigure(font: Font, glyphId: number): number {
  try {
    return substituted(font, glyphId);
  } catch {
    // The table is broken. The plain figure is as good as any.
    return glyphId;
  }
}

function substituted(font: Font, glyphId: number): number {
  // The types leave the table out; what it holds is checked by reading it.
  const { GSUB } = font as unknown as { GSUB?: Gsub };
  if (GSUB === undefined) return glyphId;
  const feature = GSUB.featureList.find(({ tag }) => tag === 'lnum')?.feature;
  for (const lookupIndex of feature?.lookupListIndexes ?? []) {
    const { lookupType, subTables } = GSUB.lookupList.get(lookupIndex);
    if (lookupType !== SINGLE) continue;
    for (const table of subTables) {
      const index = coverageIndex(table.coverage, glyphId);
      if (index === null) continue;
      if (table.version === 1) return (glyphId + (table.deltaGlyphID ?? 0)) & 0xffff;
      return table.substitute?.[index] ?? glyphId;
    }
  }
  return glyphId;
}

function coverageIndex({ version, glyphs, rangeRecords }: Coverage, glyphId: number): number | null {
  if (version === 1) {
    const index = glyphs?.indexOf(glyphId) ?? -1;
    return index === -1 ? null : index;
  }
  const range = rangeRecords?.find(({ start, end }) => start <= glyphId && glyphId <= end);
  return range === undefined ? null : range.startCoverageIndex + glyphId - range.start;
}
