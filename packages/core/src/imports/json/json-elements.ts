import { findJsonExcess } from '../../ground/json.ts';
import { FILE_START, type RowStart } from '../csv/csv-row.ts';
import { FileProblem } from '../file/file-problem.ts';
import { findRepeatedMember } from './repeated-member.ts';

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
  let kept: Buffer[] = [];
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
          const element = kept.length === 0 ? part : Buffer.concat([...kept, part]);
          offset += element.length + 1;
          kept = [];
          // At the end of the array reading may continue before the bracket, which closes it again.
          isEnded = byte === CLOSE_ARRAY;
          const isBlank = isEnded && element.toString().trim() === '';
          const isEmptyArray = isBlank && elements === 0;
          const end = isEnded ? offset - 1 : offset;
          if (!isEmptyArray && !(isBlank && start.bytes === end)) {
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
    if (isBegun && !isEnded) kept.push(text.subarray(begin));
    else if (!isBegun) offset += text.length - begin;
    if (found.length > 0) yield found;
    if (lengthOf(kept) > ELEMENT_MAX) throw fail(`a record has more than ${ELEMENT_MAX} bytes.`);
  }
  if (!isEnded) throw fail('the file ends before the end of the array.');
}

function parseElement(
  bytes: Buffer,
  firstLines: number,
  place: Pick<JsonElement, 'end' | 'endLine'>,
): JsonElement {
  const whole = bytes.toString();
  const text = whole.trim();
  const leading = whole.slice(0, whole.length - whole.trimStart().length).split('\n').length - 1;
  return { line: firstLines + leading + 1, ...place, text, ...parseJson(bytes, text) };
}

function parseJson(bytes: Buffer, text: string): Pick<JsonElement, 'value' | 'problem'> {
  const excess = findJsonExcess(bytes);
  if (excess !== null) return { value: undefined, problem: excess };
  try {
    const value: unknown = JSON.parse(text);
    const repeated = findRepeatedMember(text, value);
    if (repeated === null) return { value, problem: null };
    return { value: undefined, problem: `The member ${JSON.stringify(repeated)} occurs twice.` };
  } catch (error) {
    return { value: undefined, problem: `Not JSON: ${describeSyntax(error)}` };
  }
}

/** Yields one element per line, in lists. Skips blank lines. A line that is not JSON is an element with a problem. */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  start: RowStart = FILE_START,
): AsyncGenerator<JsonElement[], void> {
  let kept: Buffer[] = [];
  let lines = start.line;
  let offset = start.bytes;

  function parseLine(bytes: Buffer): JsonElement[] {
    lines++;
    const text = bytes.toString().trim();
    if (text === '') return [];
    return [{ line: lines, end: offset, endLine: lines, text, ...parseJson(bytes, text) }];
  }

  for await (const chunk of chunks) {
    const found: JsonElement[] = [];
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let begin = 0;
    // JSON text may contain U+2028, so only the line feed ends a line.
    for (let end = text.indexOf(LINE_FEED); end !== -1; end = text.indexOf(LINE_FEED, begin)) {
      const part = text.subarray(begin, end);
      const line = kept.length === 0 ? part : Buffer.concat([...kept, part]);
      offset += line.length + 1;
      kept = [];
      found.push(...parseLine(line));
      begin = end + 1;
    }
    kept.push(text.subarray(begin));
    if (found.length > 0) yield found;
    if (lengthOf(kept) > ELEMENT_MAX) {
      throw new FileProblem(`the line has more than ${ELEMENT_MAX} bytes.`, { line: lines + 1 });
    }
  }
  const rest = Buffer.concat(kept);
  offset += rest.length;
  const last = parseLine(rest);
  if (last.length > 0) yield last;
}

function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** Returns the message of a syntax error, shortened because V8 may quote a long text. */
function describeSyntax(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.length > 200 ? `${message.slice(0, 200)}…` : message;
}
