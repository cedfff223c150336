import { extname } from 'node:path';
import type { StoreDetail } from '@vitrine/core/contracts';
import { CommandError, EXIT } from './command-error.ts';
import { type CsvOptions, matchColumns, toValue } from './csv-columns.ts';
import type { CsvRow } from './read-csv.ts';
import { type JsonElement, readJsonArray, readJsonLines } from './read-json.ts';

export type FileFormat = 'csv' | 'json' | 'ndjson';

/** A record or location of a file, ready to be written. */
export interface SourceRow {
  /** The number of the record in the file, from 1. */
  readonly row: number;
  readonly line: number;
  readonly body: unknown;
  /** Why the record can't be read; null if it can. */
  readonly problem: string | null;
  /** Returns the record in the file as one line of JSON, for the file of refused rows. */
  readonly source: () => string;
}

const FORMATS: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

/** Returns the format by the extension of the file name. @throws CommandError if that is unknown. */
export function formatOf(path: string): FileFormat {
  const format = FORMATS[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw new CommandError(
    EXIT.usage,
    `--format: Can't tell the format of ${path} from its name; give csv, json or ndjson.`,
  );
}

/** Yields the records of a file in order. For CSV, matches the header with the store before the first record. */
export function readRecords(
  path: string,
  chunks: AsyncIterable<string>,
  format: FileFormat,
  store: StoreDetail,
  options: CsvOptions,
  onNotice: (notice: string) => void,
): AsyncGenerator<SourceRow, void> {
  switch (format) {
    case 'csv':
      return toCsvRecords(path, chunks, store, options, onNotice);
    case 'json':
      return toJsonRecords(readJsonArray(path, chunks), store);
    case 'ndjson':
      return toJsonRecords(readJsonLines(path, chunks), store);
  }
}

/** Returns the first row of a CSV file. @throws CommandError if there is none. */
export async function readHeader(path: string, rows: AsyncIterator<CsvRow, void>): Promise<string[]> {
  const first = await rows.next();
  if (first.done === true)
    throw new CommandError(EXIT.data, `${path} has no header with the names of its columns.`);
  return first.value.cells.map((cell) => cell ?? '');
}

async function* toCsvRecords(
  path: string,
  chunks: AsyncIterable<string>,
  store: StoreDetail,
  options: CsvOptions,
  onNotice: (notice: string) => void,
): AsyncGenerator<SourceRow, void> {
  // Only CSV needs the parser.
  const { openCsv } = await import('./csv-rows.ts');
  const { rows } = await openCsv(path, chunks, options.delimiter, onNotice);
  const header = await readHeader(path, rows);
  const columns = matchColumns(header, store, options);
  let row = 0;
  for await (const { line, cells } of rows) {
    row++;
    const body: Record<string, unknown> = {};
    for (const { index, property, type } of columns)
      body[property] = toValue(cells[index] ?? null, type, options);
    yield {
      row,
      line,
      body,
      ...describeCells(header, cells),
    };
  }
}

/** Returns the problem of a CSV row with too many or too few cells, and its JSON for the file of refused rows. */
export function describeCells(
  header: readonly string[],
  cells: readonly (string | null)[],
): Pick<SourceRow, 'problem' | 'source'> {
  return {
    problem:
      cells.length === header.length
        ? null
        : `Expected ${header.length} cells as in the header, not ${cells.length}.`,
    source: () =>
      JSON.stringify(
        cells.length > header.length
          ? cells
          : Object.fromEntries(cells.map((cell, at) => [header[at] ?? '', cell])),
      ),
  };
}

async function* toJsonRecords(
  elements: AsyncIterable<JsonElement>,
  store: StoreDetail,
): AsyncGenerator<SourceRow, void> {
  const hasIdProperty = store.properties.some(({ name }) => name === 'id');
  let row = 0;
  for await (const { line, value, problem, text } of elements) {
    row++;
    yield {
      row,
      line,
      body: hasIdProperty ? value : withoutId(value),
      problem,
      source: () => (problem === null ? toLine(value, text) : JSON.stringify(text)),
    };
  }
}

/** Removes the id, which the store generates. The store itself ignores `date_created` and `date_updated`. */
function withoutId(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('id' in value)) return value;
  const { id: _id, ...rest } = value;
  return rest;
}

/**
 * Returns the value as one line of JSON, or its text as a JSON string if it is nested too deeply for `JSON.stringify`.
 */
function toLine(value: unknown, text: string): string {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(text);
  }
}
