import { CommandError, EXIT } from './command-error.ts';
import { countCells } from './read-csv.ts';

const CANDIDATES = [',', ';', '\t', '|'] as const;
const NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
};

/** The number of characters of a file that detection uses. */
export const SAMPLE_MAX = 64 * 1024;
/** The number of rows after the header that detection uses. */
const ROWS_MAX = 50;

/**
 * Shares of rows with as many cells as the header. One of several candidates is chosen from `CERTAIN`, if all others
 * are below `UNLIKELY`. A single candidate must be above `UNLIKELY`.
 */
const CERTAIN = 0.9;
const UNLIKELY = 0.5;

interface Candidate {
  readonly delimiter: string;
  /** The number of cells in the header. */
  readonly columns: number;
  /** The share of rows with as many cells; 1 if there are no rows. */
  readonly fitting: number;
}

/**
 * Detects the delimiter of a CSV file (comma, semicolon, tab or vertical bar) from the header and the first rows.
 * Returns null for a file with one column.
 *
 * @param sample the beginning of the file.
 * @param isWhole whether the sample is the whole file.
 * @throws CommandError that names `--delimiter` if the delimiter is ambiguous, or that reports JSON.
 */
export function detectDelimiter(path: string, sample: string, isWhole: boolean): string | null {
  refuseJson(path, sample);
  const candidates: Candidate[] = [];
  for (const delimiter of CANDIDATES) {
    const candidate = tryDelimiter(sample, isWhole, delimiter);
    if (candidate !== null) candidates.push(candidate);
  }
  const [first, another] = candidates;
  if (first === undefined) return null;
  if (another === undefined && first.fitting > UNLIKELY) return first.delimiter;
  const best = candidates.reduce((one, other) => (other.fitting > one.fitting ? other : one));
  const others = candidates.filter((candidate) => candidate !== best);
  if (best.fitting >= CERTAIN && others.every(({ fitting }) => fitting < UNLIKELY)) return best.delimiter;
  const found = candidates.map(({ delimiter, columns }) => `${NAMES[delimiter]} (${columns} columns)`);
  throw new CommandError(
    EXIT.usage,
    `--delimiter: Can't detect the delimiter of ${path}: ${found.join(', ')}. Give --delimiter "," or ";" or tab or "|".`,
  );
}

/** Returns the name of a delimiter. */
export function nameDelimiter(delimiter: string): string {
  return NAMES[delimiter] ?? JSON.stringify(delimiter);
}

/** Returns null if the header has one cell or is not CSV with this delimiter. */
function tryDelimiter(sample: string, isWhole: boolean, delimiter: string): Candidate | null {
  const rows = countCells(sample, delimiter, ROWS_MAX + 1);
  // The sample may end inside the last row.
  if (!isWhole && rows.length <= ROWS_MAX) rows.pop();
  const [columns, ...others] = rows;
  if (columns === undefined || columns < 2) return null;
  const fitting = others.filter((cells) => cells === columns).length;
  return { delimiter, columns, fitting: others.length === 0 ? 1 : fitting / others.length };
}

/** No CSV header starts like this, because a quote inside an unquoted cell is not valid. */
const JSON_START = /^\s*(?:\[\s*[[{]|\{\s*"|\[\s*\]\s*$|\{\s*\}\s*$)/;

function refuseJson(path: string, sample: string): void {
  if (!JSON_START.test(sample)) return;
  throw new CommandError(
    EXIT.data,
    `${path} is JSON, not CSV. Import it into an existing store with "vitrine import" and --format json or ndjson.`,
  );
}
