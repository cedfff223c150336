import { randomBytes } from 'node:crypto';

/** W3C Trace Context: version, trace id, parent id, flags. */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;
const REQUEST_ID = /^[\w-]{1,64}$/;
/**
 * What ties a request's log lines and problem body together: the trace of `traceparent`, else a well-formed
 * `x-request-id`, else a new one in the form of a W3C trace id.
 */
export function readTraceId(header: (name: string) => string | null): string {
  const trace = header('traceparent');
  const parent = trace === null ? undefined : TRACEPARENT.exec(trace)?.[1];
  if (parent !== undefined && parent !== '0'.repeat(32)) return parent;
  const id = header('x-request-id');
  return id !== null && REQUEST_ID.test(id) ? id : createTraceId();
}

const DIGITS = 32;
const BATCH = 256;
let digits = '';
let used = 0;

/** A new one, in the form of a W3C trace id. Made in batches: a call for random bytes costs more than an id. */
export function createTraceId(): string {
  if (used === digits.length) {
    digits = randomBytes((BATCH * DIGITS) / 2).toString('hex');
    used = 0;
  }
  used += DIGITS;
  return digits.slice(used - DIGITS, used);
}
