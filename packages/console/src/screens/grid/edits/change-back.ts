import { formatNumber } from '../../../components/format.ts';
import { showToast } from '../../../components/toast.tsx';
import { valueEdit } from '../../../records/edits/cell-edit.ts';
import { type Change, pick } from '../../../records/edits/edit.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { historyTexts } from '../../../texts/en/stores/history.ts';
import type { GridState } from '../state/grid-state.ts';
import { type BulkChange, changeAll } from '../state/selected-records.ts';
import type { Outcome } from './outcome.ts';

/**
 * Changes values of records. Those that someone else has changed meanwhile stay, and those of columns that the store does
 * not have any more are left out. For a single record, the user is asked.
 */
export async function changeBack(grid: GridState, changes: readonly Change[]): Promise<Outcome> {
  const names = new Set(grid.columns.map(({ name }) => name));
  const gone = new Set<string>();
  const wanted = new Map<BulkChange, Change>();
  for (const change of changes) {
    const { id, before, after } = change;
    if (before === null || after === null) continue;
    const fields = Object.keys(after).filter((field) => names.has(field) || !gone.add(field));
    if (fields.length > 0) wanted.set({ id, from: pick(before, fields), to: pick(after, fields) }, change);
  }
  const notes = gone.size > 0 ? [gridTexts.left.noColumn([...gone])] : [];
  const [[only, change] = []] = wanted;
  if (only !== undefined && change !== undefined && wanted.size === 1) {
    const isPending = (await writeOne(grid, only)) !== 'done';
    return { made: [change], failed: [], error: null, notes, isPending };
  }
  const { made, conflicts, failed, error } = await changeAll(grid, [...wanted.keys()], () => {});
  const deleted = conflicts.filter(({ current }) => current === null).length;
  const changed = conflicts.length - deleted;
  if (changed > 0) notes.push(historyTexts.outcomes.changed(formatNumber(changed), changed === 1));
  if (deleted > 0) notes.push(gridTexts.left.deleted(formatNumber(deleted), deleted === 1));
  return { made, failed: failed.flatMap((one) => wanted.get(one) ?? []), error, notes };
}

/** Changes one record. A conflict is shown with both versions. Without a response the values are sent later. */
async function writeOne(grid: GridState, { id, from, to }: BulkChange): Promise<string> {
  const edits = grid.columns.flatMap((column) => {
    const [before, value] = [from[column.name], to[column.name]];
    return value === undefined || value === before
      ? []
      : valueEdit(id, column, { value, from: before ?? null });
  });
  const result = (await grid.edits.write(edits, '')).get(id) ?? 'done';
  if (result === 'refused') showRefusal(grid, id);
  return result;
}

/** Says why a record was refused, for changes that were not typed into a cell. */
export function showRefusal(grid: GridState, id: string): void {
  const refused = [...grid.edits.drafts.of(id).values()].find(({ state }) => state === 'refused');
  if (refused !== undefined) showToast(refused.message, { isBad: true });
}
