import { readValue } from '../../values/value.ts';
import { ColumnProfile } from '../values/column-profile.ts';
import type { DecimalMarks } from '../values/decimal-evidence.ts';
import { readTypedText } from '../values/typed-text.ts';
import type { CsvRow } from './csv-row.ts';

/** A number has a type, however it is written. */
export const ANY_NUMBER: DecimalMarks = { comma: 'point', point: 'point', isGiven: false };
const COLUMNS_MAX = 100;

/**
 * Returns whether a row is the header of the rows below it: `yes` if a cell of it has another type than its column, `no`
 * if all have the same types, `unknown` above nothing but text.
 */
export function isHeaderOf(
  { cells }: Pick<CsvRow, 'cells'>,
  below: readonly CsvRow[],
): 'yes' | 'no' | 'unknown' {
  let answer: 'no' | 'unknown' = 'unknown';
  for (const [index, cell] of cells.slice(0, COLUMNS_MAX).entries()) {
    const profile = new ColumnProfile();
    for (const row of below) profile.add(row.cells[index] ?? null);
    const { type, dates } = profile.find(ANY_NUMBER);
    if (type === 'string' || cell === null || cell.trim() === '') continue;
    const form = { decimal: 'point', dates: dates === 'undecided' ? 'dmy' : dates } as const;
    const read = readValue(type, readTypedText(cell, type, form));
    if (!read.ok || read.value === null) return 'yes';
    answer = 'no';
  }
  return answer;
}
