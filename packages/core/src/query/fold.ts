/**
 * The one case folding of `contains`, `startsWith`, `endsWith` and name search: full Unicode lower-casing,
 * free of locale. The final sigma, the only lower-casing that looks at its neighbours, becomes the plain one,
 * so that folding a part gives a part of the folded whole.
 *
 * For pure ASCII text this is what `lower()` of SQLite and of PostgreSQL under `COLLATE "C"` gives.
 */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
