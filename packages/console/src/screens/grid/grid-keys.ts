import { copyText } from '../../components/copy-button.tsx';
import { formatNumber } from '../../components/format.ts';
import { showToast, undoLatest } from '../../components/toast.tsx';
import { showValue } from '../../records/value-types.ts';
import { gridTexts } from '../../texts/en/grid.ts';
import { clearRange, copyRange } from './grid-edits.ts';
import { type CellPlace, cellKey, type GridState } from './grid-state.ts';
import { takeLatestBack } from './take-back.ts';

interface GridKeyActions {
  /** The number of rows that fit. */
  readonly pageRows: number;
  readonly openRecord: (id: string) => void;
  /** Lets the next Tab leave the grid. */
  readonly armLeaving: (isArmed: boolean) => void;
  readonly mayLeave: () => boolean;
}

/** Handles a key of the grid, outside of its editor. */
export function pressKey(grid: GridState, event: KeyboardEvent, actions: GridKeyActions): void {
  if (grid.editing.peek() !== null || event.defaultPrevented || event.altKey) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const isLeaving = actions.mayLeave();
  actions.armLeaving(event.key === 'Escape');
  if (event.key === 'Escape') {
    grid.anchor.value = null;
    giveUp(grid);
    return;
  }
  if (event.key === 'Tab' && isLeaving) return;
  const target = targetOf(grid, event, actions.pageRows);
  if (target !== null) {
    event.preventDefault();
    grid.moveTo(target, event.shiftKey && event.key !== 'Tab');
    return;
  }
  const { row } = grid.active.peek();
  const shown = grid.pages.rowAt(row);
  if (isCommand) {
    pressCommand(grid, event);
    return;
  }
  if (shown === null) return;
  if (event.key === 'Enter' && event.shiftKey) {
    event.preventDefault();
    actions.openRecord(shown.id);
  } else if (event.key === 'Enter' || event.key === 'F2') {
    event.preventDefault();
    startEdit(grid);
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault();
    void clearRange(grid);
  } else if (event.key === ' ') {
    event.preventDefault();
    grid.toggle(shown.id);
  } else if (event.key.length === 1) {
    event.preventDefault();
    startEdit(grid, event.key);
  }
}

/** Returns the cell to which a key moves; null if it moves nowhere. */
function targetOf(grid: GridState, event: KeyboardEvent, pageRows: number): CellPlace | null {
  const { row, column } = grid.active.peek();
  const isFar = event.ctrlKey || event.metaKey;
  const lastRow = grid.pages.known.peek() - 1;
  const lastColumn = grid.placed.peek().length - 1;
  switch (event.key) {
    case 'ArrowDown':
      return { row: isFar ? lastRow : row + 1, column };
    case 'ArrowUp':
      return { row: isFar ? 0 : row - 1, column };
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isFar ? lastColumn : column + 1 };
    case 'PageDown':
      return { row: row + pageRows, column };
    case 'PageUp':
      return { row: row - pageRows, column };
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 };
    case 'End':
      return { row: isFar ? lastRow : row, column: lastColumn };
    case 'Tab':
      if (event.shiftKey) {
        if (column > 0) return { row, column: column - 1 };
        return row === 0 ? null : { row: row - 1, column: lastColumn };
      }
      if (column < lastColumn) return { row, column: column + 1 };
      return row >= lastRow ? null : { row: row + 1, column: 0 };
    default:
      return null;
  }
}

/** Begins to edit the active cell, with its value or with the first letter of a new one. */
export function startEdit(grid: GridState, first?: string): void {
  const { row, column } = grid.active.peek();
  const placed = grid.placed.peek()[column];
  const shown = grid.pages.rowAt(row);
  if (placed === undefined || shown === null) return;
  if (!placed.isEditable) {
    showToast(gridTexts.readOnly(placed.name));
    return;
  }
  const refused = grid.problems.peek().get(cellKey(shown.id, placed.name))?.text;
  const value = refused ?? showValue(shown[placed.name], placed.type);
  grid.anchor.value = null;
  grid.editing.value = placed.type === 'boolean' ? value : (first ?? value);
}

/** Gives up a value that was not written into the active cell. */
function giveUp(grid: GridState): void {
  const { row, column } = grid.active.peek();
  const placed = grid.placed.peek()[column];
  const shown = grid.pages.rowAt(row);
  if (placed !== undefined && shown !== null) grid.setProblem(shown.id, placed.name, null);
}

function pressCommand(grid: GridState, event: KeyboardEvent): void {
  const key = event.key.toLowerCase();
  if (key === 'a') {
    event.preventDefault();
    grid.selected.value = 'all';
  } else if (key === 'c') {
    event.preventDefault();
    void copyCells(grid);
  } else if (key === 'z' && !event.shiftKey) {
    // A message that is shown may offer to take back what is newer than the history, such as a deletion.
    if (undoLatest() || takeLatestBack(grid)) event.preventDefault();
  }
}

/** Copies the range, and says so. */
async function copyCells(grid: GridState): Promise<void> {
  const copied = copyRange(grid);
  if (copied === null) showToast(gridTexts.notLoaded, { isBad: true });
  else if ((await copyText(copied.text)) && copied.cells > 1) {
    showToast(gridTexts.copied(formatNumber(copied.cells)));
  }
}
