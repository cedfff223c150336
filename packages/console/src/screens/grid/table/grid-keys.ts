import { copyText } from '../../../components/copy-button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { showToast } from '../../../components/toast.tsx';
import { isNewId } from '../../../records/edits/store-drafts.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { drop, endByKey, typeAhead } from '../edits/grid-edits.ts';
import { clearRange, copyRange, fillDown } from '../edits/range-edits.ts';
import type { CellPlace } from '../state/grid-cell.ts';
import type { GridState } from '../state/grid-state.ts';

interface GridKeyActions {
  /** The number of rows that fit. */
  readonly pageRows: number;
  readonly openRecord: (id: string) => void;
  readonly pressed: PressedKeys;
}

/** What a key leaves for the keys after it. */
export interface PressedKeys {
  /** Whether the next Tab leaves the grid. */
  isLeaving: boolean;
  /** Whether the beginning of the word that is typed was refused. */
  isRefused: boolean;
}

/** Handles a key of the grid, outside of its editor. */
export function pressKey(
  grid: GridState,
  event: KeyboardEvent,
  { pageRows, openRecord, pressed }: GridKeyActions,
): void {
  if (event.defaultPrevented || (event.altKey && !writesSign(event))) return;
  const editing = grid.editing.peek();
  if (editing !== null) {
    typeAhead(grid, editing, event);
    return;
  }
  const isCommand = event.ctrlKey || event.metaKey;
  const { isLeaving, isRefused } = pressed;
  pressed.isLeaving = event.key === 'Escape';
  const target = targetOf(grid, event, pageRows);
  if (isRefused) {
    const isSign = event.key.length === 1;
    const isEnd = target !== null || (isSign && isCommand) || ['Enter', 'Escape', 'F2'].includes(event.key);
    // Without its beginning, the rest of the word would replace a value.
    if (isSign && !isCommand) event.preventDefault();
    pressed.isRefused = !isEnd;
    if (!isEnd || endByKey(grid, event)) return;
  }
  if (event.key === 'Escape') {
    grid.anchor.value = null;
    giveUp(grid);
    return;
  }
  if (event.key === 'Tab' && isLeaving) return;
  if (target !== null) {
    event.preventDefault();
    grid.moveTo(target, event.shiftKey && event.key !== 'Tab');
    return;
  }
  const { row } = grid.active.peek();
  const shown = grid.rowAt(row);
  if (isCommand) {
    pressCommand(grid, event);
    return;
  }
  if (shown === null) {
    // A value that is typed into a record that is not seen would replace an unknown one.
    if (isForRecord(event)) showToast(gridTexts.notLoaded, { isBad: true });
    pressed.isRefused = event.key.length === 1 && event.key !== ' ';
    return;
  }
  if (event.key === 'Enter' && event.shiftKey) {
    event.preventDefault();
    if (!isNewId(shown.id)) openRecord(shown.id);
  } else if (event.key === 'Enter' || event.key === 'F2') {
    event.preventDefault();
    startEdit(grid);
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault();
    void clearRange(grid)();
  } else if (event.key === ' ') {
    event.preventDefault();
    grid.selection.toggle(row, event.shiftKey);
  } else if (event.key.length === 1) {
    event.preventDefault();
    startEdit(grid, event.key);
  }
}

/** Whether a key with Alt writes a sign, as Option does on a Mac: € and @ on many keyboards. */
function writesSign({ key }: KeyboardEvent): boolean {
  return key.length === 1 && navigator.platform.startsWith('Mac');
}

/** Whether a key concerns the record of the active line: it edits, empties, selects or opens it. */
function isForRecord({ key }: KeyboardEvent): boolean {
  return key.length === 1 || ['Enter', 'F2', 'Delete', 'Backspace'].includes(key);
}

/** Returns the cell to which a key moves; null if it moves nowhere. */
function targetOf(grid: GridState, event: KeyboardEvent, pageRows: number): CellPlace | null {
  const { row, column } = grid.active.peek();
  const isFar = event.ctrlKey || event.metaKey;
  const isComplete = grid.pages.isComplete.peek();
  const lastRow = (isComplete ? grid.lineCount.peek() : grid.pages.known.peek()) - 1;
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
      return row >= grid.lineCount.peek() - 1 ? null : { row: row + 1, column: 0 };
    default:
      return null;
  }
}

/** Begins to edit the active cell, with its value or with the first letter of a new one. */
export function startEdit(grid: GridState, first?: string): void {
  const { row, column } = grid.active.peek();
  const placed = grid.placed.peek()[column];
  const shown = grid.rowAt(row);
  if (shown === null) {
    showToast(gridTexts.notLoaded, { isBad: true });
    return;
  }
  if (placed === undefined) return;
  if (!grid.isEditable(shown, placed)) {
    showToast(gridTexts.readOnly(placed.name));
    return;
  }
  const began = grid.textOf(shown, placed);
  const text = first ?? began;
  grid.anchor.value = null;
  grid.editing.value = { id: shown.id, column: placed, text, began, from: grid.valueOf(shown, placed) };
}

/** Gives up a value that was typed into the active cell and is not stored. */
function giveUp(grid: GridState): void {
  const { row, column } = grid.active.peek();
  const placed = grid.placed.peek()[column];
  const shown = grid.rowAt(row);
  if (placed !== undefined && shown !== null) drop(grid, shown.id, placed.name);
}

function pressCommand(grid: GridState, event: KeyboardEvent): void {
  const key = event.key.toLowerCase();
  if (key === 'a') {
    event.preventDefault();
    grid.selection.ids.value = 'all';
  } else if (key === 'c') {
    event.preventDefault();
    void copyCells(grid);
  } else if (key === 'x') {
    event.preventDefault();
    void cutCells(grid);
  } else if (key === 'd') {
    event.preventDefault();
    void fillDown(grid);
  }
}

/** Copies the range, and says so. Returns whether it is copied. */
export async function copyCells(grid: GridState): Promise<boolean> {
  const copied = copyRange(grid);
  if (copied === null) {
    showToast(gridTexts.notLoaded, { isBad: true });
    return false;
  }
  const isCopied = await copyText(copied.text);
  if (isCopied && copied.cells > 1) showToast(gridTexts.copied(formatNumber(copied.cells)));
  return isCopied;
}

/** Copies the range, and then unsets it. Whoever goes on to another cell meanwhile keeps that one. */
export async function cutCells(grid: GridState): Promise<void> {
  const clear = clearRange(grid);
  if (await copyCells(grid)) await clear();
}
