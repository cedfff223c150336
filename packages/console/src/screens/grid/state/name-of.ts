import { titleOf } from '../../../records/record-title.ts';
import type { GridState } from './grid-state.ts';

/** Returns what a person calls a record, also of one that was deleted since the grid has read it; else its id. */
export function nameOf({ pages, edits, columns }: GridState, id: string): string {
  const row = edits.versions.get(id) ?? pages.rowAt(pages.indexOf(id));
  return row === null ? id : titleOf(row, columns);
}
