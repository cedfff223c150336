import { isUtf8 } from 'node:buffer';
import { type Encoding, SUGGESTED } from '../../ground/encodings.ts';
import { FileProblem } from './file-problem.ts';
import { hasWesternWords } from './western-words.ts';

const BOMS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The first of them also begins like UTF-16, which has no zero character there. */
const UTF32_BOMS: readonly (readonly number[])[] = [
  [0xff, 0xfe, 0, 0],
  [0, 0, 0xfe, 0xff],
];

/** The first bytes of files that people mistake for text, and what they are. */
const BINARIES: readonly (readonly [string, readonly number[]])[] = [
  ['a ZIP or Excel file', [0x50, 0x4b, 0x03, 0x04]],
  ['a compressed file', [0x1f, 0x8b]],
  ['an old Excel file', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF file', [0x25, 0x50, 0x44, 0x46]],
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a GIF picture', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
];

/** The share of code units with a zero byte from which text without a byte order mark counts as UTF-16. */
const UTF16_ZEROS = 0.3;

export interface DetectedEncoding {
  readonly encoding: Encoding;
  /** Why the encoding is a guess; null if it is certain. */
  readonly warning: string | null;
}

/**
 * Detects the encoding of text: by its byte order mark, by the zero bytes of UTF-16, and as UTF-8 if it is valid, or if
 * most of its other characters are: then `toUtf8` names the byte that is wrong. Anything else that may be the text of a
 * western language, and only in this encoding, counts as Windows-1252, with a warning.
 *
 * @param sample the first bytes.
 * @param isWhole whether the sample is the whole file; otherwise it may end inside a character.
 * @throws FileProblem for a binary file, and at `encoding` for text that is hardly Windows-1252.
 */
export function detectEncoding(sample: Uint8Array, isWhole: boolean): DetectedEncoding {
  if (UTF32_BOMS.some((mark) => startsWith(sample, mark))) {
    throw new FileProblem('The file is UTF-32 text. Save it in UTF-8.');
  }
  for (const [encoding, mark] of BOMS) if (startsWith(sample, mark)) return { encoding, warning: null };
  for (const [name, start] of BINARIES) {
    if (startsWith(sample, start)) throw notText(`The file is ${name}`);
  }
  const utf16 = detectUtf16(sample);
  if (utf16 !== null) return { encoding: utf16, warning: null };
  if (sample.includes(0)) throw notText('The file has zero bytes');
  const end = isWhole ? sample.length : completeEnd(sample);
  if (isUtf8(sample.subarray(0, end))) return { encoding: 'utf-8', warning: null };
  if (isMostlyUtf8(sample)) return { encoding: 'utf-8', warning: null };
  if (!mayBeWestern(sample) || !hasWesternWords(sample)) {
    throw new FileProblem(
      `The file is neither UTF-8 nor certainly text of a western language in Windows-1252. Give its encoding, such as ${SUGGESTED}.`,
      { parameter: 'encoding' },
    );
  }
  const warning =
    'The file is not UTF-8 and is read as Windows-1252. Check letters with accents, or give the encoding.';
  return { encoding: 'windows-1252', warning };
}

/** So many characters of UTF-8 for each other byte above ASCII are no chance, such as `ß”` in Windows-1252. */
const MOSTLY = 3;

/** Returns whether most bytes above ASCII belong to characters of UTF-8, so that the others are mistakes. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let [characters, others] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const length = characterLength(bytes, at);
    if (length === 0) others++;
    else {
      characters++;
      at += length - 1;
    }
  }
  return characters >= others * MOSTLY;
}

/** Returns the number of bytes of the character of UTF-8 at a place, by their form. 0: there is none. */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first >= 0xf5 ? 0 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  for (let next = 1; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

const NO_BREAK_SPACE = 0xa0;
/** Letters above ASCII of Windows-1252 in a row: western words have at most two different ones. */
const LETTERS_IN_A_ROW = 3;
/** The share of letters in such rows from which a text is in another language, and its encoding another one. */
const FOREIGN_SHARE = 0.3;

/**
 * Returns whether bytes may be Windows-1252: it leaves five bytes unassigned, and Cyrillic, Greek, Chinese, Japanese or
 * Korean words are long rows of letters above ASCII.
 */
function mayBeWestern(bytes: Uint8Array): boolean {
  let [letters, inRows, row, before] = [0, 0, 0, 0];
  for (const byte of bytes) {
    if (UNASSIGNED.has(byte)) return false;
    if (byte >= 0x80 && byte !== NO_BREAK_SPACE) {
      // Estonian: jäääär.
      if (byte !== before) row++;
    } else {
      letters += row;
      if (row >= LETTERS_IN_A_ROW) inRows += row;
      row = 0;
    }
    before = byte;
  }
  if (row >= LETTERS_IN_A_ROW) inRows += row;
  return inRows <= (letters + row) * FOREIGN_SHARE;
}

const UNASSIGNED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

function notText(reason: string): FileProblem {
  return new FileProblem(`${reason}, not text. Save the table as CSV in UTF-8.`);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return bytes.length >= start.length && start.every((byte, at) => bytes[at] === byte);
}

function detectUtf16(sample: Uint8Array): Encoding | null {
  const units = Math.min(sample.length, 4_096) >> 1;
  let [low, high] = [0, 0];
  for (let unit = 0; unit < units; unit++) {
    if (sample[unit * 2] === 0) high++;
    if (sample[unit * 2 + 1] === 0) low++;
  }
  // Some characters have a zero in their other byte, such as 一 (U+4E00).
  if (low > units * UTF16_ZEROS && high < low / 4) return 'utf-16le';
  if (high > units * UTF16_ZEROS && low < high / 4) return 'utf-16be';
  return null;
}

/** Returns the length without a UTF-8 character that may be cut at the end. */
function completeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The end of a file in DOS. */
const CTRL_Z = 0x1a;

/**
 * Yields text as UTF-8 without a byte order mark, and without a Ctrl-Z at its end.
 *
 * @throws FileProblem at bytes that are not text in the encoding.
 */
export async function* toUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array, void> {
  const convert = converterOf(encoding);
  let isFirst = true;
  let hasCtrlZ = false;
  const toText = function* (chunk: Uint8Array, isLast: boolean): Generator<Uint8Array, void> {
    const text = convert(chunk, isLast);
    if (text.length === 0) return;
    if (hasCtrlZ) yield Uint8Array.of(CTRL_Z);
    hasCtrlZ = text.at(-1) === CTRL_Z;
    // A decoder keeps the first character until it is complete, so the mark is never cut.
    const start = isFirst && startsWith(text, [0xef, 0xbb, 0xbf]) ? 3 : 0;
    yield text.subarray(start, hasCtrlZ ? -1 : text.length);
    isFirst = false;
  };
  for await (const chunk of chunks) yield* toText(chunk, false);
  yield* toText(new Uint8Array(0), true);
}

type Converter = (chunk: Uint8Array, isLast: boolean) => Uint8Array;

function converterOf(encoding: Encoding): Converter {
  switch (encoding) {
    case 'utf-8':
      return utf8Converter();
    case 'windows-1252':
      return (chunk) => Buffer.from(decodeWindows1252(chunk));
    default:
      return decodingConverter(encoding);
  }
}

/** Returns the number of bytes before the first one that is not UTF-8. */
function validLength(bytes: Uint8Array): number {
  const valid = (length: number) => {
    const start = bytes.subarray(0, length);
    return isUtf8(start.subarray(0, completeEnd(start)));
  };
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (valid(middle)) low = middle;
    else high = middle - 1;
  }
  return completeEnd(bytes.subarray(0, low));
}

/** Checks UTF-8 and cuts only between characters. */
function utf8Converter(): Converter {
  let kept = new Uint8Array(0);
  let offset = 0;
  return (chunk, isLast) => {
    const bytes = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    const end = isLast ? bytes.length : completeEnd(bytes);
    const whole = bytes.subarray(0, end);
    if (!isUtf8(whole)) {
      throw new FileProblem(
        `The file is not UTF-8 text at byte ${offset + validLength(whole) + 1}. Give its encoding, such as windows-1252.`,
        { parameter: 'encoding' },
      );
    }
    kept = Uint8Array.from(bytes.subarray(end));
    offset += end;
    return whole;
  };
}

function decodingConverter(encoding: Exclude<Encoding, 'utf-8' | 'windows-1252'>): Converter {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (chunk, isLast) => {
    try {
      return Buffer.from(decoder.decode(chunk, { stream: !isLast }));
    } catch {
      throw new FileProblem(`The file is not ${encoding.toUpperCase()} text.`, { parameter: 'encoding' });
    }
  };
}

/** The characters of 0x80 to 0x9F. The five unassigned bytes are control characters, as in the WHATWG standard. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Does not use TextDecoder, because some versions of Node decode these bytes as Latin-1. */
function decodeWindows1252(chunk: Uint8Array): string {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
  return text.replace(
    /[\x80-\x9f]/g,
    (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character,
  );
}
