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
