import type { AnyRow } from '@vitrine/client';
import { formatNumber } from '../../components/format.ts';
import { showToast } from '../../components/toast.tsx';
import { type Column, readValue, showValue } from '../../records/value-types.ts';
import { gridTexts } from '../../texts/en/grid.ts';
import type { Edit, GridState, Values } from './grid-state.ts';
import { parseTsv } from './parse-tsv.ts';
import { changeRecord } from './record-edits.ts';
import { announce, takeEditBack } from './take-back.ts';

/** Saves the text in the editor of the active cell. */
export async function commitEdit(grid: GridState): Promise<void> {
  const text = grid.editing.peek();
  const { row, column } = grid.active.peek();
  const shown = grid.pages.rowAt(row);
  const placed = grid.placed.peek()[column];
  grid.editing.value = null;
  if (text === null || shown === null || placed === undefined) return;
  if (text === showValue(shown[placed.name], placed.type)) {
    grid.setProblem(shown.id, placed.name, null);
    return;
  }
  await changeCells(grid, [{ shown, changes: { [placed.name]: readValue(text, placed.type) } }]);
}

/** Unsets the editable cells of the range. */
export async function clearRange(grid: GridState): Promise<void> {
  await changeCells(
    grid,
    changesOfRange(grid, () => null),
  );
}

/** Returns the cells of the range as text with tabs, as spreadsheets take it; null if a row is not loaded. */
export function copyRange(grid: GridState): { readonly text: string; readonly cells: number } | null {
  const { top, bottom, left, right } = grid.range.peek();
  const columns = grid.placed.peek().slice(left, right + 1);
  const lines: string[] = [];
  for (let index = top; index <= bottom; index += 1) {
    const row = grid.pages.rowAt(index);
    if (row === null) return null;
    lines.push(columns.map(({ name, type }) => quote(showValue(row[name], type))).join('\t'));
  }
  return { text: lines.join('\n'), cells: lines.length * columns.length };
}

/** Writes text with tabs into the cells from the upper left corner of the range on. A single value fills the range. */
export async function pasteText(grid: GridState, text: string): Promise<void> {
  const lines = parseTsv(text);
  const { top, bottom, left, right } = grid.range.peek();
  const only = lines.length === 1 && lines[0]?.length === 1 ? lines[0][0] : undefined;
  if (only !== undefined && (top !== bottom || left !== right)) {
    await changeCells(
      grid,
      changesOfRange(grid, ({ type }) => readValue(only, type)),
    );
    return;
  }
  const columns = grid.placed.peek();
  const edits: { shown: AnyRow; changes: Values }[] = [];
  let beyond = 0;
  for (const [line, cells] of lines.entries()) {
    const shown = grid.pages.rowAt(top + line);
    if (shown === null) {
      beyond += 1;
      continue;
    }
    const changes = cells.flatMap((cell, place) => {
      const column = columns[left + place];
      return column?.isEditable ? [[column.name, readValue(cell, column.type)] as const] : [];
    });
    if (changes.length > 0) edits.push({ shown, changes: Object.fromEntries(changes) });
  }
  if (beyond > 0) showToast(gridTexts.pasteBeyond(formatNumber(beyond)), { isBad: true });
  await changeCells(grid, edits);
}

function changesOfRange(
  grid: GridState,
  toValue: (column: Column) => Values[string],
): { shown: AnyRow; changes: Values }[] {
  const { top, bottom, left, right } = grid.range.peek();
  const columns = grid.placed
    .peek()
    .slice(left, right + 1)
    .filter(({ isEditable }) => isEditable);
  const edits: { shown: AnyRow; changes: Values }[] = [];
  for (let index = top; index <= bottom; index += 1) {
    const shown = grid.pages.rowAt(index);
    if (shown === null) continue;
    edits.push({
      shown,
      changes: Object.fromEntries(columns.map((column) => [column.name, toValue(column)])),
    });
  }
  return edits;
}

/** Changes several records, and offers to take all of it back. */
async function changeCells(
  grid: GridState,
  edits: readonly { readonly shown: AnyRow; readonly changes: Values }[],
): Promise<void> {
  const before = grid.history.peek().length;
  for (const { shown, changes } of edits) await changeRecord(grid, shown, changes);
  const made = grid.history.peek().slice(before).flat();
  if (made.length === 0) return;
  grid.history.value = [...grid.history.peek().slice(0, before), made];
  announce(describe(made), () => void takeEditBack(grid, made));
}

function describe(changes: Edit): string {
  const fields = changes.flatMap(({ after }) => Object.keys(after));
  return fields.length === 1 && fields[0] !== undefined
    ? gridTexts.changed(fields[0])
    : gridTexts.changedCells(formatNumber(fields.length));
}

function quote(cell: string): string {
  return /[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
