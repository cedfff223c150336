import type { Vitrine } from '@vitrine/core';
import { Hono } from 'hono';
import { LinearRouter } from 'hono/router/linear-router';
import { toResponse } from './call/wire-response.ts';
import type { AppOptions } from './handler/app-options.ts';
import { createRequestHandler, type RequestHandler } from './handler/request-handler.ts';
import { type NodeBindings, WebArrival } from './request/web-arrival.ts';

export interface AppEnv {
  Bindings: NodeBindings;
}

/**
 * Creates the HTTP interface of a Vitrine: every path under `/v2` and `/admin`, the store tools, health, metrics,
 * documentation and, if given, the console. It is a Hono app: serve it with any of Hono's adapters, or mount it into another app.
 */
export function createApp(vitrine: Vitrine, options: AppOptions = {}): Hono<AppEnv> {
  return appOf(createRequestHandler(vitrine, options));
}

/** Returns the Hono app of a handler. It has a single route, because the handler finds its routes itself. */
export function appOf(handler: RequestHandler): Hono<AppEnv> {
  // Hono's default router uses each path as an object key, which interns every path.
  const app = new Hono<AppEnv>({ router: new LinearRouter() });
  app.all('*', async (c) => toResponse(await handler.respond(new WebArrival(c.req.raw, c.env))));
  return app;
}
