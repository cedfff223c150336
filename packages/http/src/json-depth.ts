/** Levels of lists and objects that a large JSON body may have. The deepest body of the interface has seven. */
export const JSON_DEPTH_MAX = 1_000;

/** Bytes of a body that is parsed whatever its depth: V8 takes less than 50 ms for the worst of them. */
const UNCHECKED_BYTES = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Whether a JSON text in UTF-8 is nested deeper than `JSON_DEPTH_MAX`. Linear and without recursion. `JSON.parse` takes
 * about a second for 4 MiB of brackets, on the main thread. Small bodies are never too deep: they are not looked at.
 */
export function isTooDeep(bytes: Uint8Array): boolean {
  if (bytes.byteLength <= UNCHECKED_BYTES) return false;
  let depth = 0;
  for (let i = 0; i < bytes.byteLength; i++) {
    switch (bytes[i]) {
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        if (depth > JSON_DEPTH_MAX) return true;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case QUOTE:
        i = endOfString(bytes, i);
        break;
    }
  }
  return false;
}

/** The index of the quote that ends the string, or the length of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  let end = start;
  do {
    end = bytes.indexOf(QUOTE, end + 1);
    if (end === -1) return bytes.byteLength;
  } while (isEscaped(bytes, start, end));
  return end;
}

/** Each backslash is counted for one quote only: the next quote lies behind this one. */
function isEscaped(bytes: Uint8Array, start: number, quote: number): boolean {
  let backslashes = 0;
  while (quote - 1 - backslashes > start && bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
