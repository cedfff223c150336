import { type BareQuotes, type CsvRow, FILE_START, ODD_QUOTE, whyRefused } from './csv/csv-row.ts';
import { readCsv } from './csv/csv-rows.ts';
import { detectDelimiter, findUnusedDelimiter } from './csv/delimiter.ts';
import { refuseDrawnTable } from './csv/drawn-table.ts';
import { findHeader } from './csv/header-row.ts';
import { readSeparatorLine, SEPARATOR_LINE_MAX } from './csv/separator-line.ts';
import { warnOfDividedRow, warnOfStrayRows } from './csv/stray-rows.ts';
import { countTitleLines, TITLE_ROWS_MAX } from './csv/title-rows.ts';
import { describeColumns } from './describe-columns.ts';
import { detectJson } from './detect-json.ts';
import { type DetectedFile, type FileOptions, isUnused } from './detected-file.ts';
import { CellPace } from './file/cell-pace.ts';
import { FileProblem } from './file/file-problem.ts';
import { detectFormat } from './file-format.ts';
import { COLUMNS_MAX, readSample, SAMPLE_ROWS } from './read-sample.ts';
import { ColumnProfile } from './values/column-profile.ts';

/**
 * Examines the beginning of a file.
 *
 * @param sample UTF-8 text; only the rows that are complete in it count.
 * @param known names of properties, which make the first row a header.
 * @throws FileProblem if the file is not of its format, or names the parameter that decides what can't be detected.
 */
export async function detectFile(
  sample: Uint8Array,
  isWhole: boolean,
  options: FileOptions = {},
  known: ReadonlySet<string> = new Set(),
): Promise<DetectedFile> {
  const detected = detectFormat(sample);
  const format = options.format ?? detected;
  if (format !== 'csv') return detectJson(sample, isWhole, format, options);
  if (detected !== 'csv') throw new FileProblem('The file is JSON, not CSV.');
  const named = readSeparatorLine(Buffer.from(sample.subarray(0, SEPARATOR_LINE_MAX)).toString());
  const delimiter =
    options.delimiter ??
    named?.delimiter ??
    detectDelimiter(sample, isWhole, options.skipLines, known) ??
    findUnusedDelimiter(sample, isWhole);
  const { rows: found, isAll } = await readSample(
    (chunks) => readCsv(chunks, delimiter ?? ',', FILE_START),
    sample,
    isWhole,
    SAMPLE_ROWS + 1 + (options.skipLines ?? TITLE_ROWS_MAX),
  );
  const skipLines = options.skipLines ?? countTitleLines(found, known);
  const below = found.filter(({ line }) => line > skipLines);
  const rows = below.slice(0, SAMPLE_ROWS + 1);
  const [first] = rows;
  if (first === undefined && found.length > 0) throw nothingBelow(skipLines);
  if (first === undefined) throw noHeader();
  if (first.problem !== null) throw new FileProblem(first.problem, { line: first.line });
  if (first.cells.length > COLUMNS_MAX)
    throw new FileProblem(`The file has more than ${COLUMNS_MAX} columns.`);
  refuseDrawnTable(rows);
  const quotes = findQuotes(rows, delimiter, options);
  const pace = new CellPace();
  const { header, isDoubtful } =
    options.header === undefined
      ? await findHeader(rows, known, pace)
      : { header: options.header, isDoubtful: false };
  const names = header ? first.cells.map((cell) => cell ?? '') : first.cells.map(() => '');
  const records = rows.slice(header ? 1 : 0, SAMPLE_ROWS + (header ? 1 : 0));
  const profiles = names.map(() => new ColumnProfile());
  let before = 0;
  for (const { cells, end } of records) {
    for (const [at, profile] of profiles.entries()) profile.add(cells[at] ?? null);
    await pace.add(profiles.length, end - before);
    before = end;
  }
  const { columns, decimal, warnings } = await describeColumns(names, profiles, options, delimiter, pace);
  if (header && columns.every(isUnused)) throw noHeader();
  const isWholeFile =
    isAll && rows.length === below.length && records.length + (header ? 1 : 0) === rows.length;
  const divided = warnOfDividedRow(rows, sample);
  return {
    format,
    delimiter,
    skipLines,
    header,
    quotes,
    decimal,
    columns: header ? columns : columns.map((column) => ({ ...column, column: column.name })),
    rows: records.length,
    isWhole: isWholeFile,
    warnings: [
      ...(options.skipLines === undefined && skipLines > 0 ? [warnOfTitle(skipLines)] : []),
      ...(isDoubtful ? [DOUBTFUL_HEADER] : []),
      ...warnings,
      ...warnOfStrayRows(header ? first : null, records, isWholeFile),
      ...(divided.length > 0 ? divided : warnOfShortRows(rows, names.length, quotes)),
      ...(options.quotes === undefined ? warnOfQuotes(rows) : []),
      ...warnOfRefused(rows, names.length, quotes),
    ],
  };
}

