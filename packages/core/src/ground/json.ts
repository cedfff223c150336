export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value of parsed JSON is an object, neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Parses a number in the syntax of JSON (RFC 8259, section 6). Null: the text is not such a number. */
export function parseJsonNumber(text: string): number | null {
  return JSON_NUMBER.test(text) ? Number(text) : null;
}

/** Returns a finite number, or that of a text in the syntax of JSON. -0 is 0. Null: the value is neither. */
export function readFiniteNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? parseJsonNumber(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : null;
}

const SEPARATOR = { text: ',' } as const;

/**
 * Returns JSON in one form for equal values: without white space, and with the members of objects in the order of their
 * names. Members that are undefined are left out. Uses no recursion, because untrusted input may be nested deeply.
 */
export function canonicalJson(value: unknown): string {
  const parts: string[] = [];
  const pending: ({ readonly text: string } | { readonly value: unknown })[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) {
      parts.push(next.text);
      continue;
    }
    const { value: own } = next;
    if (Array.isArray(own)) {
      pending.push({ text: ']' });
      for (const [index, element] of own.toReversed().entries())
        pending.push(...(index === 0 ? [] : [SEPARATOR]), { value: element });
      pending.push({ text: '[' });
    } else if (isJsonObject(own)) {
      const names = Object.keys(own).filter((name) => own[name] !== undefined);
      pending.push({ text: '}' });
      for (const [index, name] of names.sort().toReversed().entries())
        pending.push(
          ...(index === 0 ? [] : [SEPARATOR]),
          { value: own[name] },
          { text: `${JSON.stringify(name)}:` },
        );
      pending.push({ text: '{' });
    } else parts.push(JSON.stringify(own) ?? 'null');
  }
  return parts.join('');
}

/** Maximum nesting of a large JSON text. The deepest valid request body has seven levels. */
export const JSON_DEPTH_MAX = 1_000;
/**
 * Maximum number of members of all objects in a large JSON text. The largest valid request body, a batch of records,
 * has 10,300.
 */
export const JSON_MEMBERS_MAX = 20_000;
/**
 * Maximum number of values in a large JSON text, counted as its commas and opening brackets. The largest valid request
 * body has 10,500.
 */
export const JSON_VALUES_MAX = 50_000;

/** Texts up to this size are parsed without a check: no shape makes them expensive. */
const UNCHECKED_BYTES = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COLON = 0x3a;
const COMMA = 0x2c;

/** 1 for the bytes that give a JSON text its shape, and for the end of a text. Most others are of numbers and white space. */
const SHAPING = new Uint8Array(256);
for (const byte of [0, QUOTE, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT, COLON, COMMA]) {
  SHAPING[byte] = 1;
}

/**
 * Returns an error message if a JSON text in UTF-8 is nested deeper than `JSON_DEPTH_MAX`, or has more members than
 * `JSON_MEMBERS_MAX` or more values than `JSON_VALUES_MAX`, otherwise null. Does not validate the JSON, and does not
 * check small texts. Linear, without recursion.
 *
 * `JSON.parse` and the validation of its result would block the main thread for long on a large text of brackets,
 * names or small values: 4 MiB of empty objects take seconds.
 */
export function findJsonExcess({ buffer, byteOffset, byteLength }: Uint8Array): string | null {
  if (byteLength <= UNCHECKED_BYTES) return null;
  // Searches several times as fast as another view.
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  let depth = 0;
  let members = 0;
  let values = 0;
  for (let i = 0; i < byteLength; i++) {
    while (SHAPING[bytes[i] ?? 0] === 0) i++;
    switch (bytes[i]) {
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > JSON_DEPTH_MAX) return `Expected JSON with at most ${JSON_DEPTH_MAX} levels.`;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      case COLON:
        members += 1;
        if (members > JSON_MEMBERS_MAX)
          return `Expected JSON with at most ${JSON_MEMBERS_MAX} members in all.`;
        break;
      case QUOTE:
        i = endOfString(bytes, i);
        break;
    }
    if (values > JSON_VALUES_MAX) return `Expected JSON with at most ${JSON_VALUES_MAX} values in all.`;
  }
  return null;
}

/**
 * Returns the index of the quote that ends the string, or the length of the text. Most strings have no escape, and searching
 * for their end takes the least time; the rest of others is examined byte by byte, because each search begins anew.
 */
function endOfString(bytes: Buffer, start: number): number {
  const quote = bytes.indexOf(QUOTE, start + 1);
  if (quote === -1) return bytes.length;
  if (!isEscaped(bytes, start, quote)) return quote;
  for (let i = quote + 1; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH) i++;
  }
  return bytes.length;
}

/** Returns whether a backslash escapes the first quote after the start of a string. */
function isEscaped(bytes: Buffer, start: number, quote: number): boolean {
  let backslashes = 0;
  while (quote - 1 - backslashes > start && bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
