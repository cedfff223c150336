import { FileProblem } from '../file/file-problem.ts';
import { type CsvRow, FILE_START, type RowStart } from './csv-row.ts';
import { readSeparatorLine, SEPARATOR_LINE_MAX } from './separator-line.ts';

/**
 * Four times the maximum text of a record. Without a bound, an unclosed quote would read the whole file into memory.
 */
const ROW_BYTES_MAX = 1024 * 1024;
/** Ten times as many as a file may have columns. */
const CELLS_MAX = 10_000;

const QUOTE = 0x22;
const BLANK = 0x20;
const TAB = 0x09;
const ASCII_END = 0x80;
const CR = 0x0d;
const LF = 0x0a;

const EMPTY = Buffer.alloc(0);

/**
 * Yields the rows of RFC 4180 text in UTF-8, in lists of any length. Accepts CRLF, LF and CR, skips a line that names the
 * delimiter, and rows without text, and yields rows with any number of cells. A quote inside a cell that
 * does not begin with one is read as a character and marked. Blanks around a quoted cell do not count.
 *
 * @param chunks the text from `start` on, cut anywhere.
 * @throws FileProblem at a quote that is not closed, because the rows after it are ambiguous.
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
  start: RowStart = FILE_START,
): AsyncGenerator<CsvRow[], void> {
  const scanner = new CsvScanner(delimiter, start);
  for await (const chunk of chunks) yield* scanned(scanner, chunk, false);
  yield* scanned(scanner, EMPTY, true);
}

/** Yields the complete rows, also those before a syntax error. */
function* scanned(scanner: CsvScanner, chunk: Uint8Array, isLast: boolean): Generator<CsvRow[], void> {
  const { rows, problem } = scanner.scan(chunk, isLast);
  if (rows.length > 0) yield rows;
  if (problem !== null) throw problem;
}

/** Returns the first rows of a text up to the first syntax error, at most `max`. */
export function readFirstRows(text: Uint8Array, delimiter: string, isWhole: boolean, max: number): CsvRow[] {
  return new CsvScanner(delimiter, FILE_START).scan(text, isWhole, max).rows;
}

/** Scans text for complete rows and keeps the beginning of a row that is not complete. */
class CsvScanner {
  readonly #delimiter: number;
  #kept: Buffer[] = [];
  #keptLength = 0;
  /** An incomplete row is scanned again when it has doubled, so that the work is linear in the length of the row. */
  #scanFrom = 0;
  /** The offset of `#kept` in the file. */
  #offset: number;
  /** The number of line ends before `#kept`. */
  #lines: number;
  #rows: CsvRow[] = [];

