import type { AnyRow } from '@vitrine/client';
import { formatNumber } from '../../../components/format.ts';
import type { CellEdit } from '../../../records/edits/cell-edit.ts';
import { createGroup } from '../../../records/edits/edit.ts';
import { cellKey } from '../../../records/edits/kept-drafts.ts';
import { isNewId } from '../../../records/edits/store-drafts.ts';
import { readValue } from '../../../records/read-value.ts';
import type { Column } from '../../../records/value-types.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { Editing } from '../state/grid-cell.ts';
import type { GridState } from '../state/grid-state.ts';
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
function leaveEdit(grid: GridState): void {
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
  const isEnter = key === 'Enter' && !event.altKey;
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

/** Returns whether the editor of a text is a list of yes and no. What is typed instead, such as `ja`, is read as a text. */
export function isChosen({ type }: Column, text: string): boolean {
  return type === 'boolean' && ['', 'true', 'false'].includes(text);
}

/**
 * Takes a key while the editor is not there: the user has scrolled the active line out of sight, or the key comes in the
 * task that has opened the editor.
 */
export function typeAhead(grid: GridState, { text, column }: Editing, event: KeyboardEvent): void {
  if (endByKey(grid, event) || isChosen(column, text) || event.ctrlKey || event.metaKey) return;
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

/**
 * Writes cells, says what became of them, and offers to take all of it back.
 * @param notes sentences about cells that are not among them.
 */
export async function writeCells(
  grid: GridState,
  given: readonly CellEdit[],
  notes: readonly string[] = [],
): Promise<void> {
  const { drafts } = grid.edits;
  const [sent, emptied]: [CellEdit[], CellEdit[]] = [[], []];
  for (const asked of given) {
    // The record may have been added since its cell was chosen, as while a picture was on its way.
    const { field, value } = asked;
    const id = grid.edits.idOf(asked.id);
    const from = id === asked.id ? asked.from : (grid.edits.versions.get(id)?.[field] ?? null);
    const edit = { ...asked, id, from };
    const draft = drafts.of(id).get(field);
    // A line whose only value is removed again must not become a record. One that is on its way becomes one.
    if (isNewId(id) && value === null && draft !== undefined && draft.state !== 'waiting') {
      emptied.push(edit);
      continue;
    }
    // A draft on its way may have been written already: a text that is typed over it is written too.
    if (value !== from || draft?.state === 'waiting') {
      sent.push(edit);
      continue;
    }
    // A value that the server has needs no request.
    drafts.forgetTyped(edit);
    if (draft !== undefined) drafts.drop([draft]);
  }
  drafts.put(grid.edits.draftsOf(emptied, 'typed'));
  const active = grid.rowAt(grid.active.peek().row)?.id;
  for (const id of new Set(emptied.map((edit) => edit.id))) {
    // The others are not left any more.
    if (id === active) grid.dropEmpty(id);
    else grid.addLeft(id);
  }
  const group = createGroup();
  if (sent.length > 0) await grid.edits.write(sent, group);
  const left = sent.filter(({ id, field }) => drafts.of(id).get(field)?.group === group);
  const refused = left.filter(({ id, field }) => drafts.of(id).get(field)?.state !== 'waiting');
  // A record that is not added counts as one.
  const refusals = new Set(refused.map((edit) => (isNewId(edit.id) ? edit.id : cellKey(edit)))).size;
  const begun = new Set(sent.filter(({ id }) => isNewId(id)).map(({ id }) => id));
  const added = [...begun].filter((id) => drafts.of(id).size === 0).length;
  const changed =
    sent.filter(({ id }) => !begun.has(id)).length - left.filter(({ id }) => !begun.has(id)).length;
  const isOne = given.length === 1 && notes.length === 0;
  const parts = [
    ...(changed === 1 && isOne && sent[0] !== undefined ? [gridTexts.changed(sent[0].field)] : []),
    ...(changed > 0 && !isOne ? [gridTexts.changedCells(formatNumber(changed), changed === 1)] : []),
    ...(added > 0 ? [gridTexts.addedRecords(formatNumber(added), added === 1)] : []),
    ...(refusals > 0 && !isOne ? [gridTexts.refusedCells(formatNumber(refusals))] : []),
    ...(sent.length + emptied.length === 0 && given.length > 1 ? [gridTexts.changedNothing] : []),
    ...notes,
  ];
  if (parts.length === 0) return;
  const isWritten = grid.edits.history.peek().some((edit) => edit.group === group);
  announce(parts.join(' '), {
    ...(isWritten ? { undo: () => void takeGroupBack(grid, group) } : {}),
    ...(refusals > 0 ? { action: { label: gridTexts.show, run: () => showNextUnsaved(grid, 'first') } } : {}),
    isBad: refusals + notes.length > 0,
  });
}
