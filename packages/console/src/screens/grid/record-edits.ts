import { type AnyRow, NotFoundError, PreconditionFailedError, VitrineError } from '@vitrine/client';
import { messageOf } from '../../session/describe-error.ts';
import type { Edit, GridState, Values } from './grid-state.ts';

/** How an edit ended. */
export type EditResult = 'done' | 'refused' | 'conflict';

/**
 * Changes a record: at once in the grid, then on the server, under the condition that nobody else changed it. Shows what
 * the server refuses at the cell, and a conflict in a dialog. Returns how it ended.
 * @param shown the record as the user saw it.
 */
export async function changeRecord(grid: GridState, shown: AnyRow, changes: Values): Promise<EditResult> {
  const { id } = shown;
  const fields = Object.keys(changes).filter((field) => shown[field] !== changes[field]);
  for (const field of Object.keys(changes)) grid.setProblem(id, field, null);
  if (fields.length === 0) return 'done';
  grid.pages.replace({ ...shown, ...changes });
  try {
    const known = grid.versions.get(id);
    const isCurrent = known !== undefined && known.date_updated === shown.date_updated;
    const version = isCurrent ? known : await grid.store.get(id);
    if (fields.some((field) => version[field] !== shown[field]))
      return reportConflict(grid, version, changes, id);
    const written = await grid.store.patch(id, changes, { ifMatch: version });
    receive(grid, written);
    const at = written.date_updated;
    remember(grid, [{ id, at, before: pick(shown, fields), after: pick(written, fields) }]);
    return 'done';
  } catch (error) {
    if (error instanceof PreconditionFailedError) {
      const theirs = await grid.store.get(id).catch(() => null);
      return reportConflict(grid, theirs, changes, id);
    }
    if (error instanceof NotFoundError) return reportConflict(grid, null, changes, id);
    grid.pages.replace(shown);
    for (const field of fields) {
      const text = String(changes[field] ?? '');
      grid.setProblem(id, field, { text, message: problemOf(error, field) });
    }
    return 'refused';
  }
}

/** Puts a record that the server sent into the grid. */
export function receive(grid: GridState, row: AnyRow): void {
  grid.versions.set(row.id, row);
  grid.pages.replace(row);
}

/** Returns what the server says about a field, or about the whole record. */
function problemOf(error: unknown, field: string): string {
  const found = error instanceof VitrineError ? error.errors[field] : undefined;
  return found === undefined ? messageOf(error) : found.join(' ');
}

/** Adds changes that were made together to the history of this visit. */
export function remember(grid: GridState, edit: Edit): void {
  grid.history.value = [...grid.history.peek(), edit];
}

function reportConflict(grid: GridState, theirs: AnyRow | null, mine: Values, id: string): 'conflict' {
  if (theirs !== null) receive(grid, theirs);
  grid.conflicts.value = [...grid.conflicts.peek(), { id, mine, theirs }];
  return 'conflict';
}

/** Returns the values of some fields; null for those without a value. */
export function pick(row: AnyRow, fields: readonly string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}