  constructor(delimiter: string, start: RowStart) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#offset = start.bytes;
    this.#lines = start.line;
  }

  /** Returns the rows that are complete, at most `max`, and the syntax error after them. */
  scan(
    chunk: Uint8Array,
    isLast: boolean,
    max = Number.POSITIVE_INFINITY,
  ): { readonly rows: CsvRow[]; readonly problem: FileProblem | null } {
    this.#rows = [];
    try {
      this.#scan(chunk, isLast, max);
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      return { rows: this.#rows, problem: error };
    }
    return { rows: this.#rows, problem: null };
  }

  #scan(chunk: Uint8Array, isLast: boolean, max: number): void {
    const added = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#keptLength += added.length;
    if (!isLast && this.#keptLength < this.#scanFrom && this.#keptLength <= ROW_BYTES_MAX) {
      this.#kept.push(added);
      return;
    }
    const text = this.#kept.length === 0 ? added : Buffer.concat([...this.#kept, added]);
    // One character for each byte, so that places in it are places in the text.
    const characters = text.toString('latin1');
    let at = 0;
    while (at < text.length && this.#rows.length < max) {
      const end = this.#row(text, characters, at, isLast);
      if (end === null) break;
      at = end;
    }
    const kept = text.subarray(at);
    if (kept.length > ROW_BYTES_MAX) {
      throw this.#problem(`a row has more than ${ROW_BYTES_MAX} bytes; is a quote not closed?`);
    }
    this.#kept = kept.length === 0 ? [] : [kept];
    this.#keptLength = kept.length;
    this.#scanFrom = kept.length * 2;
    this.#offset += at;
  }

  /** Adds the row at `from`, or skips a blank one. Returns its end; null if the row is not complete. */
  #row(text: Buffer, characters: string, from: number, isLast: boolean): number | null {
    if (this.#offset === 0 && from === 0) {
      if (!isLast && characters.length < SEPARATOR_LINE_MAX && !/[\r\n]./s.test(characters)) return null;
      const line = readSeparatorLine(characters);
      if (line !== null) {
        this.#lines++;
        return line.length;
      }
    }
    const length = characters.length;
    const delimiter = this.#delimiter;
    const cells: (string | null)[] = [];
    let problem: string | null = null;
    let bareQuotes: CsvRow['bareQuotes'] = 'none';
    let isQuoted = false;
    let at = from;
    let breaks = 0;
    for (;;) {
      const begin = at;
      let cell: string | null;
      const quote = this.#quoteAt(characters, begin);
      const close =
        quote === begin
          ? this.#closingQuote(characters, quote, isLast)
          : quote === null
            ? null
            : this.#closingQuoteInLine(characters, quote);
      if (close === undefined) return null;
      if (quote !== null && close !== null) {
        isQuoted = true;
        const quoted = text.toString('utf8', quote + 1, close);
        cell = quoted.includes('""') ? quoted.replaceAll('""', '"') : quoted;
        breaks += countBreaks(text, quote + 1, close);
        at = this.#skipBlanks(characters, close + 1);
        if (!this.#isCellEnd(characters, at)) {
          at = this.#cellEnd(characters, at);
          cell = text.toString('utf8', begin, at);
          problem = 'Text after a closing quote; write a quote inside a quoted cell twice.';
        }
      } else {
        let all = 0;
        let quotes = 0;
        for (; at < length; at++) {
          const code = characters.charCodeAt(at);
          if (code === delimiter || code === LF || code === CR) break;
          if (code === QUOTE) quotes++;
          all |= code;
        }
        if (quotes % 2 === 1) bareQuotes = 'odd';
        else if (quotes > 0 && bareQuotes === 'none') bareQuotes = 'even';
        if (at === begin) cell = null;
        else cell = all < ASCII_END ? characters.slice(begin, at) : text.toString('utf8', begin, at);
      }
      if (at === length && !isLast) return null;
      cells.push(cell);
      if (cells.length > CELLS_MAX) {
        throw this.#problem(`a row has more than ${CELLS_MAX} cells; is the delimiter right?`);
      }
      if (at < length && characters.charCodeAt(at) === delimiter) {
        at++;
        // A delimiter at the end of the text is followed by an empty cell.
        if (at === length && !isLast) return null;
        continue;
      }
      break;
    }
    if (characters.charCodeAt(at) === CR) {
      if (at + 1 === length && !isLast) return null;
      at += characters.charCodeAt(at + 1) === LF ? 2 : 1;
    } else if (at < length) at++;
    this.#lines += breaks + 1;
    if (isQuoted || cells.some((cell) => cell !== null && cell.trim() !== '')) {
      this.#rows.push({ line: this.#lines, end: this.#offset + at, cells, problem, bareQuotes });
    }
    return at;
  }

  /** Returns the place of the quote with which a cell begins, maybe after blanks. Null: it does not begin with one. */
  #quoteAt(characters: string, from: number): number | null {
    const at = characters.charCodeAt(from) === QUOTE ? from : this.#skipBlanks(characters, from);
    return characters.charCodeAt(at) === QUOTE ? at : null;
  }

  /** Returns the place of the quote that closes a cell. Undefined: it is not here yet. @throws FileProblem */
  #closingQuote(characters: string, quote: number, isLast: boolean): number | undefined {
    let at = quote + 1;
    for (;;) {
      at = characters.indexOf('"', at);
      if (at === -1 || (at + 1 === characters.length && !isLast)) {
        if (!isLast) return undefined;
        if (at === -1) throw this.#problem('the file ends inside a quoted cell.');
      }
      if (characters.charCodeAt(at + 1) !== QUOTE) return at;
      at += 2;
    }
  }

  /** Returns the place of the quote that closes a cell in its line, with only blanks behind. Null: none does. */
  #closingQuoteInLine(characters: string, quote: number): number | null {
    for (let at = quote + 1; at < characters.length; at++) {
      const code = characters.charCodeAt(at);
      if (code === CR || code === LF) return null;
      if (code !== QUOTE) continue;
      if (characters.charCodeAt(at + 1) === QUOTE) at++;
      else return this.#isCellEnd(characters, this.#skipBlanks(characters, at + 1)) ? at : null;
    }
    return null;
  }

  #skipBlanks(characters: string, from: number): number {
    let at = from;
    for (; at < characters.length; at++) {
      const code = characters.charCodeAt(at);
      if (code === this.#delimiter || (code !== BLANK && code !== TAB)) break;
    }
    return at;
  }

  #isCellEnd(characters: string, at: number): boolean {
    const code = characters.charCodeAt(at);
    return at >= characters.length || code === this.#delimiter || code === CR || code === LF;
  }

  #cellEnd(characters: string, from: number): number {
    let at = from;
    while (!this.#isCellEnd(characters, at)) at++;
    return at;
  }

  #problem(message: string): FileProblem {
    return new FileProblem(message, { line: this.#lines + 1 });
  }
}

function countBreaks(text: Buffer, from: number, to: number): number {
  let breaks = 0;
  for (let at = from; at < to; at++) {
    const byte = text[at];
    if (byte === LF || (byte === CR && text[at + 1] !== LF)) breaks++;
  }
  return breaks;
}
