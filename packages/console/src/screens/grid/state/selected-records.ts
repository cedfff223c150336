import { type AnyRow, NotFoundError, PreconditionFailedError } from '@vitrine/client';
import { type Change, pick, type Values } from '../../../records/edits/edit.ts';
import { tryEach } from '../../../records/try-each.ts';
import type { GridState } from './grid-state.ts';

/** Records of a deletion at most whose former values are kept for undoing. */
export const UNDO_MAX = 5_000;

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
  /** Those that were refused, or not written because of another error. */
  readonly failed: readonly BulkChange[];
  /** Why the first of those was not written. */
  readonly error: unknown;
}

/** Returns the selected records as they are now, after what was typed into them is stored. */
export async function readSelected(grid: GridState, signal: AbortSignal): Promise<readonly AnyRow[]> {
  await grid.edits.whenIdle();
  const selected = grid.selection.ids.peek();
  const { store, pages } = grid;
  if (selected === 'all') return store.query({ limit: 1_000, ...grid.matching }, { signal }).all();
  const rows: AnyRow[] = [];
  for (const id of selected) {
    const row = pages.rowAt(pages.indexOf(id)) ?? (await readOne(grid, id, signal));
    if (row !== null) rows.push(row);
  }
  return rows;
}

async function readOne({ store }: GridState, id: string, signal: AbortSignal): Promise<AnyRow | null> {
  try {
    return await store.get(id, { signal });
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** Changes many records, some at a time. Nothing that others wrote to the same fields since is lost. */
export async function changeAll(
  grid: GridState,
  edits: readonly BulkChange[],
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  const made: Change[] = [];
  const conflicts: BulkConflict[] = [];
  const { failed, error } = await tryEach(edits, async (edit) => {
    const outcome = await changeOne(grid, edit);
    if ('current' in outcome) conflicts.push(outcome);
    else made.push(outcome);
    onProgress(made.length + conflicts.length);
  });
  return { made, conflicts, failed, error };
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
      const has = (values: Values) =>
        Object.keys(values).every((field) => (current[field] ?? null) === values[field]);
      // An attempt without a response may have written them.
      const isWritten = has(to);
      if (!isWritten && !has(from)) return { id, current };
      const written = isWritten ? current : await store.patch(id, to, { ifMatch: current });
      grid.edits.receive(written);
      return { id, at: written.date_updated, before: from, after: pick(written, Object.keys(to)) };
    } catch (error) {
      if (error instanceof NotFoundError) return { id, current: null };
      if (!(error instanceof PreconditionFailedError) || attempt === ATTEMPTS) throw error;
    }
  }
}
