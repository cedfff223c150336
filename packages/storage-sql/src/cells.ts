import type { Row, SqlValue } from './sql.ts';

type Cell = SqlValue | undefined;

/** The cell, which the layout says is text. */
export function textCell(cell: Cell): string {
  if (typeof cell !== 'string') throw new TypeError(`expected text in a row, got ${typeof cell}`);
  return cell;
}

/** The cell, which the layout says is a number. */
export function numberCell(cell: Cell): number {
  if (typeof cell !== 'number') throw new TypeError(`expected a number in a row, got ${typeof cell}`);
  return cell;
}

/** The cell, which the layout says is 0 or 1. */
export function booleanCell(cell: Cell): boolean {
  return numberCell(cell) === 1;
}

/** The cell, which the layout says is bytes. */
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

/** The only row of a statement that always answers one. */
export function onlyRow(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that always answers a row answered none');
  return row;
}

/** How many rows a write without RETURNING has changed: what a driver answers for one. */
export function changedRows(rows: readonly Row[]): number {
  return numberCell(onlyRow(rows)[0]);
}
