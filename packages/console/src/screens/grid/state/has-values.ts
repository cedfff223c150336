import type { AnyRow } from '@vitrine/client';
import type { Values } from '../../../records/edits/edit.ts';
import type { GridState } from './grid-state.ts';

/** Whether a record has these values in all fields that are not the server's. Omitted values are null. */
export function hasValues({ columns }: Pick<GridState, 'columns'>, row: AnyRow, values: Values): boolean {
  return columns.every(({ name, isSystem }) => isSystem || (row[name] ?? null) === (values[name] ?? null));
}
