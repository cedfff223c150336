import type { AnyRow } from '@vitrine/client';
import { formatNumber } from '../../../components/format.ts';
import { showToast } from '../../../components/toast.tsx';
import type { CellEdit } from '../../../records/edits/cell-edit.ts';
import type { Column } from '../../../records/value-types.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { GridState } from '../state/grid-state.ts';
import { cellEdit, writeCells } from './grid-edits.ts';
import { importMany } from './import-many.ts';
import { type Cells, toTsv } from './tsv.ts';

/** Returns the function that unsets the editable cells of the range of now. */
export function clearRange(grid: GridState): () => Promise<void> {
  const gathered = gatherRange(grid, () => '');
  return () => writeGathered(grid, gathered);
}

/** Copies the first line of the range into the others of it. */
export async function fillDown(grid: GridState): Promise<void> {
  const { top } = grid.range.peek();
  const first = grid.rowAt(top);
  if (first === null) {
    showToast(gridTexts.notLoaded, { isBad: true });
    return;
  }
  await writeGathered(
    grid,
    gatherRange(grid, (column) => grid.textOf(first, column), top + 1),
  );
}

/** Returns the cells of the range as text with tabs, as spreadsheets take it; null if a row is not loaded. */
export function copyRange(grid: GridState): { readonly text: string; readonly cells: number } | null {
  const { top, bottom, left, right } = grid.range.peek();
  const columns = grid.placed.peek().slice(left, right + 1);
  const lines: string[][] = [];
  for (let line = top; line <= bottom; line += 1) {
    const row = grid.rowAt(line);
    if (row === null) return null;
    lines.push(columns.map((column) => grid.textOf(row, column)));
  }
  return { text: toTsv(lines), cells: lines.length * columns.length };
}

/**
 * Writes cells from the upper left corner of the range on. A single value fills the range. Lines below the last record
 * become records; many of them are imported.
 */
export async function pasteCells(grid: GridState, lines: Cells): Promise<void> {
  const { top, bottom, left, right } = grid.range.peek();
  const only = lines.length === 1 && lines[0]?.length === 1 ? lines[0][0] : undefined;
  if (only !== undefined && (top !== bottom || left !== right)) {
    await writeGathered(
      grid,
      gatherRange(grid, () => only),
    );
    return;
  }
  const imported = importMany(grid, lines);
  if (imported === lines.length) return;
  const columns = grid.placed.peek();
  const gathered = new Gathered(grid);
  for (const [place, cells] of lines.slice(0, lines.length - imported).entries()) {
    const row = grid.rowForPaste(top + place, top);
    for (const [offset, cell] of cells.entries()) gathered.take(row, columns[left + offset], cell);
  }
  await writeGathered(grid, gathered);
}

/** The edits of several cells, and the number of cells that get nothing of what they were to get. */
class Gathered {
  readonly edits: CellEdit[] = [];
  /** Cells that can't be changed, and of which the text differs. */
  fixed = 0;
  /** Cells right of the last column. */
  outside = 0;
  /** Cells of rows that are not loaded. */
  unloaded = 0;
  readonly #grid: GridState;

  constructor(grid: GridState) {
    this.#grid = grid;
  }

  take(row: AnyRow | null, column: Column | undefined, text: string): void {
    if (row === null) this.unloaded += 1;
    else if (column === undefined) this.outside += text === '' ? 0 : 1;
    else if (this.#grid.isEditable(row, column)) this.edits.push(cellEdit(row, column, text));
    else if (text !== this.#grid.textOf(row, column)) this.fixed += 1;
  }
}

function gatherRange(
  grid: GridState,
  textFor: (column: Column) => string,
  from = grid.range.peek().top,
): Gathered {
  const { bottom, left, right } = grid.range.peek();
  const columns = grid.placed.peek().slice(left, right + 1);
  const gathered = new Gathered(grid);
  for (let line = from; line <= bottom; line += 1) {
    const row = grid.rowAt(line);
    for (const column of columns) gathered.take(row, column, textFor(column));
  }
  return gathered;
}

/** Writes what was gathered, and says which cells were left out. */
async function writeGathered(grid: GridState, { edits, fixed, outside, unloaded }: Gathered): Promise<void> {
  const { leftOut } = gridTexts;
  const notes = [
    ...(fixed > 0 ? [leftOut.fixed(formatNumber(fixed), fixed === 1)] : []),
    ...(outside > 0 ? [leftOut.outside(formatNumber(outside), outside === 1)] : []),
    ...(unloaded > 0 ? [leftOut.unloaded(formatNumber(unloaded), unloaded === 1)] : []),
  ];
  await writeCells(grid, edits, notes);
}
