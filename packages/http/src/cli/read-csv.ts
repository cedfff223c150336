import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { CommandError, EXIT } from './failure.ts';

/** A line of a CSV file. */
export interface CsvRow {
  /** Where in the file it ends, from 1. */
  readonly line: number;
  /** Null for nothing between two delimiters, `''` for a quoted empty text: an export tells them apart so. */
  readonly cells: readonly (string | null)[];
}

/** Four times what the text of one record may have; a quote that is never closed would otherwise take the whole file. */
const ROW_BYTES_MAX = 1024 * 1024;

/**
 * The rows of RFC 4180 text, the header among them; lines may end as on any system, blank ones are skipped, rows of any
 * number of cells come through. Throws `CommandError` at a quote that stands where none may: what comes behind it can't
 * be told apart into cells.
 */
export async function* readCsv(
  path: string,
  chunks: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRow, void> {
  const parser = parse({
    ...syntaxOf(delimiter),
    info: true,
    cast: (text, { quoting }) => (text === '' && !quoting ? null : text),
  });
  // The error of either end reaches the loop below.
  pipeline(Readable.from(chunks), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CommandError(EXIT.data, `${path}, line ${String(error.lines ?? '?')}: ${explain(error)}`, {
      cause: error,
    });
  }
}

/**
 * The number of cells in each of the first rows of a text, up to `max` rows and up to where it is no CSV with this
 * delimiter.
 */
export function countCells(text: string, delimiter: string, max: number): number[] {
  const counts: number[] = [];
  try {
    parseText(text, {
      ...syntaxOf(delimiter),
      to: max,
      on_record(cells: readonly string[]) {
        counts.push(cells.length);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return counts;
}

function syntaxOf(delimiter: string) {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_BYTES_MAX,
  };
}

interface ParsedRow {
  readonly record: (string | null)[];
  readonly info: { readonly lines: number };
}

function explain(error: CsvError): string {
  switch (error.code) {
    case 'INVALID_OPENING_QUOTE':
      return 'a quote inside a cell that does not begin with one; write the cell as "…""…".';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'text behind a closing quote; a quote inside a quoted cell is written twice.';
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'the file ends inside a quoted cell.';
    case 'CSV_MAX_RECORD_SIZE':
      return `a row has more than ${ROW_BYTES_MAX} bytes; is a quote not closed?`;
    default:
      return error.message;
  }
}
