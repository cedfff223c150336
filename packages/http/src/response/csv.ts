/**
 * Text that a spreadsheet reads as a formula (docs/rules.md#export), and besides those characters a line
 * feed and the full-width signs, which some spreadsheets read alike; also with quotes before it, so that the guard can
 * be taken off exactly.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A cell as RFC 4180 writes it: unset is nothing, an empty text is `""`. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  if (value === '') return '""';
  return NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Text with a `'` before what a spreadsheet would run. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `guardFormula` made this one of. */
export function unguardFormula(text: string): string {
  return text.replace(GUARDED, '');
}
