import type { Principal, Quota } from '@vitrine/core';
import type { Arrival } from '../request/arrival.ts';
import { MASK, maskHiddenParameters, maskTokens } from '../request/path.ts';
import { readTraceId } from '../request/trace-id.ts';
import type { Route } from './route.ts';

const NO_QUOTAS: readonly Quota[] = [];

/** One request and what is known about it so far. The source of logs, metrics and problem bodies. */
export class Exchange {
  readonly arrival: Arrival;
  readonly method: string;
  /** The path as it was sent, without the base path of the app and the query. */
  readonly path: string;
  readonly traceId: string;
  readonly startedAt: number;
  /** The address of the client. Null on servers other than Node's. */
  readonly address: string | null;
  route: Route | null = null;
  /** For a path without a route: the path with only the segments that routes contain (`PathTable.outline`). */
  outline: string | null = null;
  principal: Principal | null = null;
  /** Whether the request was refused because of the client's failed keys. Its log line then has level `debug`. */
  isFailedKeyRefusal = false;
  /** The answerers of the searches of records that the request made, in order. */
  readonly answerers: string[] = [];
  /** The rate limits of the caller. */
  quotas: readonly Quota[] = NO_QUOTAS;

  constructor(arrival: Arrival, path: string, address: string | null) {
    this.arrival = arrival;
    this.method = arrival.method;
    this.path = path;
    this.traceId = readTraceId(arrival);
    this.startedAt = performance.now();
    this.address = address;
  }
}

/** Returns the path for a problem body, with tokens masked. */
export function shownPath({ path }: Exchange): string {
  return maskTokens(path);
}

/** Returns the path for logs, without query, tokens, ids of records, and segments that no route contains. */
export function loggedPath({ route, outline, path }: Exchange): string {
  return route === null ? (outline ?? `/${MASK}`) : maskHiddenParameters(route.path, path);
}
