import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Families of Noto Sans for letters that the font of a design lacks. */
export const FALLBACK_FAMILIES = {
  'noto-sans-hebrew': { package: '@fontsource/noto-sans-hebrew', subset: 'hebrew' },
  'noto-sans-arabic': { package: '@fontsource/noto-sans-arabic', subset: 'arabic' },
  'noto-sans-thai': { package: '@fontsource/noto-sans-thai', subset: 'thai' },
  // Optional: variable fonts in over a hundred files, each with some of the letters.
  'noto-sans-jp': { package: '@fontsource-variable/noto-sans-jp', subset: null },
  'noto-sans-sc': { package: '@fontsource-variable/noto-sans-sc', subset: null },
  'noto-sans-tc': { package: '@fontsource-variable/noto-sans-tc', subset: null },
  'noto-sans-kr': { package: '@fontsource-variable/noto-sans-kr', subset: null },
} as const;

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
  const { package: name, subset } = FALLBACK_FAMILIES[family];
  const isVariable = subset === null;
  if (!isInstalled(family)) return { files: [], weight: null };
  const subsets = isVariable ? await subsetsFor(name, pieces) : [subset];
  const cut = isVariable ? 'wght' : weight;
  const files = subsets.map((each) =>
    readFile(resolve(`${name}/files/${family}-${each}-${cut}-normal.woff2`)),
  );
  return { files: await Promise.all(files), weight: isVariable ? weight : null };
}

/** Returns whether the package of a family is installed. Those with many letters are optional. */
export function isInstalled(family: FallbackFamily): boolean {
  try {
    resolve(`${FALLBACK_FAMILIES[family].package}/unicode.json`);
    return true;
  } catch {
    return false;
  }
}

function resolve(path: string): string {
  return createRequire(import.meta.url).resolve(path);
}

/** Returns the names of the subsets that have letters of the pieces. */
async function subsetsFor(name: string, pieces: readonly string[]): Promise<string[]> {
  const ranges = JSON.parse(await readFile(resolve(`${name}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >;
  const codePoints = Array.from(new Set(pieces.join('')), (letter) => letter.codePointAt(0) ?? 0);
  return Object.entries(ranges)
    .filter(([, list]) => {
      const parsed = list.split(',').map(rangeOf);
      return codePoints.some((codePoint) =>
        parsed.some(([from, to]) => from <= codePoint && codePoint <= to),
      );
    })
    .map(([subset]) => subset.replace(/[[\]]/g, ''));
}

/** Reads `U+20` or `U+20-7e`. */
function rangeOf(text: string): readonly [from: number, to: number] {
  const [from = '', to = from] = text.trim().slice(2).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
