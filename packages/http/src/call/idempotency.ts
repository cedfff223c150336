import { type OnceOptions, ValidationError } from '@vitrine/core';
import { requireIdempotencyKey } from '@vitrine/core/server';
import type { Arrival } from '../request/arrival.ts';

/** The request header, in lower case. */
const IDEMPOTENCY_KEY = 'idempotency-key';

/** The header of a response that was first sent for an earlier request. */
export const REPLAYED = 'Idempotent-Replayed';

/** The key of a request, and whether its call returned the response of an earlier one. */
export interface RequestKey {
  /** What the route passes to its call. Nothing for an invalid key. */
  readonly options: OnceOptions;
  /** The error of an invalid key, which the service throws at its place in the order of checks. */
  readonly error: ValidationError | null;
  isReplay: boolean;
}

/** Returns the `Idempotency-Key` of a request. Null: it has none. */
export function keyOfRequest(arrival: Arrival): RequestKey | null {
  const idempotencyKey = arrival.header(IDEMPOTENCY_KEY);
  if (idempotencyKey === null) return null;
  const { method, path, query } = arrival;
  try {
    requireIdempotencyKey(idempotencyKey);
  } catch (error) {
    if (error instanceof ValidationError) return { options: {}, error, isReplay: false };
    throw error;
  }
  const onReplay = () => {
    key.isReplay = true;
  };
  const request = `${method} ${path}?${query}`;
  const key = { options: { idempotencyKey, request, onReplay }, error: null, isReplay: false };
  return key;
}
