import { randomBytes } from 'node:crypto';
import type { Arrival } from './arrival.ts';

/** W3C Trace Context: version, trace id, parent id, flags. */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;
const REQUEST_ID = /^[\w-]{1,64}$/;

/**
 * Returns the id that connects the log lines of a request with its problem body: the trace id of `traceparent`, else a
 * well-formed `x-request-id`, else a new id.
 */
export function readTraceId(arrival: Pick<Arrival, 'header'>): string {
  const trace = arrival.header('traceparent');
  const parent = trace === null ? undefined : TRACEPARENT.exec(trace)?.[1];
  if (parent !== undefined && parent !== '0'.repeat(32)) return parent;
  const id = arrival.header('x-request-id');
  return id !== null && REQUEST_ID.test(id) ? id : createTraceId();
}

const DIGITS = 32;
const BATCH = 256;
let digits = '';
let used = 0;

/** Creates an id in the form of a W3C trace id. Draws random bytes in batches, because each call is expensive. */
export function createTraceId(): string {
  if (used === digits.length) {
    digits = randomBytes((BATCH * DIGITS) / 2).toString('hex');
    used = 0;
  }
  used += DIGITS;
  return digits.slice(used - DIGITS, used);
}
