const NEEDS_QUOTES = /[",\r\n]/;

/** Returns a value as a cell of RFC 4180: nothing for an unset value, `""` for an empty string. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  if (value === '') return '""';
  return NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
