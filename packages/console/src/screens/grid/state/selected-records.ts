import { type AnyRow, NotFoundError, PreconditionFailedError } from '@vitrine/client';
import { type Change, pick, type Values } from '../../../records/edits/edit.ts';
import { forEachConcurrently } from '../../../session/concurrency.ts';
import type { GridState } from './grid-state.ts';

/** Records whose former values are kept for undoing, where the store has no history. */
export const UNDO_MAX = 5_000;

const CONCURRENT = 6;
/** How often a record is read again because someone changes other fields of it at the same time. */
const ATTEMPTS = 5;

/** A record that someone else changed after it was read, as it is now; null if it was deleted. */
export interface BulkConflict {
  readonly id: string;
  readonly current: AnyRow | null;
}

export interface BulkResult {
  /** What was written, for the history. */
  readonly made: readonly Change[];
  readonly conflicts: readonly BulkConflict[];
  readonly refused: number;
  /** Why the first of the refused was refused. */
  readonly error: unknown;
}

/** Returns the exact number of the selected records at this moment. */
export async function countSelected(grid: GridState, signal: AbortSignal): Promise<number> {
  const selected = grid.selected.peek();
  if (selected !== 'all') return selected.size;
  return grid.store.count(grid.matching, { signal });
}

/** Returns the selected records. All of them are read before the first is changed, which may end its match. */
export async function readSelected(grid: GridState): Promise<readonly AnyRow[]> {
  const selected = grid.selected.peek();
  const { store, pages } = grid;
  if (selected === 'all') {
    return store.query({ limit: 1_000, ...grid.matching }).all();
  }
  const rows: AnyRow[] = [];
  for (const id of selected) {
    const row = pages.rowAt(pages.indexOf(id)) ?? (await store.get(id).catch(() => null));
    if (row !== null) rows.push(row);
  }
  return rows;
}

/** Changes many records, some at a time. Nothing that others wrote to the same fields since is lost. */
export async function changeAll(
  grid: GridState,
  edits: readonly BulkChange[],
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  const made: Change[] = [];
  const conflicts: BulkConflict[] = [];
  let refused = 0;
  let error: unknown = null;
  await forEachConcurrently(edits, CONCURRENT, async (edit) => {
    try {
      const outcome = await changeOne(grid, edit);
      if ('current' in outcome) conflicts.push(outcome);
      else made.push(outcome);
    } catch (failure) {
      refused += 1;
      error ??= failure;
    }
    onProgress(made.length + conflicts.length + refused);
  });
  return { made, conflicts, refused, error };
}

/** New values for fields of a record, and the values that the user knows. */
export interface BulkChange {
  readonly id: string;
  readonly from: Values;
  readonly to: Values;
}

/** Writes the fields if nobody else has. Changes of others to other fields stay. */
async function changeOne(grid: GridState, { id, from, to }: BulkChange): Promise<Change | BulkConflict> {
  const { store } = grid;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const current = await store.get(id);
      if (Object.keys(from).some((field) => current[field] !== from[field])) return { id, current };
      const written = await store.patch(id, to, { ifMatch: current });
      grid.edits.receive(written);
      return { id, at: written.date_updated, before: from, after: pick(written, Object.keys(to)) };
    } catch (error) {
      if (error instanceof NotFoundError) return { id, current: null };
      if (!(error instanceof PreconditionFailedError) || attempt === ATTEMPTS) throw error;
    }
  }
}
