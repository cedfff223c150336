import { detectDelimiter, nameDelimiter, SAMPLE_MAX } from './delimiter.ts';
import { type CsvRow, readCsv } from './read-csv.ts';

/** The rows of a CSV file, and what separates their cells. */
export interface CsvRows {
  readonly delimiter: string;
  readonly rows: AsyncGenerator<CsvRow, void>;
}

/**
 * Opens CSV text. Without a given delimiter the beginning of the text decides it, and `onNotice` is told in one line.
 *
 * @throws CommandError as `detectDelimiter`; the rows throw as those of `readCsv`.
 */
export async function openCsv(
  path: string,
  chunks: AsyncIterable<string>,
  given: string | undefined,
  onNotice: (notice: string) => void,
): Promise<CsvRows> {
  if (given !== undefined) return { delimiter: given, rows: readCsv(path, chunks, given) };
  const iterator = chunks[Symbol.asyncIterator]();
  let sample = '';
  let isWhole = false;
  while (!isWhole && sample.length < SAMPLE_MAX) {
    const next = await iterator.next();
    isWhole = next.done === true;
    if (next.done !== true) sample += next.value;
  }
  const isSampleWhole = isWhole && sample.length <= SAMPLE_MAX;
  const found = detectDelimiter(path, sample.slice(0, SAMPLE_MAX), isSampleWhole);
  if (found !== null) onNotice(`the cells of ${path} are separated by ${nameDelimiter(found)}.`);
  const delimiter = found ?? ',';
  return { delimiter, rows: readCsv(path, resume(sample, iterator), delimiter) };
}

/** The text from its beginning, although a part of it was taken. */
async function* resume(taken: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield taken;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    // Closes the file when the reader stops early.
    await rest.return?.();
  }
}
