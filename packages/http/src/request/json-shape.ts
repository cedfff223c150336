/** Levels of lists and objects that a large JSON body may have. The deepest body of the interface has seven. */
export const JSON_DEPTH_MAX = 1_000;
/** Members of all objects in a large JSON body. The largest body of the interface, a batch of records, has 10,300. */
export const JSON_MEMBERS_MAX = 20_000;

/** Bytes of a body that is parsed whatever its shape: the worst of them takes less than 50 ms. */
const UNCHECKED_BYTES = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COLON = 0x3a;

/**
 * Why a JSON text in UTF-8 is refused before it is parsed: nested deeper than `JSON_DEPTH_MAX`, or more members than
 * `JSON_MEMBERS_MAX`. Null: it may be parsed, which says whether it is JSON. Linear and without recursion. `JSON.parse` takes
 * up to a second for 4 MiB of brackets or of names, on the main thread, and what reads the result takes as long again. Small
 * bodies are not looked at.
 */
export function findExcess(bytes: Uint8Array): string | null {
  if (bytes.byteLength <= UNCHECKED_BYTES) return null;
  let depth = 0;
  let members = 0;
  for (let i = 0; i < bytes.byteLength; i++) {
    switch (bytes[i]) {
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        if (depth > JSON_DEPTH_MAX) return `Expected JSON of at most ${JSON_DEPTH_MAX} levels.`;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COLON:
        members += 1;
        if (members > JSON_MEMBERS_MAX) return `Expected JSON of at most ${JSON_MEMBERS_MAX} members in all.`;
        break;
      case QUOTE:
        i = endOfString(bytes, i);
        break;
    }
  }
  return null;
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
