import { FileProblem } from '../file/file-problem.ts';
import { type CsvRow, whyRefused } from './csv-row.ts';
import { readFirstRows } from './csv-rows.ts';
import { countTitleLines, TITLE_ROWS_MAX } from './title-rows.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
};

/** The number of bytes of a file that detection uses. */
const SAMPLE_MAX = 64 * 1024;
/** The number of rows after the header that detection uses. */
const ROWS_MAX = 50;

/**
 * Shares of rows with as many cells as the header. One of several candidates is chosen from `CERTAIN`, if all others
 * are below `UNLIKELY`. A single candidate must be above `UNLIKELY`.
 */
const CERTAIN = 0.9;
const UNLIKELY = 0.5;

interface Candidate {
  readonly delimiter: Delimiter;
  /** The number of cells in the header. */
  readonly columns: number;
  /** The share of rows with as many cells; 1 if there are no rows. */
  readonly fitting: number;
  /** The share of rows that an import accepts: also with empty cells left out, or too many of them, at the end. */
  readonly accepted: number;
}

/**
 * Detects the delimiter of CSV (comma, semicolon, tab or vertical bar) from the header and the first rows. Returns null
 * for a file with one column.
 *
 * @param text the beginning of the file in UTF-8.
 * @param isWhole whether the text is the whole file.
 * @param skipLines the lines above the table. Undefined: they are looked for if no delimiter fits the first row.
 * @param known names of properties.
 * @throws FileProblem that names `delimiter` if the delimiter is ambiguous.
 */
export function detectDelimiter(
  text: Uint8Array,
  isWhole: boolean,
  skipLines?: number,
  known?: ReadonlySet<string>,
): Delimiter | null {
  const sample = text.subarray(0, SAMPLE_MAX);
  const isSampleWhole = isWhole && text.length <= SAMPLE_MAX;
  const tryAll = (findAbove: (rows: readonly CsvRow[]) => number) =>
    DELIMITERS.flatMap(
      (delimiter) => tryDelimiter(sample, isSampleWhole, delimiter, findAbove, skipLines) ?? [],
    );
  const fromStart = tryAll(() => skipLines ?? 0);
  const certain = choose(fromStart);
  if (certain !== null) return certain.delimiter;
  const problems: FileProblem[] = [];
  const below = skipLines === undefined ? tryAll((rows) => linesOfTitle(rows, known, problems)) : [];
  const best = choose(below);
  if (best !== null) return best.delimiter;
  if (fromStart.length === 0 && problems[0] !== undefined) throw problems[0];
  if (fromStart.length === 0) return null;
  const found = fromStart.map(
    ({ delimiter, columns, fitting }) =>
      `with ${NAMES[delimiter]} the header has ${columns} columns, and ${Math.round(fitting * 100)} % of the rows have as many`,
  );
  throw new FileProblem(`Can't detect the delimiter: ${found.join('; ')}. Give "," or ";" or tab or "|".`, {
    parameter: 'delimiter',
  });
}

/**
 * Returns a delimiter that does not occur, for a file of one column whose texts have commas: `price` above `1,5`. Null: the
 * texts have none.
 */
export function findUnusedDelimiter(text: Uint8Array, isWhole: boolean): Delimiter | null {
  const sample = text.subarray(0, SAMPLE_MAX);
  const splits = (delimiter: Delimiter) =>
    readFirstRows(sample, delimiter, isWhole && text.length <= SAMPLE_MAX, ROWS_MAX).some(
      ({ cells }) => cells.length > 1,
    );
  if (!splits(',')) return null;
  return DELIMITERS.find((delimiter) => !splits(delimiter)) ?? null;
}

/** Returns the candidate that fits. Null: none does, or several do. */
function choose(candidates: readonly Candidate[]): Candidate | null {
  const [first, another] = candidates;
  if (first === undefined) return null;
  if (another === undefined && first.accepted > UNLIKELY) return first;
  return findBest(candidates, 'fitting') ?? findBest(candidates, 'accepted');
}

/**
 * Returns the lines of a title without delimiters. A row with another delimiter belongs to the table. Where nothing decides
 * whether there is a title, adds that to `problems`.
 */
function linesOfTitle(
  rows: readonly CsvRow[],
  known: ReadonlySet<string> | undefined,
  problems: FileProblem[],
): number {
  let lines: number;
  try {
    lines = countTitleLines(rows, known);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    // Another delimiter may decide.
    problems.push(error);
    return 0;
  }
  return rows.some((row) => row.line <= lines && isOneCellOfAnother(row)) ? 0 : lines;
}

/** Returns the candidate that certainly fits, if all others are unlikely. */
function findBest(candidates: readonly Candidate[], by: 'fitting' | 'accepted'): Candidate | null {
  const best = candidates.reduce((one, other) => (other[by] > one[by] ? other : one));
  const others = candidates.filter((candidate) => candidate !== best);
  return best[by] >= CERTAIN && others.every((other) => other[by] < UNLIKELY) ? best : null;
}

/** Returns the name of a delimiter. */
export function nameDelimiter(delimiter: string): string {
  return NAMES[delimiter] ?? JSON.stringify(delimiter);
}

/** Returns null if the header has one cell or is not CSV with this delimiter. */
function tryDelimiter(
  sample: Uint8Array,
  isWhole: boolean,
  delimiter: Delimiter,
  findAbove: (rows: readonly CsvRow[]) => number,
  skipLines = TITLE_ROWS_MAX,
): Candidate | null {
  const found = readFirstRows(sample, delimiter, isWhole, ROWS_MAX + 1 + skipLines);
  const above = findAbove(found);
  const [header, ...rows] = found.filter(({ line }) => line > above).slice(0, ROWS_MAX + 1);
  if (header === undefined || header.cells.length < 2 || header.problem !== null) return null;
  const columns = header.cells.length;
  const share = (fits: (row: CsvRow) => boolean) =>
    rows.length === 0 ? 1 : rows.filter(fits).length / rows.length;
  return {
    delimiter,
    columns,
    // With the wrong delimiter, quotes are often inside a cell.
    fitting:
      header.bareQuotes === 'none'
        ? share((row) => row.cells.length === columns && row.bareQuotes === 'none')
        : 0,
    accepted: share((row) => whyRefused(row, columns, 'text') === null && !isOneCellOfAnother(row)),
  };
}

/** Returns whether a row is a single cell in which another delimiter occurs. */
function isOneCellOfAnother({ cells }: CsvRow): boolean {
  return cells.length === 1 && DELIMITERS.some((delimiter) => cells[0]?.includes(delimiter) === true);
}
