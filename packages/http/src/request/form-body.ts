import { type Issue, ValidationError, VitrineError } from '@vitrine/core';
import type { UploadedFile } from '@vitrine/core/contracts';
import type { Arrival } from './arrival.ts';
import { bodyIssue, readBody } from './body.ts';

/** The limits of a form that carries one file. */
export interface FormLimits {
  /** Maximum size of the file in bytes. */
  readonly fileMax: number;
  /** The limit for error messages: `10 MB`. */
  readonly fileMaxName: string;
}

const FORM_TYPE = /^\s*multipart\/form-data\s*(?:;|$)/i;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;",]{1,70}))/i;

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
  const [, quoted, plain] = BOUNDARY.exec(arrival.header('content-type') ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return bodyIssue('The content type of the form names no boundary.');
  return readParts(body, boundary);
}

async function readParts(body: Uint8Array, boundary: string): Promise<unknown> {
  // Loaded at the first form, because most servers never receive one.
  const { parseMultipart } = await import('@remix-run/multipart-parser');
  const members: [string, string | UploadedFile][] = [];
  try {
    const parts = parseMultipart(body, { boundary, maxFileSize: body.byteLength, maxParts: PARTS_MAX });
    for (const part of parts) {
      const { name = '', content, filename = null } = part;
      // A part in one piece is a view of the body. `part.bytes` would copy the file.
      const bytes = content.length === 1 && content[0] !== undefined ? content[0] : part.bytes;
      members.push([name, part.isFile ? { bytes, name: filename } : part.text]);
    }
  } catch {
    return bodyIssue('Expected a complete multipart/form-data body in UTF-8.');
  }
  const repeated = repeatedNames(members.map(([name]) => name));
  return repeated.length > 0 ? new ValidationError(repeated.map(toIssue)) : Object.fromEntries(members);
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
