import { CommandError, EXIT } from './failure.ts';

/** An element of a list in a file, or a line: its value, or why it has none. */
export interface JsonElement {
  /** Where in the file it begins, from 1. */
  readonly line: number;
  readonly value: unknown;
  readonly problem: string | null;
  /** As it stands in the file. */
  readonly text: string;
}

/** Characters of one element: far more than a record may have. */
const ELEMENT_MAX = 16 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LINE_FEED = 0x0a;

/**
 * The elements of one JSON array, each parsed by itself, so that a file of any length takes little memory. This looks
 * only at quotes and brackets; `JSON.parse` is the judge of every element. Throws `CommandError` where the file is no
 * JSON array: what comes behind can't be told apart into elements.
 */
export async function* readJsonList(
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
        else if (unit === OPEN_LIST || unit === OPEN_OBJECT) depth++;
        else if (depth > 0) {
          if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth--;
        } else if (unit === COMMA || unit === CLOSE_LIST) {
          element += chunk.slice(start, i);
          const isEmptyList = unit === CLOSE_LIST && elements === 0 && element.trim() === '';
          if (!isEmptyList) yield parseElement(element);
          elements++;
          element = '';
          start = i + 1;
          firstLine = line;
          ended = unit === CLOSE_LIST;
        }
      } else if (unit > 0x20) {
        if (ended) throw fail('text behind the end of the list.');
        if (unit !== OPEN_LIST)
          throw fail('expected a JSON list of records; for a record a line, use --format ndjson.');
        begun = true;
        start = i + 1;
      }
    }
    if (begun && !ended) element += chunk.slice(start);
    if (element.length > ELEMENT_MAX) throw fail(`a record has more than ${ELEMENT_MAX} characters.`);
  }
  if (!ended) throw fail('the file ends before its list of records does.');

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

/** A JSON text a line; blank lines are skipped, and one that is no JSON does not end the reading. */
export async function* readJsonLines(
  path: string,
  chunks: AsyncIterable<string>,
): AsyncGenerator<JsonElement, void> {
  let rest = '';
  let line = 0;
  for await (const chunk of chunks) {
    // U+2028 may stand inside a JSON text, so only the line feed ends a line.
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line++;
      if (text.trim() !== '') yield parseLine(text.trim(), line);
    }
    if (rest.length > ELEMENT_MAX) {
      throw new CommandError(
        EXIT.data,
        `${path}, line ${line + 1}: it has more than ${ELEMENT_MAX} characters.`,
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

/** V8 quotes the text it fails on; that may be long. */
function describeSyntax(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.length > 200 ? `${message.slice(0, 200)}…` : message;
}
