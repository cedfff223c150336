import { isBlank } from './pieces.ts';
import type { TextGlyphs } from './text-glyphs.ts';

/** Maximum number of letters in one sentence. */
const MAX_NAMED = 12;

/** Returns warnings about the letters of the texts of a design, each with what it is called. */
export function textWarnings(texts: readonly (readonly [which: string, text: TextGlyphs])[]): string[] {
  const warnings: string[] = [];
  for (const [which, text] of texts) {
    const borrowed = text.borrowed.filter((letter) => !isBlank(letter));
    if (borrowed.length > 0) {
      warnings.push(`The font of the ${which} lacks ${named(borrowed)}: another font is used.`);
    }
    for (const { piece, by } of text.replaced.slice(0, MAX_NAMED))
      warnings.push(`No font here has "${piece}": "${by}" is drawn in the ${which}.`);
    const missing = text.missing.filter((letter) => !isBlank(letter));
    if (missing.length > 0) warnings.push(`No font here has ${named(missing)}: omitted from the ${which}.`);
  }
  const packages = new Set(texts.flatMap(([, { absentPackages }]) => absentPackages));
  if (packages.size > 0) {
    warnings.push(`More letters are in packages that this server lacks: ${[...packages].join(', ')}.`);
  }
  return warnings;
}

function named(letters: readonly string[]): string {
  const shown = letters.slice(0, MAX_NAMED).map((letter) => `"${letter}"`);
  return letters.length > MAX_NAMED ? `${shown.join(', ')} and more` : shown.join(', ');
}
