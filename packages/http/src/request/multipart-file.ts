import { isUtf8 } from 'node:buffer';
import { nameHint, ValidationError } from '@vitrine/core';
import type { FileUpload } from '@vitrine/core/contracts';
import { bodyIssue } from './body.ts';

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;",]{1,70}))/i;
const FILE_NAME = /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i;
const FIELD_NAME = /;\s*name=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i;
const CONTENT_TYPE = /^content-type:\s*([^\s;]+)/im;

/** Bytes of the headers of one part. */
const HEADERS_MAX = 16 * 1024;
/** Bytes of all other fields. */
const FIELDS_MAX = 64 * 1024;

/** The field of the file. */
const FILE = 'file';

const EMPTY = Buffer.alloc(0);

/**
 * Finds the one file of a multipart/form-data body that arrives in chunks, in the field `file`. Other fields are
 * parameters, in any order.
 *
 * @param names the parameters that the operation has.
 * @throws ValidationError at the name of a field that is repeated or unknown, and under the path `''` for a form without a
 * file or that ends early; also while the file is read.
 */
export async function openMultipartFile(
  contentType: string,
  chunks: AsyncIterator<Uint8Array>,
  names: ReadonlySet<string>,
): Promise<FileUpload> {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw bodyIssue('The content type of the form names no boundary.');
  const parts = new PartReader(boundary, chunks);
  const fields = new FieldReader(parts, names);
  const headers = await fields.readUntilFile();
  if (headers === null) throw bodyIssue('Expected exactly one file, in the field file.');
  const before = fields.values();
  const type = CONTENT_TYPE.exec(headers)?.[1]?.toLowerCase() ?? null;
  const [, quotedName, plainName] = FILE_NAME.exec(headers) ?? [];
  const name = quotedName ?? plainName ?? '';
  const file = oneFile(parts, fields);
  const all = async () => {
    for (let next = await file.next(); next.done !== true; next = await file.next());
    return fields.values();
  };
  return { name: name.replace(/^.*[\\/]/, '') || null, type, chunks: file, fields: { before, all } };
}

async function* oneFile(parts: PartReader, fields: FieldReader): AsyncGenerator<Uint8Array, void> {
  try {
    yield* parts.content();
    const another = await fields.readUntilFile();
    if (another !== null) throw fieldIssue(FILE, 'Expected exactly one file.');
  } finally {
    await parts.close();
  }
}

/** Reads the fields of a form that are parameters. */
class FieldReader {
  readonly #parts: PartReader;
  readonly #names: ReadonlySet<string>;
  readonly #values = new Map<string, string>();
  #bytes = 0;

  constructor(parts: PartReader, names: ReadonlySet<string>) {
    this.#parts = parts;
    this.#names = names;
  }

  values(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#values);
  }

  /** Returns the headers of the file, whose content is next. Null: there is no further file. */
  async readUntilFile(): Promise<string | null> {
    for (
      let headers = await this.#parts.nextHeaders();
      headers !== null;
      headers = await this.#parts.nextHeaders()
    ) {
      const [, quoted, plain] = FIELD_NAME.exec(headers) ?? [];
      const name = quoted ?? plain ?? '';
      if (name === FILE) return headers;
      this.#requireField(name, FILE_NAME.test(headers));
      this.#values.set(name, await this.#readText(name));
    }
    return null;
  }

  #requireField(name: string, isFile: boolean): void {
    if (isFile) throw fieldIssue(name, 'Expected the file in the field file.');
    if (!this.#names.has(name)) {
      const known = [FILE, ...this.#names];
      throw fieldIssue(name, `Unknown field.${nameHint(name, known)} Known: ${known.join(', ')}.`);
    }
    if (this.#values.has(name)) throw fieldIssue(name, 'Expected this field at most once.');
  }

  async #readText(name: string): Promise<string> {
    const pieces: Uint8Array[] = [];
    for await (const bytes of this.#parts.content()) {
      pieces.push(bytes);
      this.#bytes += bytes.length;
      if (this.#bytes > FIELDS_MAX) throw bodyIssue(`Fields may have at most ${FIELDS_MAX} bytes together.`);
    }
    const text = Buffer.concat(pieces);
    if (!isUtf8(text)) throw fieldIssue(name, 'Expected UTF-8.');
    return text.toString();
  }
}

function fieldIssue(path: string, message: string): ValidationError {
  return new ValidationError([{ path, message }]);
}

/** Reads the parts of a form one after the other. Holds at most one chunk and the headers of a part. */
class PartReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  #kept: Buffer;
  /** Whether a delimiter was just removed. */
  #isPastDelimiter = false;
  /** Whether the headers of a part were just read. */
  #isAtContent = false;

  constructor(boundary: string, chunks: AsyncIterator<Uint8Array>) {
    this.#chunks = chunks;
    // A line break precedes each delimiter. The first delimiter may begin the body.
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#kept = Buffer.from('\r\n');
  }

  /** Returns the headers of the next part. Null: there is none. */
  async nextHeaders(): Promise<string | null> {
    // Text before the first delimiter, or what follows the one that was found.
    if (!this.#isPastDelimiter) for await (const _ of this.#until(this.#delimiter));
    this.#isPastDelimiter = false;
    while (this.#kept.length < 2) await this.#more();
    if (this.#kept.subarray(0, 2).toString() === '--') return null;
    const end = Buffer.from('\r\n\r\n');
    while (this.#kept.indexOf(end) === -1) {
      if (this.#kept.length > HEADERS_MAX) throw incomplete();
      await this.#more();
    }
    const at = this.#kept.indexOf(end);
    const headers = this.#kept.toString('utf8', 0, at);
    // An empty part has the delimiter at once, whose line break is the end of the headers.
    this.#kept = this.#kept.subarray(at + 2);
    this.#isAtContent = true;
    return headers;
  }

  /** Yields the content of the part whose headers were read. */
  async *content(): AsyncGenerator<Buffer, void> {
    // The line break after the headers belongs to the delimiter of an empty part only.
    const delimiter = this.#delimiter;
    while (this.#kept.length < delimiter.length) await this.#more();
    if (this.#isAtContent) {
      this.#isAtContent = false;
      if (this.#kept.subarray(0, delimiter.length).equals(delimiter)) {
        this.#kept = this.#kept.subarray(delimiter.length);
        this.#isPastDelimiter = true;
        return;
      }
      this.#kept = this.#kept.subarray(2);
    }
    yield* this.#until(delimiter);
    this.#isPastDelimiter = true;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** Yields the bytes before the mark and removes both. */
  async *#until(mark: Buffer): AsyncGenerator<Buffer, void> {
    for (;;) {
      const at = this.#kept.indexOf(mark);
      if (at !== -1) {
        const before = this.#kept.subarray(0, at);
        this.#kept = this.#kept.subarray(at + mark.length);
        if (before.length > 0) yield before;
        return;
      }
      // The mark may begin in the last bytes.
      const safe = Math.max(0, this.#kept.length - mark.length + 1);
      const before = this.#kept.subarray(0, safe);
      this.#kept = this.#kept.subarray(safe);
      if (before.length > 0) yield before;
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done === true) throw incomplete();
    this.#kept = this.#kept.length === 0 ? toBuffer(next.value) : Buffer.concat([this.#kept, next.value]);
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return bytes.length === 0 ? EMPTY : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function incomplete(): Error {
  return bodyIssue('Expected a complete multipart/form-data body with one file.');
}
