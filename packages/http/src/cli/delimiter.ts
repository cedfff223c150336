import { CommandError, EXIT } from './failure.ts';
import { countCells } from './read-csv.ts';

const CANDIDATES = [',', ';', '\t', '|'] as const;
const NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
};

/** Characters of a file that are looked at, and rows behind the header. */
export const SAMPLE_MAX = 64 * 1024;
const ROWS_MAX = 50;

/** The share of rows with as many cells as the header that makes a candidate sure, or rules it out. */
const FITS = 0.9;
const FITS_NOT = 0.5;

interface Candidate {
  readonly delimiter: string;
  /** Cells of the header. */
  readonly columns: number;
  /** The share of rows with as many cells; 1 where there are no rows. */
  readonly fitting: number;
}

/**
 * Finds what separates the cells of a CSV file: comma, semicolon, tab or vertical bar, by the header and the first
 * rows. Null for a file of one column.
 *
 * @param sample the beginning of the file.
 * @param isWhole whether the sample is all of the file.
 * @throws CommandError naming `--delimiter` when several fit equally or none fits; for JSON, saying so.
 */
export function detectDelimiter(path: string, sample: string, isWhole: boolean): string | null {
  requireNoJson(path, sample);
  const candidates: Candidate[] = [];
  for (const delimiter of CANDIDATES) {
    const candidate = tryDelimiter(sample, isWhole, delimiter);
    if (candidate !== null) candidates.push(candidate);
  }
  const [first, another] = candidates;
  if (first === undefined) return null;
  if (another === undefined && first.fitting > FITS_NOT) return first.delimiter;
  const best = candidates.reduce((one, other) => (other.fitting > one.fitting ? other : one));
  const others = candidates.filter((candidate) => candidate !== best);
  if (best.fitting >= FITS && others.every(({ fitting }) => fitting < FITS_NOT)) return best.delimiter;
  const found = candidates.map(({ delimiter, columns }) => `${NAMES[delimiter]} (${columns} columns)`);
  throw new CommandError(
    EXIT.usage,
    `--delimiter: ${path} does not show what separates its cells: ${found.join(', ')}. Give --delimiter "," or ";" or tab or "|".`,
  );
}

/** The delimiter in words. */
export function nameDelimiter(delimiter: string): string {
  return NAMES[delimiter] ?? JSON.stringify(delimiter);
}

/** Null when the header has one cell, or is no CSV with this delimiter. */
function tryDelimiter(sample: string, isWhole: boolean, delimiter: string): Candidate | null {
  const rows = countCells(sample, delimiter, ROWS_MAX + 1);
  // The end of the sample may have cut the last row.
  if (!isWhole && rows.length <= ROWS_MAX) rows.pop();
  const [columns, ...others] = rows;
  if (columns === undefined || columns < 2) return null;
  const fitting = others.filter((cells) => cells === columns).length;
  return { delimiter, columns, fitting: others.length === 0 ? 1 : fitting / others.length };
}

/** No header begins like this: CSV has no quote inside a cell that does not begin with one. */
const JSON_START = /^\s*(?:\[\s*[[{]|\{\s*"|\[\s*\]\s*$|\{\s*\}\s*$)/;

function requireNoJson(path: string, sample: string): void {
  if (!JSON_START.test(sample)) return;
  throw new CommandError(
    EXIT.data,
    `${path} is JSON, not CSV. "vitrine import" reads it into a store that is there, with --format json or ndjson.`,
  );
}
