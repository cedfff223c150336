import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { CommandError, EXIT } from './command-error.ts';

/** A row of a CSV file. */
export interface CsvRow {
  /** The line on which the row ends, from 1. */
  readonly line: number;
  /** Null for an empty cell, `''` for a quoted empty text: exports use both. */
  readonly cells: readonly (string | null)[];
}

/**
 * Four times the maximum text of a record. Without a bound, an unclosed quote would read the whole file into memory.
 */
const ROW_BYTES_MAX = 1024 * 1024;

/**
 * Yields the rows of RFC 4180 text, including the header. Accepts CRLF, LF and CR, skips blank lines, and yields rows
 * with any number of cells.
 *
 * @throws CommandError at a misplaced quote, because the cells after that point are ambiguous.
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
  // The loop below receives the errors of both streams.
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

/** Returns the number of cells in each row, for at most `max` rows and up to the first syntax error. */
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
      return 'text after a closing quote; write a quote inside a quoted cell twice.';
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'the file ends inside a quoted cell.';
    case 'CSV_MAX_RECORD_SIZE':
      return `a row has more than ${ROW_BYTES_MAX} bytes; is a quote not closed?`;
    default:
      return error.message;
  }
}
