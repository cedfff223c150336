import { ValidationError } from '@vitrine/core';
import type { FileUpload } from '@vitrine/core/contracts';
import { namesHint } from '@vitrine/core/server';
import { bodyIssue } from '../body.ts';
import { fieldText, type PartHead, PartReader } from './multipart.ts';

/** Bytes of all other fields. */
const FIELDS_MAX = 64 * 1024;

/** The field of the file. */
const FILE = 'file';

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
  const parts = new PartReader(contentType, chunks);
  const fields = new FieldReader(parts, names);
  const head = await fields.readUntilFile();
  if (head === null) throw bodyIssue('Expected exactly one file, in the field file.');
  const before = fields.values();
  const file = oneFile(chunks, parts, fields);
  const all = async () => {
    for (let next = await file.next(); next.done !== true; next = await file.next());
    return fields.values();
  };
  return { name: head.fileName || null, type: head.type, chunks: file, fields: { before, all } };
}

async function* oneFile(
  chunks: AsyncIterator<Uint8Array>,
  parts: PartReader,
  fields: FieldReader,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* parts.content();
    const another = await fields.readUntilFile();
    if (another !== null) throw fieldIssue(FILE, 'Expected exactly one file.');
  } finally {
    await chunks.return?.();
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

  /** Returns the head of the file, whose content is next. Null: there is no further file. */
  async readUntilFile(): Promise<PartHead | null> {
    for (let head = await this.#parts.next(); head !== null; head = await this.#parts.next()) {
      if (head.name === FILE) return head;
      this.#requireField(head);
      this.#values.set(head.name, await this.#readText(head.name));
    }
    return null;
  }

  #requireField({ name, fileName }: PartHead): void {
    if (fileName !== null) throw fieldIssue(name, 'Expected the file in the field file.');
    if (!this.#names.has(name)) {
      const known = [FILE, ...this.#names];
      throw fieldIssue(name, `Unknown field.${namesHint(name, known)}`);
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
    return fieldText(name, pieces);
  }
}

function fieldIssue(path: string, message: string): ValidationError {
  return new ValidationError([{ path, message }]);
}