function noHeader(): FileProblem {
  return new FileProblem('The file has no header with the names of its columns.');
}

function nothingBelow(lines: number): FileProblem {
  return new FileProblem(`The file has no rows below line ${lines}.`, { parameter: 'skipLines' });
}

function warnOfTitle(lines: number): string {
  const where = lines === 1 ? 'Line 1 is' : `Lines 1 to ${lines} are`;
  return `${where} read as a title above the table. Give skipLines=0 if the table begins in line 1.`;
}

const DOUBTFUL_HEADER =
  'The first row is read as the header, though its numbers may be those of a record. Give header=false if it is one.';

/**
 * Returns how quotes are read in cells that do not begin with one. They are text in TSV, and if several rows have them,
 * because the program that wrote the file does not quote such cells then.
 *
 * @throws FileProblem for one row with an odd number of quotes in a cell, which may be a quoted cell that is broken.
 */
function findQuotes(
  rows: readonly CsvRow[],
  delimiter: string | null,
  options: Pick<FileOptions, 'quotes'>,
): BareQuotes {
  const bare = rows.filter(({ bareQuotes }) => bareQuotes !== 'none');
  if (options.quotes === 'text' || delimiter === '\t' || bare.length > 1) return 'text';
  const odd = bare.find(({ bareQuotes }) => bareQuotes === 'odd');
  if (odd !== undefined) throw new FileProblem(ODD_QUOTE, { parameter: 'quotes', line: odd.line });
  return null;
}

/** Warns of quotes that other programs may read in another way. */
function warnOfQuotes(rows: readonly CsvRow[]): string[] {
  const bare = rows.find(({ bareQuotes }) => bareQuotes !== 'none');
  if (bare === undefined) return [];
  return [`Line ${bare.line}: a quote inside a cell that does not begin with one is read as text.`];
}

/** Warns of rows without their last cells: spreadsheets leave out empty ones, and broken exports lose some. */
function warnOfShortRows(rows: readonly CsvRow[], columns: number, quotes: BareQuotes): string[] {
  const [first, ...others] = rows.filter(
    (row) => row.cells.length < columns && whyRefused(row, columns, quotes) === null,
  );
  if (first === undefined) return [];
  const found = `Line ${first.line} has ${first.cells.length} of ${columns} cells: the others are empty.`;
  return [`${found} Such rows: ${others.length + 1}.`];
}

/** Warns of rows that an import refuses. */
function warnOfRefused(rows: readonly CsvRow[], columns: number, quotes: BareQuotes): string[] {
  const reasons = rows.flatMap((row) => {
    const reason = whyRefused(row, columns, quotes);
    return reason === null ? [] : `Line ${row.line} is refused by an import: ${reason}`;
  });
  return reasons.length === 0 ? [] : [`${reasons[0]} Such rows: ${reasons.length}.`];
}
