import type { Row, SqlValue } from './sql.ts';

type Cell = SqlValue | undefined;

/** Returns a cell that is text by the layout. */
export function textCell(cell: Cell): string {
  if (typeof cell !== 'string') throw new TypeError(`expected text in a row, got ${typeof cell}`);
  return cell;
}

/** Returns a cell that is a number by the layout. */
export function numberCell(cell: Cell): number {
  if (typeof cell !== 'number') throw new TypeError(`expected a number in a row, got ${typeof cell}`);
  return cell;
}

/** Returns a cell that is 0 or 1 by the layout. */
export function booleanCell(cell: Cell): boolean {
  return numberCell(cell) === 1;
}

/** Returns a cell that holds bytes by the layout. */
export function bytesCell(cell: Cell): Uint8Array {
  if (!(cell instanceof Uint8Array)) throw new TypeError(`expected bytes in a row, got ${typeof cell}`);
  return cell;
}

export function textOrNull(cell: Cell): string | null {
  return cell === null ? null : textCell(cell);
}

export function numberOrNull(cell: Cell): number | null {
  return cell === null ? null : numberCell(cell);
}

/** Returns the row of a statement that always returns one row. */
export function onlyRow(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that always returns a row returned none');
  return row;
}

/** Returns the number of rows that a write without RETURNING has changed. */
export function changedRows(rows: readonly Row[]): number {
  return numberCell(onlyRow(rows)[0]);
}

/** Returns a value as the cell of a column with JSON text. Null stays null. */
export function jsonCell(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
