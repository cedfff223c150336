import type { Principal, Quota } from '@vitrine/core';
import type { Context } from 'hono';
import { MASK } from './path-table.ts';
import { type NodeBindings, requestHeader } from './request/header.ts';
import { maskHiddenParameters, maskTokens } from './request/path.ts';
import { readTraceId } from './request/trace-id.ts';
import type { Route } from './route.ts';

/** One request and what is known about it so far. The source of logs, metrics and problem bodies. */
export interface Exchange {
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly traceId: string;
  readonly startedAt: number;
  route: Route | null;
  /** For a path without a route: the path with only the segments that routes contain (`PathTable.outline`). */
  outline: string | null;
  principal: Principal | null;
  /** The address of the client. Null on servers other than Node's. */
  readonly address: string | null;
  /** Whether the request was refused because of the client's failed keys. Its log line then has level `debug`. */
  isFailedKeyRefusal: boolean;
  /** The rate limits of the caller. */
  quotas: readonly Quota[];
}

export interface AppEnv {
  Bindings: NodeBindings;
  Variables: { exchange: Exchange };
}

export type AppContext = Context<AppEnv>;

export function beginExchange(c: AppContext, address: string | null): Exchange {
  const { raw, path } = c.req;
  const exchange: Exchange = {
    method: raw.method,
    path,
    traceId: readTraceId((name) => requestHeader(c, name)),
    startedAt: performance.now(),
    route: null,
    outline: null,
    principal: null,
    address,
    isFailedKeyRefusal: false,
    quotas: [],
  };
  c.set('exchange', exchange);
  return exchange;
}

/** Returns the path for a problem body, with tokens masked. */
export function shownPath({ path }: Exchange): string {
  return maskTokens(path);
}

/** Returns the path for logs, without query, tokens, ids of records, and segments that no route contains. */
export function loggedPath({ route, outline, path }: Exchange): string {
  return route === null ? (outline ?? `/${MASK}`) : maskHiddenParameters(route.path, path);
}
