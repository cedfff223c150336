import { csvCell } from '../../../../core/src/encoding/csv-cell.ts';
import { guardFormula } from '../../../../core/src/values/formula-guard.ts';

export type CsvCell = string | number | boolean | null;

/** Returns rows as the server's exports write them: a text that a spreadsheet would read as a formula begins with a `'`. */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: CsvCell): string {
  return csvCell(typeof value === 'string' ? guardFormula(value) : value);
}
