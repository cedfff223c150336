import { isUtf8 } from 'node:buffer';
import { ValidationError } from '@vitrine/core';
import { bodyIssue } from '../body.ts';

/** Matches the content type of a form. */
export const FORM_TYPE = /^\s*multipart\/form-data\s*(?:;|$)/i;

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;",]{1,70}))/i;
const DISPOSITION = /^content-disposition:(.*)$/im;
const CONTENT_TYPE = /^content-type:\s*([^\s;]+)/im;
/** A parameter of a header: its name and its value, in quotes or without. */
const PARAMETER = /;\s*([^=;\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;
const EXTENDED_NAME = /^utf-8'[^']*'(.*)$/i;

/** Bytes of the headers of one part. */
const HEADERS_MAX = 16 * 1024;
const HEADERS_END = Buffer.from('\r\n\r\n');

/** The values that are read from the headers of a part. */
export interface PartHead {
  /** The name of the field; `''` without one. */
  readonly name: string;
  /** The name of the file without folders. Null: the part is a text. */
  readonly fileName: string | null;
  /** The media type, in lower case. */
  readonly type: string | null;
}

/** Returns the text of a field. @throws ValidationError at the name of the field if it is not in UTF-8. */
export function fieldText(name: string, pieces: readonly Uint8Array[]): string {
  const text = Buffer.concat(pieces);
  if (!isUtf8(text)) throw new ValidationError([{ path: name, message: 'Expected UTF-8.' }]);
  return text.toString();
}

/**
 * Reads the parts of a multipart/form-data body one after the other. Holds at most one chunk and the headers of a part.
 * Content that arrived in one chunk is a view of it.
 *
 * @throws ValidationError under the path `''` for a content type without boundary, and for a form that ends early or is
 * malformed.
 */
export class PartReader {
  readonly #chunks: Pick<AsyncIterator<Uint8Array> | Iterator<Uint8Array>, 'next'>;
  /** A line break precedes each delimiter but one that begins the body. */
  readonly #delimiter: Buffer;
  #kept: Buffer = Buffer.alloc(0);
  #isAtStart = true;

  constructor(contentType: string, chunks: Pick<AsyncIterator<Uint8Array> | Iterator<Uint8Array>, 'next'>) {
    const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
    const boundary = quoted ?? plain;
    if (boundary === undefined) throw bodyIssue('The content type of the form names no boundary.');
    this.#chunks = chunks;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** Returns the head of the next part, once the content of the one before was read. Null: there is none. */
  async next(): Promise<PartHead | null> {
    if (this.#isAtStart) await this.#skipToFirst();
    this.#isAtStart = false;
    await this.#have(2);
    if (this.#kept.subarray(0, 2).toString() === '--') return null;
    let end = this.#kept.indexOf(HEADERS_END);
    while (end === -1 && this.#kept.length <= HEADERS_MAX) {
      await this.#more();
      end = this.#kept.indexOf(HEADERS_END);
    }
    if (end === -1 || end > HEADERS_MAX) throw malformed();
    const headers = this.#kept.subarray(0, end);
    if (!isUtf8(headers)) throw malformed();
    // The second line break stays, because it may belong to the delimiter of an empty part.
    this.#kept = this.#kept.subarray(end + 2);
    return readHead(headers.toString());
  }

  /** Yields the content of the part whose head was read. */
  async *content(): AsyncGenerator<Buffer, void> {
    const delimiter = this.#delimiter;
    await this.#have(delimiter.length);
    if (!this.#kept.subarray(0, delimiter.length).equals(delimiter)) this.#kept = this.#kept.subarray(2);
    yield* this.#toDelimiter();
  }

  /** Returns the content of the part whose head was read. */
  async pieces(): Promise<Uint8Array[]> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.content()) pieces.push(piece);
    return pieces;
  }

  async #skipToFirst(): Promise<void> {
    const first = this.#delimiter.subarray(2);
    await this.#have(first.length);
    if (this.#kept.subarray(0, first.length).equals(first)) this.#kept = this.#kept.subarray(first.length);
    else for await (const _ of this.#toDelimiter());
  }

  /** Yields the bytes before the next delimiter and removes both. */
  async *#toDelimiter(): AsyncGenerator<Buffer, void> {
    const delimiter = this.#delimiter;
    for (;;) {
      const at = this.#kept.indexOf(delimiter);
      // The delimiter may begin in the last bytes.
      const end = at === -1 ? Math.max(0, this.#kept.length - delimiter.length + 1) : at;
      const before = this.#kept.subarray(0, end);
      this.#kept = this.#kept.subarray(at === -1 ? end : end + delimiter.length);
      if (before.length > 0) yield before;
      if (at !== -1) return;
      await this.#more();
    }
  }

  async #have(length: number): Promise<void> {
    while (this.#kept.length < length) await this.#more();
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done === true) throw malformed();
    const { buffer, byteOffset, byteLength } = next.value;
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    this.#kept = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
  }
}

function readHead(headers: string): PartHead {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of (DISPOSITION.exec(headers)?.[1] ?? '').matchAll(
    PARAMETER,
  )) {
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? plain.trim());
  }
  const type = CONTENT_TYPE.exec(headers)?.[1]?.toLowerCase() ?? null;
  const file = extendedName(parameters.get('filename*')) ?? parameters.get('filename') ?? null;
  const isFile = file !== null || type === 'application/octet-stream';
  return {
    name: parameters.get('name') ?? '',
    fileName: isFile ? (file ?? '').replace(/^.*[\\/]/s, '') : null,
    type,
  };
}

/** Decodes a name that is percent-encoded (RFC 8187). Older clients send names with other letters than ASCII so. */
function extendedName(value: string | undefined): string | null {
  const [, encoded] = EXTENDED_NAME.exec(value ?? '') ?? [];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

function malformed(): ValidationError {
  return bodyIssue('Expected a complete multipart/form-data body in UTF-8.');
}
