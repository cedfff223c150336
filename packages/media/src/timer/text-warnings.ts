import type { TimerText } from './timer-text.ts';

/** Scripts whose letters join or change their shape, so that single glyphs in a row are wrong. */
const SHAPED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Tamil}]/u;
/** Maximum number of letters in one sentence. */
const MAX_NAMED = 12;

/** Returns warnings about the letters of a design. */
export function textWarnings(digits: TimerText, labels: TimerText, headline: TimerText): string[] {
  const warnings: string[] = [];
  for (const [which, text] of [
    ['digits', digits],
    ['labels', labels],
    ['headline', headline],
  ] as const) {
    const borrowed = text.borrowed.filter((letter) => !isBlank(letter));
    if (borrowed.length > 0) {
      warnings.push(`The font of the ${which} lacks ${named(borrowed)}: another font is used.`);
    }
    const missing = text.missing.filter((letter) => !isBlank(letter));
    if (missing.length > 0) warnings.push(`No font here has ${named(missing)}: omitted from the ${which}.`);
  }
  const letters = [digits, labels, headline].flatMap(({ glyphs }) => [...glyphs.keys()]);
  if (letters.some((letter) => SHAPED.test(letter))) {
    warnings.push('Letters are drawn one by one: scripts whose letters join, such as Arabic, look wrong.');
  }
  return warnings;
}

function isBlank(letter: string): boolean {
  return /^[\s\p{Z}]$/u.test(letter);
}

function named(letters: readonly string[]): string {
  const shown = letters.slice(0, MAX_NAMED).map((letter) => `"${letter}"`);
  return letters.length > MAX_NAMED ? `${shown.join(', ')} and more` : shown.join(', ');
}
