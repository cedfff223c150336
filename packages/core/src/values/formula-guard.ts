/**
 * Text that a spreadsheet reads as a formula (docs/rules.md#export). In addition to the characters listed there,
 * it matches a line feed and the full-width signs, which some spreadsheets read alike. It also matches text with quotes
 * before these characters, so that the guard can be removed exactly.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;

/** Returns the text with a `'` before it if a spreadsheet would run it. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns the text without the guard of `guardFormula`. */
export function unguardFormula(text: string): string {
  return text.replace(GUARDED, '');
}
