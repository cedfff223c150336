import { readValue } from '../../values/value.ts';
import type { CellPace } from '../file/cell-pace.ts';
import { ColumnProfile } from '../values/column-profile.ts';
import { readTypedText } from '../values/typed-text.ts';
import type { CsvRow } from './csv-row.ts';
import { ANY_NUMBER } from './header-evidence.ts';

/** Rows after the first one that tell whether it is a header. */
const ROWS_MAX = 100;
/** Numbers in equal steps from which a row counts as labels, such as the hours 0, 6, 12, 18. */
const STEPS_MIN = 3;

/** Whether a file has a header. */
export interface HeaderFinding {
  readonly header: boolean;
  /** Whether the first row may also be a record: its numbers are over numbers. */
  readonly isDoubtful: boolean;
}

/**
 * Returns whether the first row of a file names the columns. It does if a cell of it has another type than the column below,
 * and not if it has a date, a boolean or a URL over others. Numbers over numbers may be years or hours, so the row is a
 * header then, too, unless a text of it is repeated below, it numbers the records, or all columns are numbers.
 *
 * @param known names of properties: a first row with one of them is a header.
 */
export async function findHeader(
  rows: readonly CsvRow[],
  known: ReadonlySet<string>,
  pace: CellPace,
): Promise<HeaderFinding> {
  const [first, ...rest] = rows;
  const others = rest.slice(0, ROWS_MAX);
  const header = { header: true, isDoubtful: false };
  if (first === undefined || others.length === 0) return header;
  if (first.cells.some((cell) => cell !== null && known.has(cell))) return header;
  const record = { header: false, isDoubtful: false };
  let hasTyped = false;
  let hasTexts = false;
  let looksLikeRecord = false;
  for (const [index, cell] of first.cells.entries()) {
    const below = new ColumnProfile();
    const cells = others.map((row) => row.cells[index] ?? null);
    for (const each of cells) below.add(each);
    await pace.add(
      others.length,
      cells.reduce((sum, each) => sum + (each?.length ?? 0), 0),
    );
    if (below.count === 0) continue;
    const { type, dates } = below.find(ANY_NUMBER);
    if (type === 'string') {
      hasTexts = true;
      if (cell !== null && cells.includes(cell)) looksLikeRecord = true;
      continue;
    }
    // A record may have no value there, and a header no name.
    if (cell === null || cell.trim() === '') continue;
    const form = { decimal: 'point', dates: dates === 'undecided' ? 'dmy' : dates } as const;
    const read = readValue(type, readTypedText(cell, type, form));
    if (!read.ok || read.value === null) return header;
    hasTyped = true;
    if (type !== 'number' || (index === 0 && isCounted([cell, ...cells]))) looksLikeRecord = true;
  }
  if (!hasTyped) return header;
  if (looksLikeRecord) return record;
  return hasTexts || areLabels(first.cells, others) ? { header: true, isDoubtful: true } : record;
}

/** Returns whether a column numbers the records: 1, 2, 3. */
function isCounted(cells: readonly (string | null)[]): boolean {
  const [first, ...others] = cells.map(Number);
  return others.every((number, at) => number === (first ?? 0) + at + 1);
}

/** Returns whether a row of numbers has labels: years, or equal steps, which the rows below do not have. */
function areLabels(cells: CsvRow['cells'], others: readonly CsvRow[]): boolean {
  return hasLabels(cells) && !others.some((row) => hasLabels(row.cells));
}

function hasLabels(cells: CsvRow['cells']): boolean {
  const numbers = cells.map((cell) =>
    cell === null || !/^\d+$/.test(cell.trim()) ? Number.NaN : Number(cell),
  );
  const areYears = numbers.every((number) => number >= 1900 && number <= 2100);
  const step = (numbers[1] ?? Number.NaN) - (numbers[0] ?? Number.NaN);
  const hasSteps = step > 0 && numbers.every((number, at) => number === (numbers[0] ?? 0) + at * step);
  return hasSteps && (areYears || numbers.length >= STEPS_MIN);
}
