import type { AnyRow } from '@vitrine/client';
import type { GridState, Values } from './grid-state.ts';

/** Records whose former values are kept for undoing. */
export const UNDO_MAX = 5_000;

const CONCURRENT = 6;

export interface BulkResult {
  readonly done: number;
  readonly refused: number;
  /** Why the first of the refused was refused. */
  readonly error: unknown;
}

/** Returns the exact number of the selected records at this moment. */
export async function countSelected(grid: GridState, signal: AbortSignal): Promise<number> {
  const selected = grid.selected.peek();
  if (selected !== 'all') return selected.size;
  const { filters, view } = grid;
  return grid.store.count(filters.length === 0 ? {} : { filters, match: view.match }, { signal });
}

/** Returns the selected records. All of them are read before the first is changed, which may end its match. */
export async function readSelected(grid: GridState): Promise<readonly AnyRow[]> {
  const selected = grid.selected.peek();
  const { filters, view, store, pages } = grid;
  if (selected === 'all') {
    const own = filters.length === 0 ? {} : { filters, match: view.match };
    return store.query({ limit: 1_000, ...own }).all();
  }
  const rows: AnyRow[] = [];
  for (const id of selected) {
    const row = pages.rowAt(pages.indexOf(id)) ?? (await store.get(id).catch(() => null));
    if (row !== null) rows.push(row);
  }
  return rows;
}

/** Changes the same fields of many records, some at a time. */
export async function changeAll(
  grid: GridState,
  rows: readonly AnyRow[],
  changesOf: (row: AnyRow) => Values,
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  let next = 0;
  let done = 0;
  let refused = 0;
  let error: unknown = null;
  const work = async () => {
    for (let row = rows[next++]; row !== undefined; row = rows[next++]) {
      try {
        await grid.store.patch(row.id, changesOf(row));
        done += 1;
      } catch (failure) {
        refused += 1;
        error ??= failure;
      }
      onProgress(done + refused);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
  return { done, refused, error };
}

/** Returns a record as it is sent to add it again. */
export function insertOf(grid: GridState, row: AnyRow): Values {
  const own = grid.columns.filter(({ isSystem }) => !isSystem);
  return Object.fromEntries(
    own.flatMap(({ name }) => (row[name] === null ? [] : [[name, row[name] ?? null]])),
  );
}
