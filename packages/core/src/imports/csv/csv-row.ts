/** A row of a CSV file. */
export interface CsvRow {
  /** The line on which the row ends, from 1. */
  readonly line: number;
  /** The offset in bytes of the UTF-8 text after the row. Reading may continue there. */
  readonly end: number;
  /** Null for an empty cell, `''` for a quoted empty text: exports use both. */
  readonly cells: readonly (string | null)[];
  /** Why a cell is ambiguous; null if none is. */
  readonly problem: string | null;
  /** The quotes in cells that do not begin with one: an even number in each such cell, or an odd one in some. */
  readonly bareQuotes: 'none' | 'even' | 'odd';
}

/**
 * How a quote in a cell that does not begin with one is read. `text`: as a character. Null: nothing decides it, so an odd
 * number in a cell may be a quoted cell that is broken.
 */
export type BareQuotes = 'text' | null;

export const ODD_QUOTE =
  'A quote inside a cell that does not begin with one may belong to a broken quoted cell. ' +
  'Give quotes=text if it is a character.';

/** Returns whether a row has text behind its last column. Empty cells there do not count. */
function hasExcess({ cells }: Pick<CsvRow, 'cells'>, columns: number): boolean {
  return cells.length > columns && cells.some((cell, at) => at >= columns && (cell ?? '').trim() !== '');
}

/** Returns why a row is no record of a file with so many columns; null if it is one. */
export function whyRefused(
  row: Pick<CsvRow, 'cells' | 'problem' | 'bareQuotes'>,
  columns: number,
  quotes: BareQuotes,
): string | null {
  if (row.problem !== null) return row.problem;
  if (row.bareQuotes === 'odd' && quotes === null) return ODD_QUOTE;
  // Spreadsheets leave out empty cells at the end of a row, or write too many of them.
  return hasExcess(row, columns)
    ? `Expected ${columns} cells as in the header, not ${row.cells.length}.`
    : null;
}

/** Where reading begins: the end of a row and the line on which it ends. */
export interface RowStart {
  readonly bytes: number;
  readonly line: number;
}

export const FILE_START: RowStart = { bytes: 0, line: 0 };
