import { DAY, showDay } from '../values/datetime.ts';

/**
 * Writes a value into a buffer in UTF-8, and returns the place after it. The caller provides the room: `UNIT_BYTES` for
 * each UTF-16 unit of a text, and `VALUE_BYTES` for its quotes or any other value.
 */
export type WriteValue = (buffer: Buffer, at: number, value: string | number) => number;

/** The most bytes of a UTF-16 unit: those of `\u001f`. */
export const UNIT_BYTES = 6;
export const VALUE_BYTES = 32;

/** Up to this length, a loop over the units of a text is faster than the calls of built-in functions. */
const SHORT_TEXT = 80;

const SPACE = 0x20;
const QUOTE = 0x22;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LETTER_Z = 0x5a;
const SURROGATES = { first: 0xd800, last: 0xdfff };

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');

export function writeBytes(buffer: Buffer, at: number, bytes: Buffer): number {
  for (let i = 0; i < bytes.length; i++) buffer[at + i] = bytes[i] as number;
  return at + bytes.length;
}

export function writeBoolean(buffer: Buffer, at: number, value: string | number): number {
  return writeBytes(buffer, at, value === 1 ? TRUE : FALSE);
}

export function writeNumber(buffer: Buffer, at: number, value: string | number): number {
  return writeAscii(buffer, at, String(value));
}

/** Writes text. Lone surrogates become U+FFFD. */
export function writeText(buffer: Buffer, at: number, value: string | number): number {
  const text = String(value);
  const end = writeShortText(buffer, at, text);
  return end ?? at + buffer.write(text, at);
}

/** Writes what `JSON.stringify` returns for a text. */
export function writeJsonText(buffer: Buffer, at: number, value: string | number): number {
  const text = String(value);
  const end = writeShortText(buffer, at + 1, text);
  if (end === null) return at + buffer.write(JSON.stringify(text), at);
  buffer[at] = QUOTE;
  buffer[end] = QUOTE;
  return end + 1;
}

/** Writes what `showDatetime` returns. */
export function writeDatetime(buffer: Buffer, at: number, value: string | number): number {
  const millis = Math.trunc(Number(value));
  const day = Math.floor(millis / DAY);
  const inDay = millis - day * DAY;
  const seconds = Math.floor(inDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  let end = writeAscii(buffer, at, showDay(day));
  end = writeTwoDigits(buffer, end, hours);
  buffer[end++] = COLON;
  end = writeTwoDigits(buffer, end, minutes - hours * 60);
  buffer[end++] = COLON;
  end = writeTwoDigits(buffer, end, seconds - minutes * 60);
  buffer[end++] = DOT;
  const thousandths = inDay - seconds * 1000;
  const hundredths = Math.floor(thousandths / 10);
  end = writeTwoDigits(buffer, end, hundredths);
  buffer[end++] = ZERO + thousandths - hundredths * 10;
  buffer[end++] = LETTER_Z;
  return end;
}

export function writeJsonDatetime(buffer: Buffer, at: number, value: string | number): number {
  const end = writeDatetime(buffer, at + 1, value);
  buffer[at] = QUOTE;
  buffer[end] = QUOTE;
  return end + 1;
}

/**
 * Writes a short text of characters that have one unit and that JSON does not escape. Returns null for any other text;
 * the bytes after `at` are undefined then.
 */
function writeShortText(buffer: Buffer, at: number, text: string): number | null {
  const { length } = text;
  if (length > SHORT_TEXT) return null;
  let end = at;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      if (unit < SPACE || unit === QUOTE || unit === BACKSLASH) return null;
      buffer[end++] = unit;
    } else if (unit < 0x800) {
      buffer[end++] = 0xc0 | (unit >> 6);
      buffer[end++] = 0x80 | (unit & 0x3f);
    } else if (unit < SURROGATES.first || unit > SURROGATES.last) {
      buffer[end++] = 0xe0 | (unit >> 12);
      buffer[end++] = 0x80 | ((unit >> 6) & 0x3f);
      buffer[end++] = 0x80 | (unit & 0x3f);
    } else return null;
  }
  return end;
}

function writeAscii(buffer: Buffer, at: number, text: string): number {
  const { length } = text;
  for (let i = 0; i < length; i++) buffer[at + i] = text.charCodeAt(i);
  return at + length;
}

function writeTwoDigits(buffer: Buffer, at: number, number: number): number {
  const tens = Math.floor(number / 10);
  buffer[at] = ZERO + tens;
  buffer[at + 1] = ZERO + number - tens * 10;
  return at + 2;
}
