import type { FileUpload } from '@vitrine/core/contracts';
import { bodyIssue } from './body.ts';

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;",]{1,70}))/i;
const FILE_NAME = /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i;
const CONTENT_TYPE = /^content-type:\s*([^\s;]+)/im;

/** Bytes of the headers of one part. */
const HEADERS_MAX = 16 * 1024;
/** Bytes of all other fields, which are ignored. */
const FIELDS_MAX = 64 * 1024;

const EMPTY = Buffer.alloc(0);

/**
 * Finds the one file of a multipart/form-data body that arrives in chunks. Other fields are ignored.
 *
 * @throws ValidationError under the path `''` for a form without a file, with several files, or that ends early; also
 * while the file is read.
 */
export async function openMultipartFile(
  contentType: string,
  chunks: AsyncIterator<Uint8Array>,
): Promise<FileUpload> {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw bodyIssue('The content type of the form names no boundary.');
  const parts = new PartReader(boundary, chunks);
  let skipped = 0;
  for (;;) {
    const headers = await parts.nextHeaders();
    if (headers === null) throw bodyIssue('Expected exactly one file.');
    const found = FILE_NAME.exec(headers);
    if (found === null) {
      for await (const bytes of parts.content()) {
        skipped += bytes.length;
        if (skipped > FIELDS_MAX) throw bodyIssue(`Fields may have at most ${FIELDS_MAX} bytes together.`);
      }
      continue;
    }
    const type = CONTENT_TYPE.exec(headers)?.[1]?.toLowerCase() ?? null;
    const name = found[1] ?? found[2] ?? '';
    return { name: name.replace(/^.*[\\/]/, '') || null, type, chunks: oneFile(parts) };
  }
}

async function* oneFile(parts: PartReader): AsyncGenerator<Uint8Array, void> {
  try {
    yield* parts.content();
    for (let more = await parts.nextHeaders(); more !== null; more = await parts.nextHeaders()) {
      if (FILE_NAME.test(more)) throw bodyIssue('Expected exactly one file.');
      for await (const _ of parts.content());
    }
  } finally {
    await parts.close();
  }
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
