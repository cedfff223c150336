import type { CellPace } from './cell-pace.ts';
import { ColumnProfile } from './column-profile.ts';
import type { CsvRow } from './csv-rows.ts';

/** Rows after the first one that tell whether it is a header. */
const ROWS_MAX = 100;

/**
 * Returns whether the first row of a file names the columns. It does unless it looks like the rows below: in a column of
 * numbers, dates or booleans its cell is one as well, and in no such column it is anything else.
 *
 * @param known names of properties: a first row with one of them is a header.
 */
export async function hasHeader(
  rows: readonly CsvRow[],
  known: ReadonlySet<string>,
  pace: CellPace,
): Promise<boolean> {
  const [first, ...rest] = rows;
  const others = rest.slice(0, ROWS_MAX);
  if (first === undefined || others.length === 0) return true;
  if (first.cells.some((cell) => cell !== null && known.has(cell))) return true;
  let looksLikeData = false;
  for (const [index, cell] of first.cells.entries()) {
    const below = new ColumnProfile(false);
    for (const { cells } of others) below.add(cells[index] ?? null);
    const bytes = others.reduce((sum, { cells }) => sum + (cells[index]?.length ?? 0), 0);
    await pace.add(others.length, bytes);
    const { type } = below.find(null);
    if (type === 'string' || below.count === 0) continue;
    const alone = new ColumnProfile(false);
    alone.add(cell);
    if (cell === null || alone.find(null).type !== type) return true;
    looksLikeData = true;
  }
  return !looksLikeData;
}
