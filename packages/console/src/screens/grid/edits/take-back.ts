import { formatNumber } from '../../../components/format.ts';
import { showToast, type ToastOptions } from '../../../components/toast.tsx';
import type { Change, Edit } from '../../../records/edits/edit.ts';
import { valueEdit } from '../../../records/edits/store-edits.ts';
import { messageOf } from '../../../session/describe-error.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { GridState } from '../state/grid-state.ts';
import { changeAll } from '../state/selected-records.ts';
import { bringBack } from './bring-back.ts';

/** Takes back the changes of a group, if they still can be. */
export async function takeGroupBack(grid: GridState, group: string): Promise<void> {
  const edit = grid.edits.history.peek().find((one) => one.group === group);
  if (edit !== undefined) await takeEditBack(grid, edit);
}

/** Takes the latest edit back, after those that are on their way. Returns whether there may be one. */
export function takeLatestBack(grid: GridState): boolean {
  const busy = grid.edits.whenIdle();
  if (busy !== null) {
    void busy.then(() => takeLatestBack(grid));
    return true;
  }
  const edit = grid.edits.history.peek().at(-1);
  if (edit !== undefined) void takeEditBack(grid, edit);
  return edit !== undefined;
}

/** Takes an edit back. Records that someone else has changed since keep their values. */
async function takeEditBack(grid: GridState, edit: Edit): Promise<void> {
  const { history, undone } = grid.edits;
  hideToast();
  history.value = history.peek().filter((one) => one !== edit);
  await grid.edits.whileReversing(async () => {
    const reversed = await reverse(grid, edit.changes.map(turn));
    if (reversed === null) history.value = [...history.peek(), edit];
    else undone.value = [...undone.peek(), { ...edit, changes: reversed.map(turn) }];
  });
}

/** Makes the edit that was taken back last again, after those that are on their way. Returns whether there may be one. */
export function makeAgain(grid: GridState): boolean {
  const busy = grid.edits.whenIdle();
  if (busy !== null) {
    void busy.then(() => makeAgain(grid));
    return true;
  }
  const { history, undone } = grid.edits;
  const edit = undone.peek().at(-1);
  if (edit === undefined) return false;
  hideToast();
  undone.value = undone.peek().slice(0, -1);
  void grid.edits.whileReversing(async () => {
    const made = await reverse(grid, edit.changes, gridTexts.redone);
    if (made === null) undone.value = [...undone.peek(), edit];
    else history.value = [...history.peek(), { ...edit, changes: made }];
  });
  return true;
}

/** Takes the change of one record back, out of the edit in which it was made. */
export async function takeBack(grid: GridState, change: Change): Promise<void> {
  const { history } = grid.edits;
  history.value = history
    .peek()
    .map((edit) => ({ ...edit, changes: edit.changes.filter((one) => one !== change) }))
    .filter(({ changes }) => changes.length > 0);
  await reverse(grid, [turn(change)]);
}

function turn(change: Change): Change {
  return { ...change, before: change.after, after: change.before };
}

/**
 * Makes changes: adds, deletes and changes records. Says which were left out, because someone else has changed them.
 * Returns the changes with the ids that the records have now; null if nothing was done.
 */
async function reverse(
  grid: GridState,
  changes: readonly Change[],
  text: string = gridTexts.undone,
): Promise<readonly Change[] | null> {
  const added = changes.filter(({ before }) => before === null);
  const deleted = changes.filter(({ after }) => after === null);
  const changed = changes.flatMap(({ id, before, after }) =>
    before === null || after === null ? [] : [{ id, from: before, to: after }],
  );
  try {
    let ids: ReadonlyMap<string, string> = new Map();
    const notes: string[] = [];
    if (deleted.length > 0) await grid.store.deleteMany(deleted.map(({ id }) => id));
    if (added.length > 0) {
      const back = await bringBack(grid, added);
      ids = back.ids;
      notes.push(...back.notes);
    }
    if (added.length + deleted.length > 0) grid.edits.announceList();
    const [only] = changed;
    if (only !== undefined && changed.length === 1) {
      const result = await writeOne(grid, only);
      if (result !== 'done') return changes;
    } else if (changed.length > 1) {
      const { made, conflicts, refused, error } = await changeAll(grid, changed, () => {});
      if (made.length === 0 && refused > 0) throw error;
      const kept = conflicts.length + refused;
      if (kept > 0) notes.push(gridTexts.bulk.undoneBut(formatNumber(kept), kept === 1));
    }
    showToast(notes.length > 0 ? notes.join(' ') : text, { isBad: notes.length > 0 });
    return changes.map((change) => ({ ...change, id: ids.get(change.id) ?? change.id }));
  } catch (error) {
    showToast(messageOf(error), { isBad: true });
    return null;
  }
}

/** Changes one record. A conflict is shown with both versions. Without a response the values are sent later. */
async function writeOne(
  grid: GridState,
  { id, from, to }: { readonly id: string; readonly from: Change['before']; readonly to: Change['after'] },
): Promise<string> {
  const edits = grid.columns.flatMap((column) => {
    const [before, value] = [from?.[column.name], to?.[column.name]];
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

let hideToast: () => void = () => {};

/** Says what was changed, with a button to undo it. A further change replaces the message. */
export function announce(text: string, options: ToastOptions): void {
  hideToast();
  hideToast = showToast(text, options);
}
