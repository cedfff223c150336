import type { Soon } from '@vitrine/core/storage';
import type { Exchange } from '../exchange.ts';
import { readInTime } from '../traffic/body-reading.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { COUNTED_BYTES } from '../traffic/unread-answer.ts';
import type { Work } from '../traffic/work.ts';
import { JSON_BODY_MAX, readJsonBody } from './body.ts';
import { type FormLimits, readFormBody } from './form-body.ts';

/** The body that a route expects. */
export interface BodyInputs {
  /** If set, the body is a form with one file; otherwise it is JSON. */
  readonly form: FormLimits | undefined;
  readonly requiresBody: boolean;
}

/**
 * Reads the body of a call with `readJsonBody` or `readFormBody`. The time spent reading does not count as working
 * time.
 * @throws ProtocolError 408 when the body arrives too slowly. Only Node's own server can detect this.
 * @throws UnavailableError when the account has too many large bodies in flight.
 */
export function readCallBody(
  exchange: Exchange,
  { form, requiresBody }: BodyInputs,
  traffic: Traffic,
  work: Work,
): Soon<unknown> {
  const { arrival } = exchange;
  countBody(exchange, traffic, work, form);
  const read = (): Soon<unknown> =>
    form === undefined ? readJsonBody(arrival, requiresBody) : readFormBody(arrival, form);
  const { incoming } = arrival;
  if (incoming === null || arrival.isBodyHere) return read();
  const { jsonBody, upload } = traffic.limits;
  const pace = form === undefined ? jsonBody : upload;
  return work.pause(() => readInTime(traffic, incoming.socket, pace, async () => read()));
}

/** Counts the body by its declared length, or by the limit without one. Only JSON bodies are limited by their bytes. */
function countBody(
  { arrival, principal }: Exchange,
  { bodies, forms }: Traffic,
  work: Work,
  form: FormLimits | undefined,
): void {
  const declared = arrival.header('content-length');
  if (declared === null && arrival.header('transfer-encoding') === null) return;
  const max = form?.fileMax ?? JSON_BODY_MAX;
  const bytes = Number(declared ?? max);
  // A body over the limit is refused before it is read.
  if (bytes <= COUNTED_BYTES || bytes > max) return;
  const owner = principal?.accountId ?? '';
  const budget = form === undefined ? bodies : forms;
  budget.requireRoom(owner);
  work.keep(budget.hold(owner, bytes));
}
