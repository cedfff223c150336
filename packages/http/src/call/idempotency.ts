import { type IdempotentVitrine, ValidationError, type Vitrine } from '@vitrine/core';
import type { Arrival } from '../request/arrival.ts';
import { type Reply, withHeaders } from '../response/reply.ts';

/** The request header, in lower case. */
const IDEMPOTENCY_KEY = 'idempotency-key';

/** The header of a response that was first sent for an earlier request. */
export const REPLAYED = 'Idempotent-Replayed';

/** What a call under a key has in place of that of any other call. */
export interface CallOnce {
  readonly vitrine: Vitrine | IdempotentVitrine;
  /** The error of an invalid key, which the service throws at its place in the order of checks. */
  readonly bodyError: ValidationError | null;
}

/** Returns what the call of a request with an `Idempotency-Key` needs. Null: the request has none. */
export function onceUnderKey(arrival: Arrival, vitrine: Vitrine): CallOnce | null {
  const key = arrival.header(IDEMPOTENCY_KEY);
  if (key === null) return null;
  const { method, path, query } = arrival;
  try {
    return { vitrine: vitrine.idempotent({ key, request: `${method} ${path}?${query}` }), bodyError: null };
  } catch (error) {
    if (error instanceof ValidationError) return { vitrine, bodyError: error };
    throw error;
  }
}

/** Returns whether the call returned the response of an earlier request. */
export function isReplay(once: CallOnce | null): boolean {
  return once !== null && 'isReplay' in once.vitrine && once.vitrine.isReplay;
}

/** Returns the response, with a header if it is that of an earlier request. */
export function markReplay(reply: Reply, once: CallOnce | null): Reply {
  return isReplay(once) ? withHeaders(reply, { [REPLAYED]: 'true' }) : reply;
}
