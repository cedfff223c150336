import type { Principal, Quota } from '@vitrine/core';
import type { Context } from 'hono';
import { MASK } from './path-table.ts';
import { type NodeBindings, requestHeader } from './request/header.ts';
import { maskTokens, routePath } from './request/path.ts';
import { readTraceId } from './request/trace-id.ts';
import type { Route } from './route.ts';

/** One request and what is known of it so far; logs, metrics and problem bodies are made from this. */
export interface Exchange {
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly traceId: string;
  readonly startedAt: number;
  route: Route | null;
  /** The path as far as patterns know it, when no route has it. */
  outline: string | null;
  principal: Principal | null;
  /** Of the client; null where the server does not tell. */
  readonly address: string | null;
  /** Refused for the client's failed keys, so its line in the log is for debugging only. */
  isHeldBack: boolean;
  /** The caller's limits, when there are any. */
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
    isHeldBack: false,
    quotas: [],
  };
  c.set('exchange', exchange);
  return exchange;
}

/** The path for a problem body. */
export function shownPath({ path }: Exchange): string {
  return maskTokens(path);
}

/** The path for logs: without query, tokens, ids of records, and whatever else no route has. */
export function loggedPath({ route, outline, path }: Exchange): string {
  return route === null ? (outline ?? `/${MASK}`) : routePath(route.path, path);
}
