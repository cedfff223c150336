import { formatNumber } from '../../components/format.ts';
import { showToast } from '../../components/toast.tsx';
import { gridTexts } from '../../texts/en/grid.ts';
import type { Change, Edit, GridState } from './grid-state.ts';
import { changeRecord, receive } from './record-edits.ts';
import { changeAll } from './selected-records.ts';

/** Takes the change of one record back. A conflict is shown with both versions. */
export async function takeBack(grid: GridState, change: Change): Promise<void> {
  forget(grid, [change]);
  const current = await grid.store.get(change.id).catch(() => null);
  if (current === null) {
    showToast(gridTexts.conflict.gone(change.id), { isBad: true });
    return;
  }
  receive(grid, current);
  const before = grid.history.peek();
  const result = await changeRecord(grid, { ...current, ...change.after }, change.before);
  // What takes a change back is no change of its own.
  grid.history.value = before;
  if (result === 'done') showToast(gridTexts.undone);
  if (result === 'refused') showRefusal(grid);
}

/** Says why the latest value was refused, for changes that were not typed into a cell. */
export function showRefusal(grid: GridState): void {
  showToast([...grid.problems.peek().values()].at(-1)?.message ?? '', { isBad: true });
}

/** Takes back what was changed together. Records that someone else has changed since keep their values. */
export async function takeEditBack(grid: GridState, edit: Edit): Promise<void> {
  const [only] = edit;
  if (only !== undefined && edit.length === 1) {
    await takeBack(grid, only);
    return;
  }
  forget(grid, edit);
  const back = edit.map(({ id, before, after }) => ({ id, from: after, to: before }));
  const { conflicts, refused } = await changeAll(grid, back, () => {});
  const kept = conflicts.length + refused;
  const text = kept === 0 ? gridTexts.undone : gridTexts.bulk.undoneBut(formatNumber(kept), kept === 1);
  showToast(text, { isBad: kept > 0 });
}

/** Takes the latest edit back. Returns whether there is one. */
export function takeLatestBack(grid: GridState): boolean {
  const latest = grid.history.peek().at(-1);
  if (latest === undefined) return false;
  hideToast();
  void takeEditBack(grid, latest);
  return true;
}

let hideToast: () => void = () => {};

/** Says what was changed, with the way back. A further change replaces the message. */
export function announce(text: string, undo: () => void): void {
  hideToast();
  hideToast = showToast(text, { undo });
}

function forget(grid: GridState, changes: readonly Change[]): void {
  const gone = new Set(changes);
  grid.history.value = grid.history
    .peek()
    .map((edit) => edit.filter((change) => !gone.has(change)))
    .filter((edit) => edit.length > 0);
}
