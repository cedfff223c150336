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
import { authenticate } from './authenticate.ts';
import { type AppContext, type AppEnv, beginExchange, shownPath } from './exchange.ts';
import { createHealth, type Health } from './health.ts';
import { logRequest } from './logs/access-log.ts';
import { auditLog, logAudit } from './logs/audit-log.ts';
import { faultLog } from './logs/fault-log.ts';
import type { ServerAddress } from './mcp/host-policy.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { type PathTable, parameterNames, pathTable } from './path-table.ts';
import { type BodyInputs, readCallBody } from './request/call-body.ts';
import { clientAddress } from './request/client-address.ts';
import { requireSoundHead } from './request/head.ts';
import { requestHeader } from './request/header.ts';
import { decodeSegments, rawPath } from './request/path.ts';
import { readQuery } from './request/query-parameters.ts';
import { MethodNotAllowedError, problem } from './response/problem.ts';
import { rateLimitHeaders } from './response/rate-limit-headers.ts';
import type { Reply } from './response/reply.ts';
import {
  type Call,
  isBodyRequired,
  type KeyedCall,
  type KeyedRoute,
  type Route,
  requireKeyKinds,
} from './route.ts';
import { apiRoutes } from './routes/api.ts';
import { docsRoutes } from './routes/docs.ts';
import { healthRoutes, type MetricsAccess } from './routes/health.ts';
import { publicImageRoutes } from './routes/public-images.ts';
import { storeToolRoutes } from './routes/store-tools.ts';
import type { ByteBudget } from './traffic/byte-budget.ts';
import { createTraffic, type Traffic } from './traffic/traffic.ts';
import { COUNTED_BYTES, countAnswer } from './traffic/unread-answer.ts';
import type { Work } from './traffic/work.ts';

export interface AppOptions {
  /** One line a request, and every fault. Default: silent. */
  readonly logger?: Logger;
  /** Default: a new one, which is ready whenever the storage answers. */
  readonly health?: Health;
  /** How the store tools are reached: they refuse every other Host and Origin. Default: loopback names only. */
  readonly address?: ServerAddress;
  /** Deadlines, bytes in flight and turns for uploads. Default: new ones with the default limits. */
  readonly traffic?: Traffic;
  /** Default: new ones, of the Vitrine and the traffic. */
  readonly metrics?: Metrics;
  /** Who may read `/metrics`: everybody (default), holders of an account key, or nobody. */
  readonly metricsAccess?: MetricsAccess;
  /** CIDR ranges of the proxies in front, whose `X-Forwarded-For` is believed. Default: none. */
  readonly trustedProxies?: readonly string[];
}

/**
 * The HTTP interface over a Vitrine: every path under `/v2` and `/admin`, the store tools, health, metrics and documentation.
 * It is a Hono app: serve it with any of its adapters, or put it into another.
 *
 * A request goes: key (401) → route (404, 405) → kind of key (403) → the service, which decides 404, 403 and 400 in that
 * order. Unknown paths under `/v2` and `/admin` need a key too (docs/rules.md#order-of-checks).
 */
