import {
  ForbiddenError,
  NotFoundError,
  type Principal,
  RateLimitedError,
  ValidationError,
  type Vitrine,
} from '@vitrine/core';
import { Hono } from 'hono';
import { LinearRouter } from 'hono/router/linear-router';
import type { Logger } from 'pino';
import { logRequest } from './access-log.ts';
import { authenticate } from './authenticate.ts';
import { readJsonBody } from './body.ts';
import { type AppContext, type AppEnv, beginExchange, shownPath } from './exchange.ts';
import { faultLog } from './fault-log.ts';
import { type FormLimits, readFormBody } from './form-body.ts';
import { createHealth, type Health } from './health.ts';
import type { ServerAddress } from './mcp/host-policy.ts';
import { createMetrics } from './metrics.ts';
import { type PathTable, parameterNames, pathTable } from './path-table.ts';
import { MethodNotAllowedError, problem } from './problem.ts';
import { readQuery } from './query-parameters.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { Reply } from './reply.ts';
import { requestHeader } from './request-header.ts';
import { decodeSegments, rawPath } from './request-path.ts';
import { type Call, type KeyedCall, type Route, requireKeyKinds } from './route.ts';
import { apiRoutes } from './routes/api.ts';
import { docsRoutes } from './routes/docs.ts';
import { healthRoutes } from './routes/health.ts';
import { publicImageRoutes } from './routes/public-images.ts';
import { storeToolRoutes } from './routes/store-tools.ts';
import { uploadGate } from './upload-gate.ts';

export interface AppOptions {
  /** One line a request, and every fault. Default: silent. */
  readonly logger?: Logger;
  /** Default: a new one, which is ready whenever the storage answers. */
  readonly health?: Health;
  /** How the store tools are reached: they refuse every other Host and Origin. Default: loopback names only. */
  readonly address?: ServerAddress;
}

/**
 * The HTTP interface over a Vitrine: every path under `/v2` and `/admin`, the store tools, health, metrics and documentation.
 * It is a Hono app: serve it with any of its adapters, or put it into another.
 *
 * A request goes: key (401) → route (404, 405) → kind of key (403) → the service, which decides 404, 403 and 400 in that
 * order. Unknown paths under `/v2` and `/admin` need a key too (decisions 12.13).
 */
