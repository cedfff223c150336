import { readFile } from 'node:fs/promises';
import { type FontFile, fontPath, readFontFile } from './font-files.ts';

/** A family for letters that the font of a design lacks. */
interface Family {
  readonly package: string;
  /** The files that are searched. Null: a variable font in many files, each with some of the letters. */
  readonly subsets: readonly string[] | null;
  /** Whether a family that is not variable has bold letters. */
  readonly isBold?: true;
  /** Whether the package may be missing. The published package has copies of the files of all others. */
  readonly isOptional?: true;
}

export const FALLBACK_FAMILIES = {
  'noto-sans-hebrew': { package: '@fontsource/noto-sans-hebrew', subsets: ['hebrew'], isBold: true },
  'noto-sans-arabic': { package: '@fontsource/noto-sans-arabic', subsets: ['arabic'], isBold: true },
  'noto-sans-thai': { package: '@fontsource/noto-sans-thai', subsets: ['thai'], isBold: true },
  'noto-sans-armenian': variable('noto-sans-armenian'),
  'noto-sans-bengali': variable('noto-sans-bengali'),
  'noto-sans-ethiopic': variable('noto-sans-ethiopic'),
  'noto-sans-georgian': variable('noto-sans-georgian'),
  'noto-sans-gujarati': variable('noto-sans-gujarati'),
  'noto-sans-gurmukhi': variable('noto-sans-gurmukhi'),
  'noto-sans-kannada': variable('noto-sans-kannada'),
  'noto-sans-khmer': variable('noto-sans-khmer'),
  'noto-sans-lao': variable('noto-sans-lao'),
  'noto-sans-malayalam': variable('noto-sans-malayalam'),
  'noto-sans-myanmar': variable('noto-sans-myanmar'),
  'noto-sans-sinhala': variable('noto-sans-sinhala'),
  'noto-sans-tamil': variable('noto-sans-tamil'),
  'noto-sans-telugu': variable('noto-sans-telugu'),
  // 19 MB in total.
  'noto-sans-jp': optional('noto-sans-jp'),
  'noto-sans-sc': optional('noto-sans-sc'),
  'noto-sans-tc': optional('noto-sans-tc'),
  'noto-sans-kr': optional('noto-sans-kr'),
  // Arrows and numbers in circles, signs, formulas, and emoji in one color.
  'noto-sans-symbols': variable('noto-sans-symbols'),
  'noto-sans-symbols-2': { package: '@fontsource/noto-sans-symbols-2', subsets: ['symbols', 'math'] },
  'noto-sans-math': { package: '@fontsource/noto-sans-math', subsets: ['latin'] },
  'noto-emoji': variable('noto-emoji'),
} satisfies Record<string, Family>;

function variable(name: string) {
  return { package: `@fontsource-variable/${name}`, subsets: null };
}

function optional(name: string) {
  return { ...variable(name), isOptional: true as const };
}

export type FallbackFamily = keyof typeof FALLBACK_FAMILIES;

export interface FallbackFont {
  readonly family: FallbackFamily;
  readonly weight: 400 | 700;
}

/** The files of a font. `weight`: of the instance, if they are of a variable font. */
export interface FontFileSet {
  readonly files: readonly Uint8Array[];
  readonly weight: number | null;
}

/** Returns the files with the letters of the pieces. There are none if the package is not installed. */
export async function fallbackFiles(
  { family, weight }: FallbackFont,
  pieces: readonly string[],
): Promise<FontFileSet> {
  if (!isInstalled(family)) return { files: [], weight: null };
  const { package: name, subsets }: Family = FALLBACK_FAMILIES[family];
  const files = (subsets ?? (await subsetsFor(name, pieces))).map((subset) =>
    readFontFile(fileOf(family, subset, weight)),
  );
  return { files: await Promise.all(files), weight: subsets === null ? weight : null };
}

/** Returns whether the package of a family is installed. Those of Chinese, Japanese and Korean are optional. */
export function isInstalled(family: FallbackFamily): boolean {
  try {
    fontPath(rangesOf(FALLBACK_FAMILIES[family].package));
    return true;
  } catch {
    return false;
  }
}

/** Returns the files of the families that are not optional, for the published package. */
export async function packedFallbackFiles(): Promise<FontFile[]> {
  const families = (Object.keys(FALLBACK_FAMILIES) as FallbackFamily[]).map(async (family) => {
    const { package: name, subsets, isOptional }: Family = FALLBACK_FAMILIES[family];
    if (isOptional) return [];
    const files = (subsets ?? Object.keys(await readRanges(name)).map(toSubset)).flatMap((subset) => [
      fileOf(family, subset, 400),
      fileOf(family, subset, 700),
    ]);
    return [rangesOf(name), ...files];
  });
  return (await Promise.all(families)).flat();
}

function fileOf(family: FallbackFamily, subset: string, weight: FallbackFont['weight']): FontFile {
  const { package: name, subsets, isBold }: Family = FALLBACK_FAMILIES[family];
  const cut = subsets === null ? 'wght' : isBold === true ? weight : 400;
  return { package: name, path: `files/${family}-${subset}-${cut}-normal.woff2` };
}

/** The file that says which letters each subset of a package has. */
function rangesOf(name: string): FontFile {
  return { package: name, path: 'unicode.json' };
}

async function readRanges(name: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(fontPath(rangesOf(name)), 'utf8'));
}

/** Returns the names of the subsets that have letters of the pieces. */
async function subsetsFor(name: string, pieces: readonly string[]): Promise<string[]> {
  const codePoints = Array.from(new Set(pieces.join('')), (letter) => letter.codePointAt(0) ?? 0);
  return Object.entries(await readRanges(name))
    .filter(([, list]) => {
      const parsed = list.split(',').map(rangeOf);
      return codePoints.some((codePoint) =>
        parsed.some(([from, to]) => from <= codePoint && codePoint <= to),
      );
    })
    .map(([subset]) => toSubset(subset));
}

/** Returns the name of a subset in the names of files. Numbered ones are in brackets in the list. */
function toSubset(listed: string): string {
  return listed.replace(/[[\]]/g, '');
}

/** Reads `U+20` or `U+20-7e`. */
function rangeOf(text: string): readonly [from: number, to: number] {
  const [from = '', to = from] = text.trim().slice(2).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
