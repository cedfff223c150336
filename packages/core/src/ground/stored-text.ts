/**
 * Returns whether a storage can hold the text: well-formed Unicode without U+0000, which SQL engines treat differently.
 * No id is any other text, so such ids need no lookup.
 */
export function canBeStored(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Returns whether text has at most `max` code points. Counts them only if the length is not decisive. */
export function fitsCodePoints(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && countCodePoints(text) <= max);
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
