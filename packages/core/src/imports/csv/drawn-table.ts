import { FileProblem } from '../file/file-problem.ts';
import type { CsvRow } from './csv-row.ts';

/** The line between the header and the records of a table that is drawn with characters, also with its columns. */
const RULE = /^[\s:+=-]*[-=]{2,}[\s:+=-]*$/;
/** Rows among which such a line is: after a line above the header, and the header. */
const ROWS_MAX = 3;

/** @throws FileProblem for a table of psql, MySQL, Markdown or sqlcmd, whose line of dashes is no record. */
export function refuseDrawnTable(rows: readonly CsvRow[]): void {
  const rule = rows.slice(0, ROWS_MAX).find(({ cells }) => {
    const set = cells.filter((cell) => cell !== null && cell.trim() !== '');
    return set.length > 0 && set.every((cell) => RULE.test(cell ?? ''));
  });
  if (rule === undefined) return;
  throw new FileProblem('a line of dashes, so the file is a drawn table. Save the table as CSV.', {
    line: rule.line,
  });
}
