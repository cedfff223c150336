import { type Issue, type UploadedFile, ValidationError, VitrineError } from '@vitrine/core';
import { readBody } from './body.ts';

/** A form that carries one file. */
export interface FormLimits {
  /** Bytes of the file. */
  readonly fileMax: number;
  /** `fileMax` in words. */
  readonly fileMaxName: string;
}

const FORM_TYPE = /^\s*multipart\/form-data\s*(?:;|$)/i;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;",]{1,70}))/i;

/** What the other fields, the boundaries and the headers of parts may take together. */
const BESIDES_FILE_BYTES = 64 * 1024;
const PARTS_MAX = 20;

/**
 * The fields of a form: texts as text, files with their bytes; `{}` when there is no body. Like `readJsonBody` it never
 * rejects for what a client sent: what is wrong is returned as the error, for the service to throw in its place.
 */
export async function readFormBody(request: Request, limits: FormLimits): Promise<unknown> {
  const { fileMax, fileMaxName } = limits;
  const body = await readBody(request, {
    type: FORM_TYPE,
    typeName: 'multipart/form-data',
    max: fileMax + BESIDES_FILE_BYTES,
    maxName: fileMaxName,
  });
  if (body === null) return {};
  if (body instanceof VitrineError) return body;
  const [, quoted, plain] = BOUNDARY.exec(request.headers.get('content-type') ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return malformed('The content type of the form names no boundary.');
  return readParts(body, boundary);
}

async function readParts(body: Uint8Array, boundary: string): Promise<unknown> {
  // Loaded when asked for: most servers are sent no forms.
  const { parseMultipart } = await import('@remix-run/multipart-parser');
  const members: [string, string | UploadedFile][] = [];
  try {
    const parts = parseMultipart(body, { boundary, maxFileSize: body.byteLength, maxParts: PARTS_MAX });
    for (const part of parts) {
      const { name = '', content, filename = null } = part;
      // One piece of the body as it stands; a copy would be a second 25 MB.
      const bytes = content.length === 1 && content[0] !== undefined ? content[0] : part.bytes;
      members.push([name, part.isFile ? { bytes, name: filename } : part.text]);
    }
  } catch {
    return malformed('Expected a form as multipart/form-data, whole and in UTF-8.');
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

function malformed(message: string): ValidationError {
  return new ValidationError([{ path: '', message }]);
}
