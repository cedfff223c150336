import { FileProblem } from '../file/file-problem.ts';
import type { CsvRow } from './csv-row.ts';
import { isHeaderOf } from './header-evidence.ts';

/** Rows above a header that are looked for: a title, a date, the name of the program. */
export const TITLE_ROWS_MAX = 20;
/** Rows below the header that tell whether it is one. */
const ROWS_MAX = 50;
/** The share of rows with as many cells as the header. */
const FITTING_MIN = 0.9;
/** Columns from which a row with nothing but its first cell is no header, and rows may lack their last cells. */
const COLUMNS_MIN = 3;

/**
 * Returns the number of lines above the header: those of rows with nothing but a first cell, as reports and banks write
 * them, above a table with several columns; or those of any rows above a blank line, below which a header certainly is.
 * 0: there are none, or the first row may be the header of the table.
 *
 * @param known names of properties: a row with one of them is a header.
 * @throws FileProblem if the first row may also be the header: of one column whose texts have delimiters, or above a blank
 * line.
 */
export function countTitleLines(rows: readonly CsvRow[], known: ReadonlySet<string> = new Set()): number {
  const isKnown = (row: CsvRow) => row.cells.some((cell) => cell !== null && known.has(cell));
  const comments = countComments(rows, isKnown);
  if (comments > 0) return comments;
  const at = rows.findIndex((row) => countSet(row) > 1);
  const [header, last] = [rows[at], rows[at - 1]];
  if (header === undefined || at > TITLE_ROWS_MAX) return 0;
  const titles = rows.slice(0, at);
  if (last === undefined || !titles.every((row) => isTitle(row) && !known.has(row.cells[0] ?? '')))
    return countLinesAboveGap(rows, isKnown);
  const isBlankBetween = beginOf(header) > last.line + 1;
  const areBare = titles.every(({ cells }) => cells.length === 1);
  if (!areBare && !isBlankBetween && countSet(header) < COLUMNS_MIN) return 0;
  const below = rows.slice(at + 1, at + 1 + ROWS_MAX);
  // No header of several columns has one name: a few rows that are too long do not make it one.
  const isPadded = titles.some(({ cells }) => cells.length === header.cells.length);
  if (!isTable(header, below, isPadded)) return 0;
  if (areBare && !isBlankBetween && !isKnown(header) && isHeaderOf(header, below) !== 'yes')
    throw eitherTitleOrHeader(beginOf(header) - 1);
  // The rows above a blank line may be a title of several cells.
  return countLinesAboveGap(rows, isKnown) || beginOf(header) - 1;
}

/**
 * Returns the number of lines of comments with delimiters above a header. `# x,y` above a record may be the header itself.
 *
 * @throws FileProblem if nothing decides which one it is.
 */
function countComments(rows: readonly CsvRow[], isKnown: (row: CsvRow) => boolean): number {
  const at = rows.findIndex(({ cells }) => !/^#\s/.test(cells[0] ?? ''));
  const [header, ...below] = rows.slice(Math.max(at, 0), at + 1 + ROWS_MAX);
  const comments = rows.slice(0, Math.max(at, 0));
  if (header === undefined || at > TITLE_ROWS_MAX || comments.some(isKnown)) return 0;
  if (!comments.some((row) => countSet(row) > 1) || countSet(header) < 2 || below.length === 0) return 0;
  const answer = isKnown(header) ? 'yes' : isHeaderOf(header, below);
  if (answer === 'unknown') throw eitherTitleOrHeader(beginOf(header) - 1);
  return answer === 'yes' ? beginOf(header) - 1 : 0;
}

function eitherTitleOrHeader(lines: number): FileProblem {
  return new FileProblem(
    `Nothing decides whether the first row is the header, or a title above the table. Give skipLines=0 or skipLines=${lines}.`,
    { parameter: 'skipLines' },
  );
}

/**
 * Returns the number of lines up to a blank one, if a header with records of other types follows, and what is above is no
 * table of the same width: `Account:,12345` above `date,amount`.
 */
function countLinesAboveGap(rows: readonly CsvRow[], isKnown: (row: CsvRow) => boolean): number {
  const at = rows.findIndex(
    (row, index) => index > 0 && beginOf(row) > (rows[index - 1]?.line ?? row.line) + 1,
  );
  const [header, ...above] = [rows[at], ...rows.slice(0, Math.max(at, 0))];
  const [first, ...others] = above;
  if (header === undefined || first === undefined || at > TITLE_ROWS_MAX) return 0;
  const below = rows.slice(at + 1, at + 1 + ROWS_MAX);
  const isOfSameWidth = first.cells.length === header.cells.length;
  if (above.some((row) => row.problem !== null || isKnown(row))) return 0;
  if (isOfSameWidth && isHeaderOf(first, others) === 'yes') return 0;
  if (countSet(header) < 2 || !isTable(header, below) || isHeaderOf(header, below) !== 'yes') return 0;
  // A header may have a blank line below it.
  if (isOfSameWidth && others.length === 0 && first.cells.every(isSet))
    throw eitherTitleOrHeader(beginOf(header) - 1);
  return beginOf(header) - 1;
}

/** Returns the line on which a row begins. Its cells may have line breaks. */
export function beginOf({ line, cells }: CsvRow): number {
  return cells.reduce((begin, cell) => begin - (cell?.match(/\r\n?|\n/g)?.length ?? 0), line);
}

/**
 * Whether rows are those of a header. In a wide table some may lack their last cells, which programs leave out if unset.
 *
 * @param isLenient whether, in a wide table, some may also be too long.
 */
function isTable(header: CsvRow, below: readonly CsvRow[], isLenient = false): boolean {
  const columns = header.cells.length;
  const fitting = below.filter((row) => row.cells.length === columns && countSet(row) > 1);
  if (below.length > 0 && fitting.length >= below.length * FITTING_MIN) return true;
  const isShort = below.every(({ cells }) => cells.length > 1 && cells.length <= columns);
  return columns >= COLUMNS_MIN && (isLenient || isShort) && fitting.length > below.length / 2;
}

function isTitle(row: CsvRow): boolean {
  return row.problem === null && isSet(row.cells[0] ?? null) && countSet(row) === 1;
}

/** Returns the number of cells that are not blank. */
export function countSet({ cells }: CsvRow): number {
  return cells.filter(isSet).length;
}

function isSet(cell: string | null): boolean {
  return cell !== null && cell.trim() !== '';
}
