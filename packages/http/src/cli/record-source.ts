import { extname } from 'node:path';
import type { StoreDetail } from '@vitrine/core';
import { type CsvOptions, matchColumns, toValue } from './csv-columns.ts';
import { openCsv } from './csv-rows.ts';
import { CommandError, EXIT } from './failure.ts';
import type { CsvRow } from './read-csv.ts';
import { type JsonElement, readJsonLines, readJsonList } from './read-json.ts';

export type FileFormat = 'csv' | 'json' | 'ndjson';

/** A record of a file, ready to be written. */
export interface SourceRow {
  /** Its number among the records of the file, from 1. */
  readonly row: number;
  readonly line: number;
  readonly body: unknown;
  /** Why it can't even be tried; null when it can. */
  readonly problem: string | null;
  /** JSON of what stands in the file, on one line, for the report of refused rows. */
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

/** @throws CommandError when the name says nothing. */
export function formatOf(path: string): FileFormat {
  const format = FORMATS[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw new CommandError(
    EXIT.usage,
    `--format: say whether ${path} is csv, json or ndjson; its name does not.`,
  );
}

/** The records of a file, in its order. The header of a CSV file is matched with the store before the first one. */
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
      return toJsonRecords(readJsonList(path, chunks), store);
    case 'ndjson':
      return toJsonRecords(readJsonLines(path, chunks), store);
  }
}

/** The first row of a CSV file. @throws CommandError when there is none. */
export async function readHeader(path: string, rows: AsyncIterator<CsvRow, void>): Promise<string[]> {
  const first = await rows.next();
  if (first.done === true) throw new CommandError(EXIT.data, `${path} has no line that names its columns.`);
  return first.value.cells.map((cell) => cell ?? '');
}

async function* toCsvRecords(
  path: string,
  chunks: AsyncIterable<string>,
  store: StoreDetail,
  options: CsvOptions,
  onNotice: (notice: string) => void,
): AsyncGenerator<SourceRow, void> {
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

/** What a report says of a line of CSV: whether it has as many cells as the first one, and what stood in it. */
export function describeCells(
  header: readonly string[],
  cells: readonly (string | null)[],
): Pick<SourceRow, 'problem' | 'source'> {
  return {
    problem:
      cells.length === header.length
        ? null
        : `Expected ${header.length} cells as in the first line, not ${cells.length}.`,
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
  const ownsId = store.properties.some(({ name }) => name === 'id');
  let row = 0;
  for await (const { line, value, problem, text } of elements) {
    row++;
    yield {
      row,
      line,
      body: ownsId ? value : withoutId(value),
      problem,
      source: () => (problem === null ? toLine(value, text) : JSON.stringify(text)),
    };
  }
}

/** The store makes the ids; `date_created` and `date_updated` it ignores by itself. */
function withoutId(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('id' in value)) return value;
  const { id: _id, ...rest } = value;
  return rest;
}

/** What is nested too deeply to be written again is shown as the text that it was. */
function toLine(value: unknown, text: string): string {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(text);
  }
}
