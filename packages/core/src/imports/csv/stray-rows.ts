import type { CsvRow } from './csv-row.ts';
import { beginOf, countSet } from './title-rows.ts';

/** The first words of a row of sums, as reports of several languages write them below a table. */
const SUM =
  /^((grand|sub|running)[ -]?)?(totals?|totale|totaal|totalt|sum|summe|suma|soma|somme|gesamt(summe)?|zwischensumme|insgesamt|razem|celkem|összesen|toplam|yhteensä|i alt|итого|всего|合計|总计|合计|総計|합계)(\s*[:(].*| [a-z]{3}| g[eé]n[eé]ra[l]?e?)?$/iu;

/**
 * Warns of rows that are read as records and may be none: the header once more, a comment, a row of sums at the end, and
 * notes below a blank line at the end.
 *
 * @param header null if the file has none.
 * @param isWhole whether the last row is that of the file.
 */
export function warnOfStrayRows(
  header: CsvRow | null,
  records: readonly CsvRow[],
  isWhole: boolean,
): string[] {
  const ending = isWhole ? endOf(records) : records.length;
  const last = isWhole && ending > 1 ? records[ending - 1] : undefined;
  const comments = records.filter(isComment);
  const found: [why: string, row: CsvRow | undefined][] = [
    ['the header once more', records.find((row) => header !== null && repeats(row, header))],
    ['a comment', comments.length < records.length / 2 ? comments[0] : undefined],
    ['a row of sums', last !== undefined && isSum(last) ? last : undefined],
    ['a note below the table', records[ending]],
  ];
  return found.flatMap(([why, row]) =>
    row === undefined ? [] : [`Line ${row.line} is read as a record, though it may be ${why}.`],
  );
}

/**
 * Warns of a row with fewer cells than the first one that ends with another line break: a line break inside a cell
 * without quotes has divided a record, as exports with CR and LF behind their rows do.
 *
 * @param text what the rows were read from, in UTF-8.
 */
export function warnOfDividedRow(rows: readonly CsvRow[], text: Uint8Array): string[] {
  const breakOf = ({ end }: CsvRow) =>
    /\r?\n?$/.exec(Buffer.from(text.subarray(end - 2, end)).toString('latin1'))?.[0];
  const [first, ...others] = rows.slice(0, -1);
  if (first === undefined) return [];
  const own = breakOf(first);
  const divided = others.find((row) => row.cells.length < first.cells.length && breakOf(row) !== own);
  if (divided === undefined) return [];
  return [
    `Line ${divided.line} ends with another line break than the first row, so the next line may be its other part.`,
  ];
}

/** Returns the number of rows before the notes: rows with nothing but a first cell, below a blank line. */
function endOf(rows: readonly CsvRow[]): number {
  const notes = rows.length - 1 - rows.findLastIndex((row) => countSet(row) > 1);
  const from = rows.length - notes;
  const [first, before] = [rows[from], rows[from - 1]];
  const isBelowGap = first !== undefined && before !== undefined && beginOf(first) > before.line + 1;
  return isBelowGap ? from : rows.length;
}

function repeats(row: CsvRow, header: CsvRow): boolean {
  return countSet(row) > 1 && row.cells.join('\n') === header.cells.join('\n');
}

function isComment(row: CsvRow): boolean {
  return (
    /^\s*#\s/.test(row.cells[0] ?? '') || (row.cells.length === 1 && row.cells[0]?.startsWith('#') === true)
  );
}

function isSum(row: CsvRow): boolean {
  const first = row.cells.find((cell) => (cell ?? '').trim() !== '')?.trim() ?? '';
  return countSet(row) > 1 && SUM.test(first) && row.cells.some((cell) => /\d/.test(cell ?? ''));
}
