const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Returns the number that a text writes as JSON does (RFC 8259, section 6). Null: the text is no such number. */
export function parseJsonNumber(text: string): number | null {
  return JSON_NUMBER.test(text) ? Number(text) : null;
}
