import { type MaybePromise, takeLoopTurn, whenHere } from '@vitrine/core/server';
import { type FormLimits, readFormBody } from '../request/bodies/form-body.ts';
import {
  type BodyRules,
  decodeJson,
  JSON_BODY_MAX,
  parseJson,
  readBody,
  readJson,
  readJsonBytes,
  readText,
} from '../request/body.ts';
import { readInTime } from '../traffic/body-reading.ts';
import type { HandlerRun } from '../traffic/handler-run.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { COUNTED_BYTES } from '../traffic/unread-response.ts';
import type { Exchange } from './exchange.ts';

/** The body that a route expects. */
export interface BodyInputs {
  /** If set, the body is a form with one file; otherwise it is JSON. */
  readonly form: FormLimits | undefined;
  /** If set, the body is a text by these rules. */
  readonly text: BodyRules | undefined;
  readonly requiresBody: boolean;
}

/** Bodies from this size may take milliseconds to parse and to validate. */
const LONG_BYTES = 16 * 1024;
/** Bodies from this size take a turn until the end of the handler of their request. */
const LARGE_BYTES = 512 * 1024;
/**
 * While other accounts are active, an account rests for so many milliseconds for each byte of a large body: some three times
 * what it costs to receive, to parse and to check it.
 */
const REST_MS_PER_BYTE = 20 / (1024 * 1024);

/**
 * Reads the body of a call: as JSON (`readJson`), as a form (`readFormBody`) or as text (`readText`). The time in which
 * it arrives does not count as working time.
 * @throws ProtocolError 408 when the body arrives too slowly. Only Node's own server can detect this.
 * @throws UnavailableError when the account has too many large bodies in flight.
 */
export function readCallBody(
  exchange: Exchange,
  { form, text, requiresBody }: BodyInputs,
  traffic: Traffic,
  run: HandlerRun,
): MaybePromise<unknown> {
  const { arrival } = exchange;
  countBody(exchange, traffic, run, form);
  const { jsonBody, upload } = traffic.limits;
  const inTime = <Result>(read: () => MaybePromise<Result>): MaybePromise<Result> => {
    const { incoming } = arrival;
    if (incoming === null || arrival.isBodyHere) return read();
    const pace = form === undefined ? jsonBody : upload;
    return run.pause(() => readInTime(traffic, incoming.socket, pace, async () => read()));
  };
  if (form !== undefined) return inTime(() => readFormBody(arrival, form));
  if (text !== undefined)
    return whenHere(
      inTime(() => readBody(arrival, text)),
      readText,
    );
  return whenHere(
    inTime(() => readJsonBytes(arrival)),
    (bytes) =>
      bytes instanceof Uint8Array && bytes.byteLength >= LONG_BYTES
        ? readInTurn(exchange, traffic, run, bytes)
        : readJson(bytes, requiresBody),
  );
}

/**
 * Reads a body in a turn of the event loop, and a large one in three, each of which takes a third of the time: its text, its
 * value, and what the handler does with it before it waits.
 */
async function readInTurn(
  { principal }: Exchange,
  { largeBodies }: Traffic,
  run: HandlerRun,
  bytes: Uint8Array,
): Promise<unknown> {
  const caller = { account: principal?.accountId ?? null, signal: run.signal };
  if (bytes.byteLength < LARGE_BYTES) {
    await takeLoopTurn(caller);
    return readJson(bytes, true);
  }
  const turn = await largeBodies.take(caller);
  const rest = bytes.byteLength * REST_MS_PER_BYTE;
  run.keep({ end: () => turn.end(rest) });
  await takeLoopTurn(caller);
  const text = decodeJson(bytes);
  await takeLoopTurn(caller);
  const value = parseJson(text);
  await takeLoopTurn(caller);
  return value;
}

/**
 * Counts the body by its declared length, or by the limit without one. A small body that is here is not counted, because
 * no client makes it wait. Only JSON bodies are limited by their bytes.
 */
function countBody(
  { arrival, principal }: Exchange,
  { bodies, forms }: Traffic,
  run: HandlerRun,
  form: FormLimits | undefined,
): void {
  const declared = arrival.header('content-length');
  // A standard request of the same process, whose body is in memory.
  if (declared === null && arrival.header('transfer-encoding') === null) return;
  const max = form?.fileMax ?? JSON_BODY_MAX;
  const bytes = Number(declared ?? max);
  // A body over the limit is refused before it is read.
  if (bytes > max || (bytes <= COUNTED_BYTES && arrival.isBodyHere)) return;
  const owner = principal?.accountId ?? '';
  const budget = form === undefined ? bodies : forms;
  budget.requireRoom(owner);
  run.keep(budget.hold(owner, bytes));
}
