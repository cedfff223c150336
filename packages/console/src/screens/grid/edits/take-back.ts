import { formatNumber } from '../../../components/format.ts';
import { showToast, type ToastOptions } from '../../../components/toast.tsx';
import { type Change, type Edit, withChanges } from '../../../records/edits/edit.ts';
import { isNewId } from '../../../records/edits/store-drafts.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { GridState } from '../state/grid-state.ts';
import { bringBack } from './bring-back.ts';
import { changeBack } from './change-back.ts';
import { deleteUnchanged } from './delete-unchanged.ts';
import { joinOutcomes, type Outcome } from './outcome.ts';

/** Takes back the changes of a group, if they still can be. */
export async function takeGroupBack(grid: GridState, group: string): Promise<void> {
  const edit = grid.edits.history.peek().find((one) => one.group === group);
  if (edit !== undefined) await takeEditBack(grid, edit);
}

/**
 * Takes the latest edit back, after those that are on their way. Returns whether there may be one. An edit before one that
 * is not stored is not taken back in its place.
 */
export function takeLatestBack(grid: GridState): boolean {
  const busy = grid.edits.whenIdle();
  if (busy !== null) {
    void busy.then(() => takeLatestBack(grid));
    return true;
  }
  const edit = grid.edits.history.peek().at(-1);
  if (edit === undefined) return false;
  if (isLatestUnsent(grid)) announce(gridTexts.undo.unsent, { isBad: true });
  else void takeEditBack(grid, edit);
  return true;
}

/** Whether a value that waits, or was refused, was confirmed after every edit that is stored. */
function isLatestUnsent({ edits }: GridState): boolean {
  const drafts = [...edits.drafts.records.peek().values()].flatMap((fields) => [...fields.values()]);
  return drafts.some(({ id, key, state, group }) => {
    // A refused new record is none of the edits.
    if (state === 'typed' || (isNewId(id) && state === 'refused')) return false;
    // A record counts from when it is sent, a value from when it was typed.
    const at = isNewId(id) ? group : key;
    // The stored part of an edit can be taken back without what was refused, but not while the rest is to come.
    return edits.history
      .peek()
      .every((edit) => (edit.group === group ? state === 'waiting' : edit.group < at));
  });
}

/** Takes an edit back, or some of its changes. Those that fail become the latest ones, which the next press takes back. */
async function takeEditBack(
  grid: GridState,
  edit: Edit,
  changes: Edit['changes'] = edit.changes,
): Promise<void> {
  const { history, undone } = grid.edits;
  hideToast();
  const rest = { ...edit, changes: edit.changes.filter((one) => !changes.includes(one)) };
  history.value = history
    .peek()
    .map((one) => (one === edit ? rest : one))
    .filter((one) => one.changes.length > 0);
  await grid.edits.whileReversing(async () => {
    const again = () => void takeGroupBack(grid, edit.group);
    const { made, failed } = await makeChanges(grid, changes.map(turn), gridTexts.undo, again);
    history.value = withChanges(history.peek(), { ...edit, changes: failed.map(turn) });
    undone.value = withChanges(undone.peek(), { ...edit, changes: made.map(turn) });
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
    const { made, failed } = await makeChanges(grid, edit.changes, gridTexts.redo);
    undone.value = withChanges(undone.peek(), { ...edit, changes: failed });
    history.value = withChanges(history.peek(), { ...edit, changes: made });
  });
  return true;
}

/** Takes the change of one record back, out of the edit in which it was made. */
export async function takeBack(grid: GridState, change: Change): Promise<void> {
  const edit = grid.edits.history.peek().find(({ changes }) => changes.includes(change));
  if (edit !== undefined) await takeEditBack(grid, edit, [change]);
}

function turn(change: Change): Change {
  return { ...change, before: change.after, after: change.before };
}

/**
 * Adds, deletes and changes records. Says which were left, because someone else has changed them, and which failed.
 *
 * @param again tries those again.
 */
async function makeChanges(
  grid: GridState,
  changes: readonly Change[],
  texts: typeof gridTexts.undo | typeof gridTexts.redo,
  again?: () => void,
): Promise<Outcome> {
  const deleted = changes.filter(({ after }) => after === null);
  const added = changes.filter(({ before }) => before === null);
  const changed = changes.filter(({ before, after }) => before !== null && after !== null);
  const parts: Outcome[] = [];
  if (deleted.length > 0) parts.push(await deleteUnchanged(grid, deleted));
  if (added.length > 0) parts.push(await bringBack(grid, added));
  if (parts.length > 0) grid.edits.announceList();
  if (changed.length > 0) parts.push(await changeBack(grid, changed));
  const outcome = joinOutcomes(parts);
  const { made, failed, error, notes, isPending } = outcome;
  const sentences = [
    ...notes,
    ...(failed.length > 0
      ? [texts.failed(formatNumber(failed.length), failed.length === 1, messageOf(error))]
      : []),
  ];
  if (sentences.length > 0) {
    if (made.length > 0 && !isPending)
      sentences.unshift(texts.part(formatNumber(made.length), made.length === 1));
    announce(sentences.join(' '), { isBad: true, ...(failed.length > 0 && again && { undo: again }) });
  } else if (!isPending) showToast(texts.done);
  return outcome;
}

let hideToast: () => void = () => {};

/** Says what was changed, with a button to undo it. A further change replaces the message. */
export function announce(text: string, options: ToastOptions): void {
  hideToast();
  hideToast = showToast(text, options);
}
