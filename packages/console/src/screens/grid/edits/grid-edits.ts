import type { AnyRow } from '@vitrine/client';
import { formatNumber } from '../../../components/format.ts';
import { showToast } from '../../../components/toast.tsx';
import { createGroup } from '../../../records/edits/edit.ts';
import { isNewId } from '../../../records/edits/store-drafts.ts';
import type { CellEdit } from '../../../records/edits/store-edits.ts';
import { readValue } from '../../../records/read-value.ts';
import type { Column } from '../../../records/value-types.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { cellKey, type Editing, type GridState } from '../state/grid-state.ts';
import { announce, takeGroupBack } from './take-back.ts';
import { showNextUnsaved } from './unsaved.ts';

/** Returns the edit that puts a text into a cell. */
export function cellEdit(row: AnyRow, column: Column, text: string): CellEdit {
  return editOf({ id: row.id, column, text, from: row[column.name] ?? null });
}

/** Returns the edit that the text in the editor makes. */
function editOf({ id, column, text, from }: Omit<Editing, 'began'>): CellEdit {
  return { id, field: column.name, text, value: readValue(text, column.type), from };
}

/** Saves the text in the editor. A record that is not added yet keeps it until its line is left. */
export async function commitEdit(grid: GridState): Promise<void> {
  const editing = grid.editing.peek();
  grid.editing.value = null;
  if (editing === null) return;
  const { id, column, text, began } = editing;
  const { drafts } = grid.edits;
  if (text === began && drafts.of(id).get(column.name) === undefined) {
    drafts.forgetTyped({ id, field: column.name });
    return;
  }
  const edit = editOf(editing);
  if (isNewId(id)) drafts.put(grid.edits.draftsOf([edit], 'typed'));
  else await writeCells(grid, [edit]);
}

/** Ends the editor without a change. */
export function leaveEdit(grid: GridState): void {
  const editing = grid.editing.peek();
  grid.editing.value = null;
  if (editing !== null) grid.edits.drafts.forgetTyped({ id: editing.id, field: editing.column.name });
}

/**
 * Ends the editor: Enter saves and goes down, Tab saves and goes right, with Shift up and left, Escape leaves the value
 * unchanged. Returns false for other keys, which change nothing.
 */
export function endByKey(grid: GridState, event: KeyboardEvent): boolean {
  const { key } = event;
  const isEnter = key === 'Enter' && !event.altKey && !event.isComposing;
  if (!isEnter && key !== 'Tab' && key !== 'Escape') return false;
  event.preventDefault();
  if (key === 'Escape') {
    leaveEdit(grid);
    return true;
  }
  void commitEdit(grid);
  const { row, column } = grid.active.peek();
  const step = event.shiftKey ? -1 : 1;
  grid.moveTo(isEnter ? { row: row + step, column } : { row, column: column + step });
  return true;
}

/**
 * Takes a key while the editor is not there: the user has scrolled the active line out of sight, or the key comes in the
 * task that has opened the editor.
 */
export function typeAhead(grid: GridState, { text, column }: Editing, event: KeyboardEvent): void {
  if (endByKey(grid, event) || column.type === 'boolean' || event.ctrlKey || event.metaKey) return;
  const isBackspace = event.key === 'Backspace';
  if (!isBackspace && event.key.length !== 1) return;
  event.preventDefault();
  typeText(grid, isBackspace ? text.slice(0, -1) : text + event.key);
}

/** Takes a text from the editor, and keeps it for the case that the page is closed. */
export function typeText(grid: GridState, text: string): void {
  const editing = grid.editing.peek();
  if (editing === null) return;
  const typed = { ...editing, text };
  grid.editing.value = typed;
  for (const draft of grid.edits.draftsOf([editOf(typed)], 'typed')) grid.edits.drafts.keepTyped(draft);
}

/** Gives up the value that was typed into a cell and is not stored. */
export function drop(grid: GridState, id: string, field: string): void {
  const draft = grid.edits.drafts.of(id).get(field);
  if (draft !== undefined) grid.edits.drafts.drop([draft]);
}

/** Unsets the editable cells of the range. */
export async function clearRange(grid: GridState): Promise<void> {
  await writeCells(
    grid,
    editsOfRange(grid, () => ''),
  );
}

/** Copies the first line of the range into the others of it. */
export async function fillDown(grid: GridState): Promise<void> {
  const { top } = grid.range.peek();
  const first = grid.rowAt(top);
  if (first === null) return;
  await writeCells(
    grid,
    editsOfRange(grid, (column) => grid.textOf(first, column), top + 1),
  );
}

