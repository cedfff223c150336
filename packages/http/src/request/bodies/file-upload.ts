import { VitrineError } from '@vitrine/core';
import type { FileUpload } from '@vitrine/core/contracts';
import { lateBody } from '../../ground/protocol-error.ts';
import { BodyReading } from '../../traffic/body-reading.ts';
import type { HandlerRun } from '../../traffic/handler-run.ts';
import type { BodyPace } from '../../traffic/limits.ts';
import type { Traffic } from '../../traffic/traffic.ts';
import type { Arrival } from '../arrival.ts';
import { bodyIssue } from '../body.ts';
import { FORM_TYPE } from './multipart.ts';
import { openMultipartFile } from './multipart-file.ts';

/** A body that is one file, which is read as it arrives: the bytes themselves, or a form with one file. */
export interface FileLimits {
  /** Maximum number of bytes. */
  readonly max: number;
  /** The limit for error messages: `1 GiB`. */
  readonly maxName: string;
}

/** The media types of raw bodies, for error messages and the OpenAPI document. */
export const FILE_TYPES = [
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/x-ndjson',
  'text/plain',
  'application/octet-stream',
] as const;

const ACCEPTED: ReadonlySet<string> = new Set([
  ...FILE_TYPES,
  'application/csv',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  // What Windows calls CSV.
  'application/vnd.ms-excel',
]);

/**
 * Returns the file of a request. Its chunks arrive within the pace of uploads; the time of reading does not count as
 * working time. Never rejects for client input: errors are returned, or thrown by the chunks.
 *
 * @param names the parameters that fields of a form may give.
 */
export async function openFileUpload(
  arrival: Arrival,
  { max, maxName }: FileLimits,
  names: ReadonlySet<string>,
  traffic: Traffic,
  run: HandlerRun,
): Promise<FileUpload | VitrineError> {
  const tooLarge = () => new VitrineError('payload_too_large', `The body may have at most ${maxName}.`);
  const declared = arrival.header('content-length');
  if (declared !== null && Number(declared) > max) return tooLarge();
  const coding = arrival.header('content-encoding');
  if (coding !== null && coding.toLowerCase() !== 'identity') {
    return unsupported('The body must be sent without a content coding.');
  }
  const contentType = arrival.header('content-type') ?? '';
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isForm = FORM_TYPE.test(contentType);
  if (!isForm && type !== '' && !ACCEPTED.has(type)) {
    return unsupported(`The body must be multipart/form-data with one file, or ${FILE_TYPES.join(', ')}.`);
  }
  const stream = arrival.streamBody();
  if (stream === null || declared === '0') return bodyIssue('A request body is required: a file.');
  const chunks = limited(paced(arrival, stream, traffic.limits.file, traffic, run), max, tooLarge);
  if (!isForm) return { name: null, type: type === '' ? null : type, chunks };
  try {
    return await openMultipartFile(contentType, chunks, names);
  } catch (error) {
    await chunks.return();
    if (error instanceof VitrineError) return error;
    throw error;
  }
}

function unsupported(message: string): VitrineError {
  return new VitrineError('unsupported_media_type', message);
}

/** Yields the chunks. Counts no working time until the end. @throws ProtocolError 408 after a deadline. */
async function* paced(
  arrival: Arrival,
  stream: ReadableStream<Uint8Array>,
  pace: BodyPace,
  traffic: Traffic,
  run: HandlerRun,
): AsyncGenerator<Uint8Array, void> {
  const ended = Promise.withResolvers<void>();
  const read = abandonable<Uint8Array | null>();
  const socket = arrival.incoming?.socket;
  const reading =
    socket === undefined
      ? null
      : new BodyReading(socket, pace, () => {
          traffic.deadlines.add('read');
          read.abandon(lateBody());
        });
  if (reading !== null) traffic.sweep.add(reading);
  void run.pause(() => ended.promise);
  const reader = stream.getReader();
  try {
    for (;;) {
      const next = await read.run(() => readNext(reader));
      if (next === null) return;
      yield next;
    }
  } finally {
    if (reading !== null) traffic.sweep.delete(reading);
    ended.resolve();
    // Not awaited: a client that sends nothing would keep the request open.
    reader.cancel().catch(() => {});
  }
}

/** Calls, one at a time, until they are abandoned. */
interface Abandonable<Result> {
  /** @throws the error with which they were abandoned, before or during the call. */
  run(call: () => Promise<Result>): Promise<Result>;
  abandon(error: Error): void;
}

/** Used instead of a race with one long promise, which would hold the result of every call until its own end. */
function abandonable<Result>(): Abandonable<Result> {
  let abandoned: Error | null = null;
  let reject: ((error: Error) => void) | null = null;
  return {
    run: (call) =>
      new Promise<Result>((resolve, fail) => {
        if (abandoned !== null) throw abandoned;
        reject = fail;
        call().then(resolve, fail);
      }),
    abandon(error) {
      abandoned = error;
      reject?.(error);
    },
  };
}

/** Returns null at the end. @throws ValidationError when the client disconnects. */
async function readNext(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
  try {
    const { done, value } = await reader.read();
    return done ? null : value;
  } catch {
    throw bodyIssue('The body ended early.');
  }
}

async function* limited(
  chunks: AsyncGenerator<Uint8Array, void>,
  max: number,
  tooLarge: () => VitrineError,
): AsyncGenerator<Uint8Array, void> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.byteLength;
    if (length > max) throw tooLarge();
    yield chunk;
  }
}
