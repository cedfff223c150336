import type { AnyRow, AnyValue } from '@vitrine/client';
import type { Column } from '../../../records/value-types.ts';

/** A cell by its row and its place among the shown columns. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Cells from one corner to the other. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The cell that is edited, by its record, because lines move. */
export interface Editing {
  readonly id: string;
  readonly column: Column;
  readonly text: string;
  /** The text with which the editor was opened. */
  readonly began: string;
  /** The value that the user saw. */
  readonly from: AnyValue;
}

/** Returns the cells from one corner to the other, in any direction. */
export function rangeBetween(one: CellPlace, other: CellPlace): CellRange {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}

/** Returns a record without values. */
export function emptyRow(id: string): AnyRow {
  return { id, date_created: '', date_updated: '' } as AnyRow;
}
