import { type Column, showValue } from '../value-types.ts';
import type { CellDraft } from './kept-drafts.ts';

/** A field of a record, the value that it gets, and the one that the user knows. */
export interface CellEdit {
  readonly id: string;
  readonly field: string;
  readonly text: string;
  readonly value: CellDraft['value'];
  readonly from: CellDraft['value'];
}

/** Returns the edit that puts a value into a field of a record, without a text that was typed. */
export function valueEdit(
  id: string,
  { name, type }: Pick<Column, 'name' | 'type'>,
  { value, from }: Pick<CellEdit, 'value' | 'from'>,
): CellEdit {
  return { id, field: name, text: showValue(value, type), value, from };
}
