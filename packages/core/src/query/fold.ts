/**
 * Folds the case of text for `contains`, `startsWith`, `endsWith` and name search: full Unicode lower-casing,
 * independent of the locale. The final sigma becomes the plain one, because it is the only letter whose lower case
 * depends on its neighbours. So the folded form of a part is a part of the folded whole.
 *
 * For ASCII text the result equals that of `lower()` in SQLite and in PostgreSQL with `COLLATE "C"`.
 */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
