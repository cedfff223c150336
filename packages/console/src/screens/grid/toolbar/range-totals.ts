import type { CellRange } from '../state/grid-cell.ts';
import type { GridState } from '../state/grid-state.ts';

/** Numbers of the cells in a range. */
export interface Totals {
  readonly count: number;
  readonly sum: number;
  readonly average: number;
}

/** Ranges with more cells are not summed up, so that no frame waits for it. */
const CELLS_MAX = 50_000;

/** Returns the totals of the numbers in a range; null if there are fewer than two, or rows are not loaded. */
export function totalsOfRange(grid: GridState, { top, bottom, left, right }: CellRange): Totals | null {
  const columns = grid.placed
    .peek()
    .slice(left, right + 1)
    .filter(({ type }) => type === 'number');
  if (columns.length === 0 || (bottom - top + 1) * columns.length > CELLS_MAX) return null;
  const numbers: number[] = [];
  for (let line = top; line <= bottom; line += 1) {
    const row = grid.rowAt(line);
    if (row === null) return null;
    for (const { name } of columns) {
      const value = grid.edits.drafts.of(row.id).get(name)?.value ?? row[name];
      if (typeof value === 'number') numbers.push(value);
    }
  }
  if (numbers.length < 2) return null;
  const sum = numbers.reduce((total, value) => total + value, 0);
  return { count: numbers.length, sum, average: sum / numbers.length };
}
