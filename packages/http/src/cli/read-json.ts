import { CommandError, EXIT } from './command-error.ts';

/** An element of a JSON array or a line of NDJSON. */
export interface JsonElement {
  /** The line on which the element begins, from 1. */
  readonly line: number;
  /** Undefined if there is a problem. */
  readonly value: unknown;
  /** Why the element could not be parsed; null if it was. */
  readonly problem: string | null;
  /** The text in the file. */
  readonly text: string;
}

/** The maximum number of characters of an element: far more than a record may have. */
const ELEMENT_MAX = 16 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LINE_FEED = 0x0a;

/**
 * Yields the elements of one JSON array. Each is parsed separately, so that a file of any length takes little memory.
 * The scanner only tracks quotes and brackets; `JSON.parse` validates every element.
 *
 * @throws CommandError where the file is not a JSON array, because the elements after that point are ambiguous.
 */
export async function* readJsonArray(
  path: string,
  chunks: AsyncIterable<string>,
): AsyncGenerator<JsonElement, void> {
  let begun = false;
  let ended = false;
  let element = '';
  let elements = 0;
  let depth = 0;
  let inText = false;
  let escaped = false;
  let line = 1;
  let firstLine = 1;

  const fail = (message: string) => new CommandError(EXIT.data, `${path}, line ${line}: ${message}`);

  for await (const chunk of chunks) {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const unit = chunk.charCodeAt(i);
      if (unit === LINE_FEED) line++;
      if (begun && !ended) {
        if (inText) {
          if (escaped) escaped = false;
          else if (unit === BACKSLASH) escaped = true;
          else if (unit === QUOTE) inText = false;
        } else if (unit === QUOTE) inText = true;
        else if (unit === OPEN_ARRAY || unit === OPEN_OBJECT) depth++;
        else if (depth > 0) {
          if (unit === CLOSE_ARRAY || unit === CLOSE_OBJECT) depth--;
        } else if (unit === COMMA || unit === CLOSE_ARRAY) {
          element += chunk.slice(start, i);
          const isEmptyArray = unit === CLOSE_ARRAY && elements === 0 && element.trim() === '';
          if (!isEmptyArray) yield parseElement(element);
          elements++;
          element = '';
          start = i + 1;
          firstLine = line;
          ended = unit === CLOSE_ARRAY;
        }
      } else if (unit > 0x20) {
        if (ended) throw fail('text after the end of the array.');
        if (unit !== OPEN_ARRAY)
          throw fail('expected a JSON array of records; for one record per line, use --format ndjson.');
        begun = true;
        start = i + 1;
      }
    }
    if (begun && !ended) element += chunk.slice(start);
    if (element.length > ELEMENT_MAX) throw fail(`a record has more than ${ELEMENT_MAX} characters.`);
  }
  if (!ended) throw fail('the file ends before the end of the array.');

  function parseElement(text: string): JsonElement {
    const trimmed = text.trim();
    const leading = text.slice(0, text.indexOf(trimmed)).split('\n').length - 1;
    try {
      return { line: firstLine + leading, value: JSON.parse(trimmed), problem: null, text: trimmed };
    } catch (error) {
      throw fail(`not JSON: ${describeSyntax(error)}`);
    }
  }
}

/** Yields one element per line. Skips blank lines. A line that is not JSON becomes an element with a problem. */
export async function* readJsonLines(
  path: string,
  chunks: AsyncIterable<string>,
): AsyncGenerator<JsonElement, void> {
  let rest = '';
  let line = 0;
  for await (const chunk of chunks) {
    // JSON text may contain U+2028, so only the line feed ends a line.
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line++;
      if (text.trim() !== '') yield parseLine(text.trim(), line);
    }
    if (rest.length > ELEMENT_MAX) {
      throw new CommandError(
        EXIT.data,
        `${path}, line ${line + 1}: the line has more than ${ELEMENT_MAX} characters.`,
      );
    }
  }
  if (rest.trim() !== '') yield parseLine(rest.trim(), line + 1);
}

function parseLine(text: string, line: number): JsonElement {
  try {
    return { line, value: JSON.parse(text), problem: null, text };
  } catch (error) {
    return { line, value: undefined, problem: `Not JSON: ${describeSyntax(error)}`, text };
  }
}

/** Returns the message of a syntax error, shortened because V8 may quote a long text. */
function describeSyntax(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.length > 200 ? `${message.slice(0, 200)}…` : message;
}
