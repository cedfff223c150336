import { RecordExistsError, type RestoreResult } from '@vitrine/client';
import { addOnce } from '../../../records/edits/add-once.ts';
import { type Change, pick, withIds } from '../../../records/edits/edit.ts';
import { inBatches } from '../../../records/in-batches.ts';
import { outcomeOf } from '../../../records/restore-outcome.ts';
import { tryEach } from '../../../records/try-each.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { GridState } from '../state/grid-state.ts';
import { hasValues } from '../state/has-values.ts';
import type { Outcome } from './outcome.ts';

/**
 * Brings deleted records back: from the history of the store, after any time, or else by adding them again, where those
 * without a unique value get another id. Never writes over a record that someone else has added meanwhile.
 */
export function bringBack(grid: GridState, changes: readonly Change[]): Promise<Outcome> {
  return grid.detail.history === null ? addAgain(grid, changes) : restore(grid, changes);
}

async function restore(grid: GridState, changes: readonly Change[]): Promise<Outcome> {
  const results = new Map<string, RestoreResult>();
  let error: unknown = null;
  try {
    const all = changes.map(({ id }) => id);
    await inBatches(all, async (ids) => {
      for (const result of await grid.store.history.restore({ ids })) results.set(result.id, result);
    });
  } catch (failure) {
    error = failure;
  }
  // An attempt without a response may have brought them back.
  await tryEach(changes, async ({ id, after }) => {
    if (results.get(id)?.status !== 'record_exists' || after === null) return;
    if (hasValues(grid, await grid.store.get(id), after)) results.set(id, { id, status: 'restored' });
  });
  for (const id of results.keys()) grid.edits.versions.delete(id);
  const said = [...results.values()].filter(
    ({ status, droppedValues = 0 }) => status !== 'restored' || droppedValues > 0,
  );
  return {
    made: changes.filter(({ id }) => results.get(id)?.status === 'restored'),
    failed: changes.filter(({ id }) => !results.has(id)),
    error,
    notes: outcomeOf(said).sentences,
  };
}

async function addAgain(grid: GridState, changes: readonly Change[]): Promise<Outcome> {
  const own = grid.columns.filter(({ isSystem }) => !isSystem).map(({ name }) => name);
  const known = new Set(grid.columns.map(({ name }) => name));
  const gone = new Set<string>();
  const made: Change[] = [];
  const ids = new Map<string, string>();
  const existing: RestoreResult[] = [];
  const { failed, error } = await tryEach(changes, async (change) => {
    const after = change.after ?? {};
    for (const [name, value] of Object.entries(after)) if (value !== null && !known.has(name)) gone.add(name);
    try {
      const row = await addOnce(grid.store, change.key ?? change.id, pick(after, own));
      grid.edits.versions.set(row.id, row);
      ids.set(change.id, row.id);
      made.push({ ...change, id: row.id, at: row.date_created, after: pick(row, own) });
    } catch (failure) {
      if (!(failure instanceof RecordExistsError)) throw failure;
      existing.push({ id: change.id, status: 'record_exists' });
    }
  });
  for (const edits of [grid.edits.history, grid.edits.undone]) edits.value = withIds(edits.peek(), ids);
  const notes = [
    ...outcomeOf(existing).sentences,
    ...(gone.size > 0 ? [gridTexts.left.noColumn([...gone])] : []),
  ];
  return { made, failed, error, notes };
}