export function createApp(vitrine: Vitrine, options: AppOptions = {}): Hono<AppEnv> {
  const {
    logger,
    health = createHealth(vitrine),
    address = {},
    metricsAccess = 'open',
    trustedProxies = [],
  } = options;
  const audit = logger === undefined ? null : auditLog(logger);
  const { traffic = createTraffic() } = options;
  const { metrics = createMetrics(vitrine, () => traffic.figures()) } = options;
  const routes = [
    ...apiRoutes,
    ...storeToolRoutes(vitrine, address),
    ...healthRoutes(health, metrics, metricsAccess),
    ...docsRoutes(apiRoutes),
    ...publicImageRoutes,
  ];
  for (const route of routes) requireKeyKinds(route);
  const table = pathTable(routes);
  const inputs = new Map(routes.map((route) => [route, inputsOf(route)]));
  const logFault = logger && faultLog(logger);

  async function answer(c: AppContext): Promise<Response> {
    const exchange = beginExchange(c, clientAddress(c, trustedProxies));
    const { startedAt } = exchange;
    return finish(c, await traffic.work.run(c.req.raw, startedAt, (work) => reply(c, work), abandon));
  }

  async function reply(c: AppContext, work: Work): Promise<Reply> {
    const exchange = c.get('exchange');
    const { method, path } = exchange;
    const incoming = c.env?.incoming;
    if (incoming !== undefined) requireSoundHead(incoming);
    const segments = decodeSegments(path);
    const match = segments && table.find(method === 'HEAD' ? 'GET' : method, segments);
    if (match === null) return refuse(c, table, segments);

    const { route, params } = match;
    exchange.route = route;
    const call = createCall(vitrine, c, {
      params,
      inputs: inputs.get(route) ?? NO_INPUTS,
      traffic,
      work,
      metrics,
    });
    if (route.keys === 'none') {
      if ('isProbe' in route) return route.handle(call);
      const { budget, owner } = accountableFor(c);
      budget.requireRoom(owner);
      return counted(c, await route.handle(call), true);
    }

    const principal = await admit(c);
    if (route.refusal === 'route' && !route.keys.includes(principal.kind)) throw new ForbiddenError();
    traffic.answers.requireRoom(principal.accountId);
    const keyed: KeyedCall = Object.assign(call, { principal });
    if (route.form === undefined) {
      const made = await route.handle(keyed);
      if (route.audit !== undefined && audit !== null) {
        const named = inputs.get(route)?.params.map((name, i) => [name, params[i] ?? null]);
        logAudit(audit, route.audit, exchange, { ...Object.fromEntries(named ?? []), ...made.audited });
      }
      return counted(c, made, route.method === 'GET' || route.isSafe === true);
    }
    const caller = { account: principal.accountId, signal: work.signal };
    return traffic.uploads.run(caller, async () => route.handle(keyed));
  }

  /** Where the bytes of an answer are counted. */
  function accountableFor(c: AppContext): { budget: ByteBudget; owner: string } {
    const { principal } = c.get('exchange');
    if (principal !== null) return { budget: traffic.answers, owner: principal.accountId };
    return { budget: traffic.keylessAnswers, owner: c.get('exchange').address ?? '' };
  }

  /**
   * The same reply, its bytes counted until it has left. Other servers than Node's do not say when that is, so there nothing
   * is counted.
   * @param mayDrop whether the request has changed nothing, so that the client may ask again.
   * @throws UnavailableError when it may be dropped and there is no room: much may have been made since the request began.
   */
  function counted(c: AppContext, made: Reply, mayDrop: boolean): Reply {
    const bytes = sizeOf(made);
    const outgoing = c.env?.outgoing;
    if (outgoing === undefined || (bytes !== null && bytes <= COUNTED_BYTES)) return made;
    const { budget, owner } = accountableFor(c);
    try {
      if (mayDrop) budget.requireRoom(owner);
    } catch (error) {
      abandon(made);
      throw error;
    }
    countAnswer(traffic.sweep, budget, owner, outgoing, bytes);
    return made;
  }

  /** Who calls, if the limits on requests let it pass: 401, then 429, before anything is looked up. */
  async function admit(c: AppContext): Promise<Principal> {
    const exchange = c.get('exchange');
    const principal = await authenticate(vitrine, requestHeader(c, 'authorization'), exchange.address).catch(
      (error: unknown) => {
        exchange.isHeldBack = error instanceof RateLimitedError;
        throw error;
      },
    );
    exchange.principal = principal;
    const { quotas, refusedForSeconds } = vitrine.rateLimits.admit(principal);
    exchange.quotas = quotas;
    if (refusedForSeconds !== null) throw new RateLimitedError(refusedForSeconds);
    return principal;
  }

  /** A request that no route has. */
  async function refuse(c: AppContext, paths: PathTable, segments: string[] | null): Promise<never> {
    const exchange = c.get('exchange');
    exchange.outline = segments && paths.outline(segments);
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
interface Inputs extends BodyInputs {
  readonly params: readonly string[];
  readonly query: ReadonlySet<string>;
}

const NO_INPUTS: Inputs = { params: [], query: new Set(), form: undefined, requiresBody: false };

function inputsOf(route: Route): Inputs {
  const keyed: Pick<KeyedRoute, 'query' | 'form' | 'requiresBody'> = route.keys === 'none' ? {} : route;
  return {
    params: parameterNames(route.path),
    query: new Set(Object.keys(keyed.query?.shape ?? {})),
    form: keyed.form,
    requiresBody: isBodyRequired(keyed),
  };
}

/** A route that was found, and what bounds it. */
interface Found {
  readonly params: readonly string[];
  readonly inputs: Inputs;
  readonly traffic: Traffic;
  readonly work: Work;
  readonly metrics: Metrics;
}

function createCall(
  vitrine: Vitrine,
  c: AppContext,
  { params, inputs, traffic, work, metrics }: Found,
): Call {
  const { raw } = c.req;
  return {
    vitrine,
    get signal() {
      return work.signal;
    },
    request: raw,
    header: (name) => requestHeader(c, name),
    param(name) {
      const value = params[inputs.params.indexOf(name)];
      if (value === undefined) throw new Error(`The route has no parameter ${name}.`);
      return value;
    },
    query: () => readQuery(raw.url, inputs.query),
    body: () => readCallBody(c, inputs, traffic, work),
    ownFigures: () => metrics.ownFigures(),
  };
}

/** Bytes of an answer; null for a stream. Text is counted by its characters: mostly these are bytes. */
function sizeOf({ body }: Reply): number | null {
  if (body === null) return 0;
  return typeof body === 'string' || body instanceof Uint8Array ? body.length : null;
}

/** Frees the reply of a handler whose request was answered without it. */
function abandon({ body }: Reply): void {
  if (body !== null && typeof body === 'object' && 'abandon' in body) body.abandon().catch(() => {});
}
