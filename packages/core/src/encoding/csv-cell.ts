/** Also a blank text, because readers skip rows of white space. */
const NEEDS_QUOTES = /[",\r\n]|^\s+$/;

/** Returns a value as a cell of RFC 4180: nothing for an unset value, `""` for an empty string. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  if (value === '') return '""';
  return NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Characters that are quoted at once. Quoting megabytes at once takes hundreds of milliseconds, mostly for garbage. */
const PIECE = 16 * 1024;

/** Yields the text of `csvCell` in pieces. No piece ends between the two halves of a surrogate pair. */
export function* csvCellPieces(value: string | null): Generator<string, void> {
  if (value === null || value.length <= PIECE) {
    yield csvCell(value);
    return;
  }
  const quote = NEEDS_QUOTES.test(value) ? '"' : '';
  yield quote;
  for (let start = 0; start < value.length; ) {
    const end = start + PIECE + (isHighSurrogate(value.charCodeAt(start + PIECE - 1)) ? 1 : 0);
    yield value.slice(start, end).replaceAll('"', '""');
    start = end;
  }
  yield quote;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
