import { ValidationError, VitrineError } from '@vitrine/core';
import { findJsonExcess, type MaybePromise, whenHere } from '@vitrine/core/server';
import { freeChunk } from '../ground/incoming.ts';
import type { Arrival } from './arrival.ts';

const NO_BYTES = new Uint8Array();

/**
 * The bytes of a body as they arrive. Several chunks are copied into one buffer, which has memory pages of its own.
 * `freeBytes` returns the pages to the system at once. Chunks would wait for V8's collector, and the C library keeps the
 * memory of most of them, because later allocations lie above them in its heap.
 */
export class BodyBytes {
  readonly #expected: number;
  readonly #ownsChunks: boolean;
  #first: Uint8Array | null = null;
  #buffer: ArrayBuffer | null = null;
  #length = 0;

  /**
   * @param expected the size of the body if it is known, otherwise its maximum.
   * @param ownsChunks whether nobody else uses the chunks, so that each is freed when it has been copied.
   */
  constructor(expected: number, { ownsChunks }: { readonly ownsChunks: boolean }) {
    this.#expected = expected;
    this.#ownsChunks = ownsChunks;
  }

  /** Appends a chunk and returns the number of bytes so far. */
  add(chunk: Uint8Array): number {
    if (this.#length === 0) {
      this.#first = chunk;
      this.#length = chunk.byteLength;
      return this.#length;
    }
    const offset = this.#length;
    const length = offset + chunk.byteLength;
    this.#makeRoom(length);
    this.#copy(chunk, offset);
    this.#length = length;
    return length;
  }

  /** Returns the bytes so far. They are valid until the next chunk. */
  bytes(): Uint8Array {
    if (this.#buffer !== null) return new Uint8Array(this.#buffer, 0, this.#length);
    return this.#first ?? NO_BYTES;
  }

  #makeRoom(length: number): void {
    if (this.#buffer !== null && length <= this.#buffer.maxByteLength) {
      const doubled = Math.min(this.#buffer.maxByteLength, 2 * length);
      // Pages that have not been written to take no memory.
      if (this.#buffer.byteLength < length) this.#buffer.resize(doubled);
      return;
    }
    const earlier = this.bytes();
    this.#buffer = new ArrayBuffer(length, { maxByteLength: Math.max(this.#expected, length) });
    this.#copy(earlier, 0);
    freeBytes(earlier);
    this.#first = null;
  }

  #copy(chunk: Uint8Array, offset: number): void {
    if (this.#buffer === null) return;
    new Uint8Array(this.#buffer).set(chunk, offset);
    if (this.#ownsChunks) freeChunk(chunk);
  }
}

/** Frees bytes that `BodyBytes` has copied into one buffer. They must not be used afterwards. */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0);
}

/** The maximum size of a JSON body in bytes (docs/rules.md#limits). */
export const JSON_BODY_MAX = 4 * 1024 * 1024;

/** The media types accepted as JSON (docs/rules.md#bodies). Parameters such as a charset are ignored. */
const JSON_TYPE = /^\s*application\/(?:merge-patch\+)?json\s*(?:;|$)/i;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the bytes of a JSON body, null without one, or an error: `payload_too_large`, `unsupported_media_type`, or
 * `validation_failed`. Never rejects for client input: the service throws the error at its place in the order of checks
 * (`parseContract`). Stops reading at the limit.
 */
export function readJsonBytes(arrival: Arrival): MaybePromise<Uint8Array | VitrineError | null> {
  return readBody(arrival, JSON_RULES);
}

/**
 * Returns the value of a JSON body from `readJsonBytes`, `{}` without one, or an error, and frees the bytes. Skips a byte
 * order mark. The last of several equal keys wins.
 *
 * The returned error is that of reading, or `validation_failed` under the path `''`: for a missing body where one is
 * required, for text that is not JSON in UTF-8, and for a body over 64 KiB that is nested too deeply or has too many
 * members (`findJsonExcess`).
 */
export function readJson(bytes: Uint8Array | VitrineError | null, isRequired: boolean): unknown {
  if (bytes instanceof VitrineError) return bytes;
  if (bytes === null) return isRequired ? bodyIssue('A request body is required: a JSON object.') : {};
  return parseJson(decodeJson(bytes));
}

/** The media type and size that a route accepts for its body. */
export interface BodyRules {
  /** Matches the accepted media types, with or without parameters such as a charset. */
  readonly type: RegExp;
  /** The media type for error messages. */
  readonly typeName: string;
  /** Maximum size in bytes. */
  readonly max: number;
  /** The limit for error messages: `4 MiB`. */
  readonly maxName: string;
}

const JSON_RULES: BodyRules = {
  type: JSON_TYPE,
  typeName: 'application/json',
  max: JSON_BODY_MAX,
  maxName: '4 MiB',
};

/**
 * Returns the bytes of a body, null for an empty or missing one, or the error that describes what is wrong with it.
 * Stops reading at the limit.
 */
export function readBody(arrival: Arrival, rules: BodyRules): MaybePromise<Uint8Array | VitrineError | null> {
  const { max, maxName } = rules;
  const tooLarge = () => new VitrineError('payload_too_large', `The body may have at most ${maxName}.`);
  const declared = arrival.header('content-length');
  if (declared === '0' || !arrival.hasBody) return null;
  if (declared !== null && Number(declared) > max) return tooLarge();
  const wrongType = checkType(arrival, rules);
  if (declared !== null && wrongType !== null) return wrongType;

  return whenHere(arrival.readBody(max), (bytes) => {
    if (bytes === null) return bodyIssue('The body ended early.');
    if (bytes.byteLength > max) return tooLarge();
    if (bytes.byteLength === 0) return null;
    return wrongType ?? bytes;
  });
}

/** Returns the text of a body, empty without one, or an error, and frees the bytes. */
export function readText(bytes: Uint8Array | VitrineError | null): string | VitrineError {
  if (bytes === null) return '';
  if (bytes instanceof VitrineError) return bytes;
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return bodyIssue('Expected text in UTF-8.');
  } finally {
    freeBytes(bytes);
  }
}

function checkType(arrival: Arrival, { type: accepted, typeName }: BodyRules): VitrineError | null {
  const type = arrival.header('content-type');
  if (type === null || !accepted.test(type)) return unsupported(`The body must be ${typeName}.`);
  const coding = arrival.header('content-encoding');
  if (coding === null || coding.toLowerCase() === 'identity') return null;
  return unsupported('The body must be sent without a content coding.');
}

/** Returns the text of a JSON body, the first half of `readJson`, or its error, and frees the bytes. */
export function decodeJson(bytes: Uint8Array): string | ValidationError {
  try {
    const excess = findJsonExcess(bytes);
    return excess === null ? strictUtf8.decode(bytes) : bodyIssue(excess);
  } catch {
    return bodyIssue('Expected JSON in UTF-8.');
  } finally {
    freeBytes(bytes);
  }
}

/** Returns the value of a text from `decodeJson`, or its error: the second half of `readJson`. */
export function parseJson(text: string | ValidationError): unknown {
  if (text instanceof ValidationError) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    return bodyIssue(`Malformed JSON${positionOf(error)}.`);
  }
}

/** Returns the position at which V8 stopped. The rest of its message is left out because it quotes the body. */
function positionOf(error: unknown): string {
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? '' : ` at position ${position}`;
}

/** Returns a validation error about the body as a whole. */
export function bodyIssue(message: string): ValidationError {
  return new ValidationError([{ path: '', message }]);
}

function unsupported(message: string): VitrineError {
  return new VitrineError('unsupported_media_type', message);
}
