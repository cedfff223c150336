import { FILE_START, type RowStart } from './csv-rows.ts';
import { FileProblem } from './file-problem.ts';

/** An element of a JSON array or a line of NDJSON. */
export interface JsonElement {
  /** The line on which the element begins, from 1. */
  readonly line: number;
  /** The offset in bytes after the element and its separator. Reading may continue there. */
  readonly end: number;
  /** The number of line ends before `end`. */
  readonly endLine: number;
  /** Undefined if there is a problem. */
  readonly value: unknown;
  /** Why the element could not be parsed; null if it was. */
  readonly problem: string | null;
  /** The text in the file. */
  readonly text: string;
}

/** The maximum number of bytes of an element: as many as the JSON body of a request may have. */
const ELEMENT_MAX = 4 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LINE_FEED = 0x0a;

const EMPTY = Buffer.alloc(0);

/**
 * Yields the elements of one JSON array in lists. Each is parsed separately, so that a file of any length takes little
 * memory. The scanner only tracks quotes and brackets; `JSON.parse` validates every element.
 *
 * @param chunks UTF-8 text from `start` on, cut anywhere.
 * @throws FileProblem where the file is not a JSON array, because the elements after that point are ambiguous.
 */
export async function* readJsonArray(
  chunks: AsyncIterable<Uint8Array>,
  start: RowStart = FILE_START,
): AsyncGenerator<JsonElement[], void> {
  let isBegun = start.bytes > 0;
  let isEnded = false;
  let elements = isBegun ? 1 : 0;
  let depth = 0;
  let inText = false;
  let isEscaped = false;
  let lines = start.line;
  /** The beginning of the element that is not complete, its offset in the file, and the line ends before it. */
  let kept: Buffer = EMPTY;
  let offset = start.bytes;
  let firstLines = lines;

  const fail = (message: string) => new FileProblem(message, { line: lines + 1 });

  for await (const chunk of chunks) {
    const found: JsonElement[] = [];
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let begin = 0;
    for (let at = 0; at < text.length; at++) {
      const byte = text[at] ?? 0;
      if (byte === LINE_FEED) lines++;
      if (isBegun && !isEnded) {
        if (inText) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) inText = false;
        } else if (byte === QUOTE) inText = true;
        else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth++;
        else if (depth > 0) {
          if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
        } else if (byte === COMMA || byte === CLOSE_ARRAY) {
          const part = text.subarray(begin, at);
          const element = (kept.length === 0 ? part : Buffer.concat([kept, part])).toString();
          offset += kept.length + part.length + 1;
          kept = EMPTY;
          // At the end of the array reading may continue before the bracket, which closes it again.
          isEnded = byte === CLOSE_ARRAY;
          const isEmptyArray = isEnded && elements === 0 && element.trim() === '';
          const end = isEnded ? offset - 1 : offset;
          if (!isEmptyArray && !(isEnded && element.trim() === '' && start.bytes === end)) {
            const parsed = parseElement(element, firstLines, { end, endLine: lines });
            if (parsed.problem !== null) {
              if (found.length > 0) yield found;
              throw fail(parsed.problem);
            }
            found.push(parsed);
          }
          elements++;
          begin = at + 1;
          firstLines = lines;
        }
      } else if (byte > 0x20) {
        if (isEnded) throw fail('text after the end of the array.');
        if (byte !== OPEN_ARRAY)
          throw fail('expected a JSON array of records; write one record per line as NDJSON.');
        isBegun = true;
        offset += at + 1 - begin;
        begin = at + 1;
      }
    }
    if (isBegun && !isEnded) kept = Buffer.concat([kept, text.subarray(begin)]);
    else if (!isBegun) offset += text.length - begin;
    if (found.length > 0) yield found;
    if (kept.length > ELEMENT_MAX) throw fail(`a record has more than ${ELEMENT_MAX} bytes.`);
  }
  if (!isEnded) throw fail('the file ends before the end of the array.');
}

function parseElement(
  text: string,
  firstLines: number,
  { end, endLine }: Pick<JsonElement, 'end' | 'endLine'>,
): JsonElement {
  const trimmed = text.trim();
  const leading = text.slice(0, text.indexOf(trimmed)).split('\n').length - 1;
  try {
    const value: unknown = JSON.parse(trimmed);
    return { line: firstLines + leading + 1, end, endLine, value, problem: null, text: trimmed };
  } catch (error) {
    const problem = `not JSON: ${describeSyntax(error)}`;
    return { line: firstLines + leading + 1, end, endLine, value: undefined, problem, text: trimmed };
  }
}

/** Yields one element per line, in lists. Skips blank lines. A line that is not JSON is an element with a problem. */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  start: RowStart = FILE_START,
): AsyncGenerator<JsonElement[], void> {
  let kept: Buffer = EMPTY;
  let lines = start.line;
  let offset = start.bytes;

  function parseLine(bytes: Buffer): JsonElement[] {
    lines++;
    const text = bytes.toString().trim();
    if (text === '') return [];
    const place = { line: lines, end: offset, endLine: lines, text };
    try {
      return [{ ...place, value: JSON.parse(text), problem: null }];
    } catch (error) {
      return [{ ...place, value: undefined, problem: `Not JSON: ${describeSyntax(error)}` }];
    }
  }

  for await (const chunk of chunks) {
    const found: JsonElement[] = [];
    const text: Buffer =
      kept.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        : Buffer.concat([kept, chunk]);
    let begin = 0;
    // JSON text may contain U+2028, so only the line feed ends a line.
    for (let end = text.indexOf(LINE_FEED); end !== -1; end = text.indexOf(LINE_FEED, begin)) {
      offset += end + 1 - begin;
      found.push(...parseLine(text.subarray(begin, end)));
      begin = end + 1;
    }
    kept = text.subarray(begin);
    if (found.length > 0) yield found;
    if (kept.length > ELEMENT_MAX) {
      throw new FileProblem(`the line has more than ${ELEMENT_MAX} bytes.`, { line: lines + 1 });
    }
  }
  offset += kept.length;
  const last = parseLine(kept);
  if (last.length > 0) yield last;
}

/** Returns the message of a syntax error, shortened because V8 may quote a long text. */
function describeSyntax(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.length > 200 ? `${message.slice(0, 200)}…` : message;
}
