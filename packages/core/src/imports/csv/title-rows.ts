import type { CsvRow } from './csv-row.ts';

/** Rows above a header that are looked for: a title, a date, the name of the program. */
export const TITLE_ROWS_MAX = 20;
/** Rows below the header that tell whether it is one. */
const ROWS_MAX = 50;
/** The share of rows with as many cells as the header. */
const FITTING_MIN = 0.9;
/** Columns from which a row with nothing but its first cell is no header, though it has as many cells. */
const COLUMNS_MIN = 3;

/**
 * Returns the number of lines above the header: those of rows with nothing but a first cell, as reports and banks write
 * them, above a table with several columns. 0: there are none, or the first row may be the header of the table.
 *
 * @param known names of properties: a row with one of them is a header.
 */
export function countTitleLines(rows: readonly CsvRow[], known: ReadonlySet<string> = new Set()): number {
  const at = rows.findIndex((row) => countSet(row) > 1);
  const [header, last] = [rows[at], rows[at - 1]];
  if (header === undefined || last === undefined || at > TITLE_ROWS_MAX) return 0;
  const titles = rows.slice(0, at);
  if (!titles.every((row) => isTitle(row) && !known.has(row.cells[0] ?? ''))) return 0;
  const isBlankBetween = header.line > last.line + 1;
  const areBare = titles.every(({ cells }) => cells.length === 1);
  if (!areBare && !isBlankBetween && countSet(header) < COLUMNS_MIN) return 0;
  const below = rows.slice(at + 1, at + 1 + ROWS_MAX);
  const fitting = below.filter((row) => row.cells.length === header.cells.length && countSet(row) > 1);
  return below.length > 0 && fitting.length >= below.length * FITTING_MIN ? header.line - 1 : 0;
}

function isTitle(row: CsvRow): boolean {
  return row.problem === null && isSet(row.cells[0] ?? null) && countSet(row) === 1;
}

function countSet({ cells }: CsvRow): number {
  return cells.filter(isSet).length;
}

function isSet(cell: string | null): boolean {
  return cell !== null && cell.trim() !== '';
}
