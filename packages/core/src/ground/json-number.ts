const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Parses a number in the syntax of JSON (RFC 8259, section 6). Null: the text is not such a number. */
export function parseJsonNumber(text: string): number | null {
  return JSON_NUMBER.test(text) ? Number(text) : null;
}
