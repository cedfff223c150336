import { detectDelimiter, nameDelimiter, SAMPLE_MAX } from './delimiter.ts';
import { type CsvRow, readCsv } from './read-csv.ts';

/** The rows of a CSV file and its delimiter. */
export interface CsvRows {
  readonly delimiter: string;
  readonly rows: AsyncGenerator<CsvRow, void>;
}

/**
 * Opens CSV text. If no delimiter is given, detects it from the beginning of the text and passes one line about it to
 * `onNotice`.
 *
 * @throws CommandError as `detectDelimiter` does. Reading the rows throws as `readCsv` does.
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
  if (found !== null) onNotice(`the delimiter of ${path} is ${nameDelimiter(found)}.`);
  const delimiter = found ?? ',';
  return { delimiter, rows: readCsv(path, resume(sample, iterator), delimiter) };
}

/** Yields the whole text: the part that was already read, then the rest. */
async function* resume(taken: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield taken;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    // Closes the file if the reader stops early.
    await rest.return?.();
  }
}
