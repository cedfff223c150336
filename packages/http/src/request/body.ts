import { ValidationError, VitrineError } from '@vitrine/core';
import { findExcess } from './json-shape.ts';

/** Bytes of a JSON body (docs/rules.md#limits). */
export const JSON_BODY_MAX = 4 * 1024 * 1024;

/** The media types that are JSON here (docs/rules.md#bodies); parameters such as a charset are ignored. */
const JSON_TYPE = /^\s*application\/(?:merge-patch\+)?json\s*(?:;|$)/i;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON body of a request. Without a body it is `{}`, or the error `validation_failed` under `''` where a body is
 * required. Never rejects for what a client sent: what is wrong is returned as
 * the error, for the service to throw in its place (`parseContract`). Reading stops at the limit.
 *
 * `payload_too_large`, `unsupported_media_type`, or `validation_failed` under `''` for text that is not JSON in UTF-8
 * or, beyond 64 KiB, too deep or of too many members (`json-shape.ts`).
 * A byte order mark is skipped; of equal keys the last counts.
 */
export async function readJsonBody(request: Request, isRequired: boolean): Promise<unknown> {
  const bytes = await readBody(request, JSON_FORM);
  if (bytes instanceof VitrineError) return bytes;
  if (bytes !== null) return parseJson(bytes);
  return isRequired ? malformed('A request body is required: a JSON object.') : {};
}

/** The form that a body must have. */
export interface BodyForm {
  /** Media types that are taken; parameters such as a charset are no part of them. */
  readonly type: RegExp;
  readonly typeName: string;
  /** Bytes. */
  readonly max: number;
  /** `max` in words. */
  readonly maxName: string;
}

const JSON_FORM: BodyForm = {
  type: JSON_TYPE,
  typeName: 'application/json',
  max: JSON_BODY_MAX,
  maxName: '4 MiB',
};

/** The bytes of a body, null when there are none, or the error that says what is wrong with it. Reading stops at the limit. */
export async function readBody(request: Request, form: BodyForm): Promise<Uint8Array | VitrineError | null> {
  const { headers } = request;
  const { max, maxName } = form;
  const tooLarge = () => new VitrineError('payload_too_large', `The body may have at most ${maxName}.`);
  const declared = headers.get('content-length');
  if (declared === '0' || (declared === null && request.body === null)) return null;
  if (declared !== null && Number(declared) > max) return tooLarge();
  const wrongType = checkType(headers, form);
  if (declared !== null && wrongType !== null) return wrongType;

  const bytes = await readBytes(request, declared, max);
  if (bytes === null) return new ValidationError([{ path: '', message: 'The body ended early.' }]);
  if (bytes.byteLength > max) return tooLarge();
  if (bytes.byteLength === 0) return null;
  return wrongType ?? bytes;
}

function checkType(headers: Headers, { type: taken, typeName }: BodyForm): VitrineError | null {
  const type = headers.get('content-type');
  if (type === null || !taken.test(type)) return unsupported(`The body must be ${typeName}.`);
  const coding = headers.get('content-encoding');
  if (coding === null || coding.toLowerCase() === 'identity') return null;
  return unsupported('The body must come without a content coding.');
}

/** At most one byte block more than the limit; null when the client went away. */
async function readBytes(request: Request, declared: string | null, max: number): Promise<Uint8Array | null> {
  try {
    // With a length the HTTP parser sees to it that no more comes; and the server reads such bodies without streams.
    if (declared !== null) return new Uint8Array(await request.arrayBuffer());
    return await readStream(request.body, max);
  } catch {
    return null;
  }
}

async function readStream(stream: ReadableStream<Uint8Array> | null, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (length > max) break;
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

function parseJson(bytes: Uint8Array): unknown {
  const excess = findExcess(bytes);
  if (excess !== null) return malformed(excess);
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return malformed('Expected JSON in UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    return malformed(`Malformed JSON${positionOf(error)}.`);
  }
}

/** V8 says where it stopped; the rest of its message quotes the body. */
function positionOf(error: unknown): string {
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? '' : ` at position ${position}`;
}

function malformed(message: string): ValidationError {
  return new ValidationError([{ path: '', message }]);
}

function unsupported(message: string): VitrineError {
  return new VitrineError('unsupported_media_type', message);
}
