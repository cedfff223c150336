import type { Principal, Quota } from '@vitrine/core';
import type { Context } from 'hono';
import { type NodeBindings, requestHeader } from './request-header.ts';
import { maskTokens } from './request-path.ts';
import type { Route } from './route.ts';
import { readTraceId } from './trace-id.ts';

/** One request and what is known of it so far; logs, metrics and problem bodies are made from this. */
export interface Exchange {
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly traceId: string;
  readonly startedAt: number;
  route: Route | null;
  principal: Principal | null;
  /** The caller's limits, when there are any. */
  quotas: readonly Quota[];
}

export interface AppEnv {
  Bindings: NodeBindings;
  Variables: { exchange: Exchange };
}

export type AppContext = Context<AppEnv>;

export function beginExchange(c: AppContext): Exchange {
  const { raw, path } = c.req;
  const exchange: Exchange = {
    method: raw.method,
    path,
    traceId: readTraceId((name) => requestHeader(c, name)),
    startedAt: performance.now(),
    route: null,
    principal: null,
    quotas: [],
  };
  c.set('exchange', exchange);
  return exchange;
}

/** The path as others may see it. */
export function shownPath({ path }: Exchange): string {
  return maskTokens(path);
}
