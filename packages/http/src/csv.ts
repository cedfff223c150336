/** What a spreadsheet takes for the beginning of a formula (decisions section 4, "Export"). */
const FORMULA = /^[=+\-@\t\r]/;
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
