/**
 * Returns whether a storage can hold the text: well-formed Unicode without U+0000, which SQL engines treat differently.
 * No id is any other text, so such ids need no lookup. Nor is one what a program in JavaScript may pass instead of a text.
 */
export function canBeStored(text: unknown): text is string {
  return typeof text === 'string' && !text.includes('\0') && text.isWellFormed();
}

/** Returns whether text has at most `max` code points. Counts them only if the length is not decisive. */
export function fitsCodePoints(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && countCodePoints(text) <= max);
}

/** Returns the number of characters of a text, each of which may be two units of UTF-16. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Returns at most `max` code points of a text. */
export function cutCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  let count = 0;
  for (const { length } of text) {
    if (++count > max) break;
    end += length;
  }
  return text.slice(0, end);
}
