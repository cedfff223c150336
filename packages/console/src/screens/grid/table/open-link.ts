import type { AnyRow } from '@vitrine/client';
import type { Column } from '../../../records/value-types.ts';
import type { GridState } from '../state/grid-state.ts';

/** Opens a page in a new tab. It does not learn from where. */
export function openPage(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}

/** Returns the address in a cell that may be opened: http and https only, because values are data of others. */
export function linkOf(grid: GridState, row: AnyRow, column: Column | undefined): string | null {
  if (column === undefined) return null;
  const text = grid.textOf(row, column);
  return /^https?:\/\/\S+$/i.test(text) ? text : null;
}