/** Returns the cells of the range as text with tabs, as spreadsheets take it; null if a row is not loaded. */
export function copyRange(grid: GridState): { readonly text: string; readonly cells: number } | null {
  const { top, bottom, left, right } = grid.range.peek();
  const columns = grid.placed.peek().slice(left, right + 1);
  const lines: string[] = [];
  for (let line = top; line <= bottom; line += 1) {
    const row = grid.rowAt(line);
    if (row === null) return null;
    lines.push(columns.map((column) => quote(grid.textOf(row, column))).join('\t'));
  }
  return { text: lines.join('\n'), cells: lines.length * columns.length };
}

/** The lines and cells of a text with tabs. */
type Cells = readonly (readonly string[])[];

/**
 * Writes cells from the upper left corner of the range on. A single value fills the range. Lines below the last record
 * become records.
 */
export async function pasteCells(grid: GridState, lines: Cells): Promise<void> {
  const { top, bottom, left, right } = grid.range.peek();
  const only = lines.length === 1 && lines[0]?.length === 1 ? lines[0][0] : undefined;
  if (only !== undefined && (top !== bottom || left !== right)) {
    await writeCells(
      grid,
      editsOfRange(grid, () => only),
    );
    return;
  }
  const columns = grid.placed.peek();
  const edits: CellEdit[] = [];
  let unloaded = 0;
  for (const [place, cells] of lines.entries()) {
    const row = grid.rowForPaste(top + place);
    if (row === null) {
      unloaded += 1;
      continue;
    }
    for (const [offset, cell] of cells.entries()) {
      const column = columns[left + offset];
      if (column !== undefined && grid.isEditable(row, column)) edits.push(cellEdit(row, column, cell));
    }
  }
  if (unloaded > 0) showToast(gridTexts.notLoaded, { isBad: true });
  await writeCells(grid, edits);
}

function editsOfRange(
  grid: GridState,
  textFor: (column: Column) => string,
  from = grid.range.peek().top,
): CellEdit[] {
  const { bottom, left, right } = grid.range.peek();
  const columns = grid.placed.peek().slice(left, right + 1);
  const edits: CellEdit[] = [];
  for (let line = from; line <= bottom; line += 1) {
    const row = grid.rowAt(line);
    if (row === null) continue;
    for (const column of columns) {
      if (grid.isEditable(row, column)) edits.push(cellEdit(row, column, textFor(column)));
    }
  }
  return edits;
}

/** Writes cells, says what became of them, and offers to take all of it back. */
export async function writeCells(grid: GridState, given: readonly CellEdit[]): Promise<void> {
  const { drafts } = grid.edits;
  const sent: CellEdit[] = [];
  for (const edit of given) {
    const { id, field, value, from } = edit;
    const draft = drafts.of(id).get(field);
    // A draft on its way may have been written already: a text that is typed over it is written too.
    if (value !== from || draft?.state === 'waiting' || (isNewId(id) && draft !== undefined)) {
      sent.push(edit);
      continue;
    }
    // A value that the server has needs no request.
    drafts.forgetTyped(edit);
    if (draft !== undefined) drafts.drop([draft]);
  }
  if (sent.length === 0) return;
  const group = createGroup();
  await grid.edits.write(sent, group);
  const left = sent.filter(({ id, field }) => drafts.of(id).get(field)?.group === group);
  const refused = left.filter(({ id, field }) => drafts.of(id).get(field)?.state !== 'waiting');
  // A record that is not added counts as one.
  const refusals = new Set(refused.map(({ id, field }) => (isNewId(id) ? id : cellKey(id, field)))).size;
  const begun = new Set(sent.filter(({ id }) => isNewId(id)).map(({ id }) => id));
  const added = [...begun].filter((id) => drafts.of(id).size === 0).length;
  const changed =
    sent.filter(({ id }) => !begun.has(id)).length - left.filter(({ id }) => !begun.has(id)).length;
  const parts = [
    ...(changed === 1 && sent.length === 1 && sent[0] !== undefined
      ? [gridTexts.changed(sent[0].field)]
      : []),
    ...(changed > 0 && sent.length > 1 ? [gridTexts.changedCells(formatNumber(changed), changed === 1)] : []),
    ...(added > 0 ? [gridTexts.addedRecords(formatNumber(added), added === 1)] : []),
    ...(refusals > 0 && sent.length > 1 ? [gridTexts.refusedCells(formatNumber(refusals))] : []),
  ];
  if (parts.length === 0) return;
  const isWritten = grid.edits.history.peek().some((edit) => edit.group === group);
  announce(parts.join(' '), {
    ...(isWritten ? { undo: () => void takeGroupBack(grid, group) } : {}),
    ...(refusals > 0 ? { action: { label: gridTexts.show, run: () => showNextUnsaved(grid, 'first') } } : {}),
    isBad: refusals > 0,
  });
}

function quote(cell: string): string {
  return /[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