export function createApp(vitrine: Vitrine, options: AppOptions = {}): Hono<AppEnv> {
  const { logger, health = createHealth(vitrine), address = {} } = options;
  const metrics = createMetrics(vitrine.figures);
  const routes = [
    ...apiRoutes,
    ...storeToolRoutes(vitrine, address),
    ...healthRoutes(health, metrics),
    ...docsRoutes(apiRoutes),
    ...publicImageRoutes,
  ];
  for (const route of routes) requireKeyKinds(route);
  const table = pathTable(routes);
  const inputs = new Map(routes.map((route) => [route, inputsOf(route)]));
  const uploads = uploadGate();
  const logFault = logger && faultLog(logger);

  async function answer(c: AppContext): Promise<Response> {
    const exchange = beginExchange(c);
    const { method, path } = exchange;
    const segments = decodeSegments(path);
    const match = segments && table.find(method === 'HEAD' ? 'GET' : method, segments);
    if (match === null) return refuse(c, table, segments);

    const { route, params } = match;
    exchange.route = route;
    const call = createCall(vitrine, c, params, inputs.get(route) ?? NO_INPUTS);
    if (route.keys === 'none') return finish(c, await route.handle(call));

    const principal = await admit(c);
    if (route.refusal === 'route' && !route.keys.includes(principal.kind)) throw new ForbiddenError();
    const keyed: KeyedCall = Object.assign(call, { principal });
    const isUpload = route.form !== undefined;
    return finish(c, await (isUpload ? uploads.pass(async () => route.handle(keyed)) : route.handle(keyed)));
  }

  /** Who calls, if the limits on requests let it pass: 401, then 429, before anything is looked up. */
  async function admit(c: AppContext): Promise<Principal> {
    const exchange = c.get('exchange');
    const principal = await authenticate(vitrine, requestHeader(c, 'authorization'));
    exchange.principal = principal;
    const { quotas, refusedForSeconds } = vitrine.rateLimits.admit(principal);
    exchange.quotas = quotas;
    if (refusedForSeconds !== null) throw new RateLimitedError(refusedForSeconds);
    return principal;
  }

  /** A request that no route has. */
  async function refuse(c: AppContext, paths: PathTable, segments: string[] | null): Promise<never> {
    const exchange = c.get('exchange');
    if (NEEDS_KEY.test(segments?.[0] ?? exchange.path.split('/', 2)[1] ?? '')) {
      await admit(c);
    }
    if (segments === null) {
      throw new ValidationError([{ path: '', message: 'The path is not UTF-8 in percent-encoding.' }]);
    }
    const allowed: string[] = paths.allowed(segments);
    if (allowed.length === 0) throw new NotFoundError('path');
    throw new MethodNotAllowedError(
      allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)),
    );
  }

  /** Counts and logs the exchange, at the end of a streamed body, and makes the Response. */
  function finish(c: AppContext, { status, headers: given, body: content }: Reply): Response {
    const exchange = c.get('exchange');
    const end = (bytes: number) => {
      metrics.observe(exchange, status);
      if (logger !== undefined) logRequest(logger, exchange, status, bytes);
    };
    const headers: Record<string, string> = { ...given, 'X-Request-Id': exchange.traceId };
    if (exchange.quotas.length > 0) Object.assign(headers, rateLimitHeaders(exchange.quotas));
    if (health.isDraining) headers.Connection = 'close';
    const isHead = exchange.method === 'HEAD';
    if (content === null || typeof content === 'string' || content instanceof Uint8Array) {
      // Counting is left out where nobody reads it.
      const bytes = content === null || (logger === undefined && !isHead) ? 0 : Buffer.byteLength(content);
      end(isHead ? 0 : bytes);
      if (!isHead) return new Response(content, { status, headers });
      return new Response(null, { status, headers: { ...headers, 'Content-Length': String(bytes) } });
    }
    if (!isHead) return new Response(content.open(end), { status, headers });
    void content.abandon();
    end(0);
    return new Response(null, { status, headers });
  }

  // The one route that Hono knows; its usual router looks every path up in an object, which interns the path.
  const app = new Hono<AppEnv>({
    router: new LinearRouter(),
    getPath: (request) => rawPath(request.url),
  });
  app.all('*', answer);
  app.onError((error, c) => {
    const exchange = c.get('exchange');
    logFault?.(exchange, error);
    return finish(c, problem(error, { instance: shownPath(exchange), traceId: exchange.traceId }));
  });
  return app;
}

const NEEDS_KEY = /^(?:v2|admin)$/;

/** What a route takes from the request. */
interface Inputs {
  readonly params: readonly string[];
  readonly query: ReadonlySet<string>;
  readonly form: FormLimits | undefined;
}

const NO_INPUTS: Inputs = { params: [], query: new Set(), form: undefined };

function inputsOf(route: Route): Inputs {
  const { query, form } = route.keys === 'none' ? {} : route;
  return { params: parameterNames(route.path), query: new Set(Object.keys(query?.shape ?? {})), form };
}

function createCall(vitrine: Vitrine, c: AppContext, values: readonly string[], inputs: Inputs): Call {
  const { raw } = c.req;
  return {
    vitrine,
    get signal() {
      return raw.signal;
    },
    request: raw,
    header: (name) => requestHeader(c, name),
    param(name) {
      const value = values[inputs.params.indexOf(name)];
      if (value === undefined) throw new Error(`The route has no parameter ${name}.`);
      return value;
    },
    query: () => readQuery(raw.url, inputs.query),
    body: () => (inputs.form === undefined ? readJsonBody(raw) : readFormBody(raw, inputs.form)),
  };
}
