import { VitrineError } from '@vitrine/core';
import type { BuiltinFont } from '@vitrine/core/server';
import { type FontFile, readFontFile } from './font-files.ts';

const WEIGHTS = { 400: 'Regular', 700: 'Bold' } as const;
type Weight = keyof typeof WEIGHTS;

interface Cut {
  readonly id: number;
  readonly weight: Weight;
  /** Sum of all subsets; `bytes` as well. */
  readonly glyphCount: number;
  readonly bytes: number;
}

interface Family {
  readonly family: string;
  /** Name of the package in `@fontsource/`. */
  readonly folder: string;
  /** The subsets of the family, in the order in which they are searched for a glyph. */
  readonly subsets: readonly string[];
  readonly cuts: readonly Cut[];
}

const EUROPEAN = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];
const WITHOUT_GREEK = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'];

/** The built-in fonts. An id never changes its meaning, so new fonts go to the end. */
const FAMILIES: readonly Family[] = [
  family('Inter', 'inter', EUROPEAN, [
    { id: 1, weight: 400, glyphCount: 2333, bytes: 94_620 },
    { id: 2, weight: 700, glyphCount: 2333, bytes: 97_468 },
  ]),
  family(
    'Roboto',
    'roboto',
    [...EUROPEAN, 'math', 'symbols'],
    [
      { id: 3, weight: 400, glyphCount: 1657, bytes: 118_832 },
      { id: 4, weight: 700, glyphCount: 1657, bytes: 120_456 },
    ],
  ),
  family(
    'Open Sans',
    'open-sans',
    [...EUROPEAN, 'hebrew', 'math', 'symbols'],
    [
      { id: 5, weight: 400, glyphCount: 1648, bytes: 123_152 },
      { id: 6, weight: 700, glyphCount: 1648, bytes: 120_924 },
    ],
  ),
  family('Montserrat', 'montserrat', WITHOUT_GREEK, [
    { id: 7, weight: 400, glyphCount: 1672, bytes: 81_868 },
    { id: 8, weight: 700, glyphCount: 1677, bytes: 83_480 },
  ]),
  family('Oswald', 'oswald', WITHOUT_GREEK, [
    { id: 9, weight: 400, glyphCount: 1032, bytes: 42_328 },
    { id: 10, weight: 700, glyphCount: 1032, bytes: 43_560 },
  ]),
  family(
    'Playfair Display',
    'playfair-display',
    ['latin', 'latin-ext', 'vietnamese', 'cyrillic'],
    [
      { id: 11, weight: 400, glyphCount: 875, bytes: 51_220 },
      { id: 12, weight: 700, glyphCount: 875, bytes: 54_152 },
    ],
  ),
  family(
    'Roboto Mono',
    'roboto-mono',
    ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'],
    [
      { id: 13, weight: 400, glyphCount: 1084, bytes: 54_036 },
      { id: 14, weight: 700, glyphCount: 1084, bytes: 54_156 },
    ],
  ),
  family(
    'Bebas Neue',
    'bebas-neue',
    ['latin', 'latin-ext'],
    [{ id: 15, weight: 400, glyphCount: 480, bytes: 22_696 }],
  ),
  family(
    'Noto Sans',
    'noto-sans',
    [...EUROPEAN, 'devanagari'],
    [
      { id: 16, weight: 400, glyphCount: 3395, bytes: 158_828 },
      { id: 17, weight: 700, glyphCount: 3395, bytes: 166_636 },
    ],
  ),
];

function family(name: string, folder: string, subsets: readonly string[], cuts: readonly Cut[]): Family {
  return { family: name, folder, subsets, cuts };
}

/** The fonts that every account has, sorted by id. */
export const builtinFonts: readonly BuiltinFont[] = FAMILIES.flatMap(({ family: name, cuts }) =>
  cuts.map(({ id, weight, glyphCount, bytes }) => ({
    id,
    facts: {
      family: name,
      style: WEIGHTS[weight],
      fullName: `${name} ${WEIGHTS[weight]}`,
      weight,
      italic: false,
      format: 'woff2',
      variable: false,
      glyphCount,
      hasDigits: true,
      bytes,
    },
  })),
);

/**
 * Returns the files of a built-in font. Each has some of its letters; search them in this order.
 *
 * @throws VitrineError `internal` if no built-in font has the id.
 */
export async function builtinFiles(id: number): Promise<Uint8Array[]> {
  for (const each of FAMILIES) {
    const cut = each.cuts.find((candidate) => candidate.id === id);
    if (cut !== undefined) return Promise.all(filesOf(each, cut).map(readFontFile));
  }
  throw new VitrineError('internal', `There is no built-in font ${id}.`);
}

/** Returns the files of all built-in fonts, for the published package. */
export function packedBuiltinFiles(): FontFile[] {
  return FAMILIES.flatMap((each) => each.cuts.flatMap((cut) => filesOf(each, cut)));
}

function filesOf({ folder, subsets }: Family, { weight }: Cut): FontFile[] {
  return subsets.map((subset) => ({
    package: `@fontsource/${folder}`,
    path: `files/${folder}-${subset}-${weight}-normal.woff2`,
  }));
}
