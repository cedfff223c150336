import { type Issue, ValidationError, VitrineError } from '@vitrine/core';
import type { UploadedFile } from '@vitrine/core/contracts';
import type { Arrival } from '../arrival.ts';
import { bodyIssue, readBody } from '../body.ts';
import { FORM_TYPE, fieldText, PartReader } from './multipart.ts';

/** The limits of a form that carries one file. */
export interface FormLimits {
  /** Maximum size of the file in bytes. */
  readonly fileMax: number;
  /** The limit for error messages: `10 MB`. */
  readonly fileMaxName: string;
}

/** Room for the other fields, the boundaries and the headers of parts, in bytes. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
const PARTS_MAX = 20;

/**
 * Returns the fields of a form: strings for texts, bytes and name for files; `{}` without a body. Never rejects for
 * client input: an invalid form is returned as an error, as in `readJson`.
 */
export async function readFormBody(arrival: Arrival, limits: FormLimits): Promise<unknown> {
  const { fileMax, fileMaxName } = limits;
  const body = await readBody(arrival, {
    type: FORM_TYPE,
    typeName: 'multipart/form-data',
    max: fileMax + FORM_OVERHEAD_BYTES,
    maxName: fileMaxName,
  });
  if (body === null) return {};
  if (body instanceof VitrineError) return body;
  try {
    return await readParts(new PartReader(arrival.header('content-type') ?? '', [body].values()));
  } catch (error) {
    if (error instanceof VitrineError) return error;
    throw error;
  }
}

async function readParts(parts: PartReader): Promise<unknown> {
  const members: [string, string | UploadedFile][] = [];
  for (let head = await parts.next(); head !== null; head = await parts.next()) {
    if (members.length === PARTS_MAX) throw bodyIssue(`A form may have at most ${PARTS_MAX} fields.`);
    const { name, fileName } = head;
    const pieces = await parts.pieces();
    members.push([name, fileName === null ? fieldText(name, pieces) : toFile(fileName, pieces)]);
  }
  const repeated = repeatedNames(members.map(([name]) => name));
  if (repeated.length > 0) throw new ValidationError(repeated.map(toIssue));
  return Object.fromEntries(members);
}

/** Returns a file. One that is in one piece is not copied. */
function toFile(name: string, pieces: readonly Uint8Array[]): UploadedFile {
  const [first] = pieces;
  return {
    bytes: first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces),
    name: name || null,
  };
}

function repeatedNames(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

function toIssue(name: string): Issue {
  return {
    path: name,
    message: name === 'file' ? 'Expected exactly one file.' : 'Expected this field at most once.',
  };
}
