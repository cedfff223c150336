import { ForbiddenError, type Principal, RateLimitedError, type Vitrine } from '@vitrine/core';
import { type MaybePromise, TOOLS_PATH, whenHere } from '@vitrine/core/server';
import { RequestCall, routeInputs } from '../call/call.ts';
import { crossOrigin } from '../call/cross-origin.ts';
import { authenticate, clientAddress, countRequests, Exchange, shownPath } from '../call/exchange.ts';
import { keyOfRequest, REPLAYED } from '../call/idempotency.ts';
import {
  decodeSegments,
  pathTable,
  type RouteMatch,
  readBasePath,
  withoutBasePath,
} from '../call/path-table.ts';
import { type KeyedRoute, type OpenRoute, type TokenRoute, takesInput } from '../call/route.ts';
import { budgetOf, countBytes, type WireResponse, wireResponseOf } from '../call/wire-response.ts';
import { openConsoleFiles } from '../console/console-files.ts';
import type { AuditEvent } from '../ground/audit-event.ts';
import { createHealth } from '../ground/health.ts';
import { logRequest } from '../logs/access-log.ts';
import { auditLog, logAudit } from '../logs/audit-log.ts';
import { faultLog } from '../logs/fault-log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { Arrival } from '../request/arrival.ts';
import { ignoredHeaders, sortQuery, unknownParameters } from '../request/query-parameters.ts';
import { problem } from '../response/problem.ts';
import { abandonReply, type Reply, withHeaders } from '../response/reply.ts';
import { toolChallenge } from '../routes/oauth/metadata.ts';
import { oauthSwitch } from '../routes/oauth/oauth.ts';
import type { HandlerRun } from '../traffic/handler-run.ts';
import { createTraffic } from '../traffic/traffic.ts';
import type { AppOptions } from './app-options.ts';
import { servedRoutes } from './served-routes.ts';
import { unknownPaths } from './unknown-paths.ts';

/** Responds to requests, whichever server they arrive at. */
export interface RequestHandler {
  /** Whether the console is served. */
  readonly hasConsole: boolean;
  /**
   * Returns the response, at once if nothing in the request had to wait. Never throws or rejects: an error becomes a
   * problem body.
   */
  respond(arrival: Arrival): MaybePromise<WireResponse>;
}

/**
 * Creates the handler of all paths under `/v2` and `/admin`, the store tools, health, metrics, documentation and, if given,
 * the console.
 *
 * The checks of a request, in order: key (401), route (404, 405), kind of key (403), then the service's own checks
 * (404, 403, 400). Unknown paths under `/v2` and `/admin` need a key too (docs/rules.md#order-of-checks).
 * @throws ValidationError for a `basePath` that is none.
 */
export function createRequestHandler(vitrine: Vitrine, options: AppOptions = {}): RequestHandler {
  const { logger, health = createHealth(vitrine), trustedProxies = [], corsOrigins = [] } = options;
  const pages = crossOrigin(corsOrigins);
  const basePath = readBasePath(options.basePath ?? '');
  const consoleFiles = options.console === true ? openConsoleFiles() : null;
  const hasConsole = consoleFiles !== null;
  const oauth = oauthSwitch(vitrine, options.oauth, hasConsole);
  const audit = logger === undefined ? null : auditLog(logger);
  const { traffic = createTraffic() } = options;
  const { metrics = createMetrics(vitrine, () => traffic.metrics()) } = options;
  const { ownMetrics } = metrics;
  const parts = { vitrine, health, metrics, oauth, consoleFiles, basePath, turns: traffic.tools };
  const table = pathTable(servedRoutes(parts, options));
  const refuseUnknown = unknownPaths({ table, pages, hasConsole, admit });
  const logFault = logger && faultLog(logger);

  function respond(arrival: Arrival): MaybePromise<WireResponse> {
    const path = withoutBasePath(basePath, arrival.path);
    const exchange = new Exchange(arrival, path, clientAddress(arrival, trustedProxies));
    const fail = (error: unknown) => {
      // The rate limits of a caller apply only once it is known.
      exchange.isFailedKeyRefusal = error instanceof RateLimitedError && exchange.principal === null;
      logFault?.(exchange, error);
      return finish(exchange, failureOf(exchange, error));
    };
    try {
      const reply = traffic.handlers.run(
        arrival,
        exchange.startedAt,
        (run) => handle(exchange, run),
        abandonReply,
      );
      return reply instanceof Promise
        ? reply.then((own) => finish(exchange, own)).catch(fail)
        : finish(exchange, reply);
    } catch (error) {
      return fail(error);
    }
  }

  /** Finds the route of a request, checks its key and runs the handler. */
  function handle(exchange: Exchange, run: HandlerRun): MaybePromise<Reply> {
    const { arrival } = exchange;
    arrival.requireValidHead();
    const segments = decodeSegments(exchange.path);
    const match = segments && table.find(arrival.method === 'HEAD' ? 'GET' : arrival.method, segments);
    if (match === null) return refuseUnknown(exchange, segments);
    const { route, params } = match;
    exchange.route = route;
    return route.keys === 'none'
      ? handleOpen(exchange, run, route, params)
      : whenHere(admit(exchange), (principal) =>
          traffic.shares.run(principal.accountId, run, () =>
            handleKeyed(exchange, run, { route, params, principal }),
          ),
        );
  }

  function handleOpen(
    exchange: Exchange,
    run: HandlerRun,
    route: TokenRoute | OpenRoute,
    params: readonly string[],
  ): MaybePromise<Reply> {
    const call = new RequestCall({
      exchange,
      inputs: routeInputs(route),
      params,
      query: {},
      traffic,
      run,
      ownMetrics,
      vitrine,
      once: {},
      bodyError: null,
    });
    if ('isProbe' in route) return route.handle(call);
    const { budget, owner } = budgetOf(traffic, exchange);
    budget.requireRoom(owner);
    // Clients share the address of a proxy, so those of one path don't delay those of others.
    const started = traffic.shares.run(`${owner} ${exchange.path}`, run, () => route.handle(call));
    return whenHere(started, (reply) => {
      if ('audit' in route && route.audit !== undefined && reply.audited !== undefined)
        logEvent(exchange, route.audit, { route, params }, reply);
      return countBytes(traffic, exchange, run, { reply, mayDrop: true });
    });
  }

  function handleKeyed(
    exchange: Exchange,
    run: HandlerRun,
    { route, params, principal }: KeyedMatch,
  ): MaybePromise<Reply> {
    if (principal.key?.ofClient === true && !OF_CLIENTS.test(exchange.path))
      throw new ForbiddenError('Access tokens of OAuth are for /store_mcp and /v2.');
    if (route.refusal === 'route' && !route.keys.includes(principal.kind)) throw new ForbiddenError();
    traffic.responses.requireRoom(principal.accountId);
    const inputs = routeInputs(route);
    const isRead = route.method === 'GET' || route.isSafe === true;
    const query = sortQuery(exchange.arrival.query, inputs.query);
    const refusal = isRead ? null : unknownParameters(query, inputs.query);
    // Without an input there is no later place for it, except that the service refuses these callers anyway.
    const isRefusedAnyway = principal.key?.readOnly === true || !route.keys.includes(principal.kind);
    if (refusal !== null && !takesInput(route) && !isRefusedAnyway) throw refusal;
    const key = route.isIdempotent === true ? keyOfRequest(exchange.arrival) : null;
    const call = new RequestCall({
      exchange,
      inputs,
      params,
      query: refusal ?? query.declared,
      traffic,
      run,
      ownMetrics,
      vitrine,
      once: key?.options ?? {},
      bodyError: key?.error ?? refusal,
    });
    const done = (reply: Reply) => {
      const shown = withHeaders(reply, ignoredHeaders(query));
      if (key?.isReplay === true) return withHeaders(shown, { [REPLAYED]: 'true' });
      if (route.audit !== undefined) logEvent(exchange, route.audit, { route, params }, reply);
      return shown;
    };
    if (route.form === undefined && route.file === undefined) {
      return whenHere(route.handle(call), (reply) =>
        countBytes(traffic, exchange, run, { reply: done(reply), mayDrop: isRead }),
      );
    }
    const caller = { account: principal.accountId, signal: run.signal };
    const turns = route.file === undefined ? traffic.uploads : traffic.files;
    return turns.run(caller, async () => done(await route.handle(call)));
  }

  /** Writes an event to the audit log, with the parameters of the path. */
  function logEvent(exchange: Exchange, event: AuditEvent, match: RouteMatch, reply: Reply): void {
    if (audit === null) return;
    const named = routeInputs(match.route).params.map((name, i) => [name, match.params[i] ?? null]);
    logAudit(audit, event, exchange, { ...Object.fromEntries(named), ...reply.audited });
  }

  /**
   * Returns the principal of the request if the rate limits admit it. Throws 401, then 429, before any other lookup.
   */
  function admit(exchange: Exchange): MaybePromise<Principal> {
    const { arrival, address } = exchange;
    return whenHere(authenticate(vitrine, arrival.header('authorization'), address), (principal) => {
      exchange.principal = principal;
      traffic.active.note(principal.accountId);
      countRequests(exchange, vitrine, principal);
      return principal;
    });
  }

  /** Counts and logs the exchange: at once, or when a streamed body ends. */
  function finish(exchange: Exchange, reply: Reply): WireResponse {
    const { status } = reply;
    // The rest of a body that no handler has read would have to arrive before another request can be read.
    const { arrival } = exchange;
    const isLast = health.isDraining || (arrival.incoming?.complete === false && arrival.hasBody);
    const own = belowBasePath(reply);
    const shown = pages === null ? own : withHeaders(own, pages.headers(exchange));
    return wireResponseOf(exchange, shown, isLast, (bytes) => {
      metrics.observe(exchange, status);
      if (logger !== undefined) logRequest(logger, exchange, status, bytes);
    });
  }

  /** Returns the response to an error: that of the route, or a problem body. */
  function failureOf(exchange: Exchange, error: unknown): Reply {
    const { route, traceId } = exchange;
    if (route !== null && 'onError' in route && route.onError !== undefined) return route.onError();
    const reply = problem(error, { instance: basePath + shownPath(exchange), traceId });
    if (reply.status !== 401 || route?.path !== TOOLS_PATH || !oauth.isOn()) return reply;
    const hasToken = exchange.arrival.header('authorization') !== null;
    return withHeaders(reply, { 'WWW-Authenticate': toolChallenge(vitrine.baseUrl(), hasToken) });
  }

  /** Puts the base path in front of a `Location` that is a path of the interface. */
  function belowBasePath(reply: Reply): Reply {
    const location = reply.headers.Location;
    if (basePath === '' || location?.startsWith('/') !== true) return reply;
    return withHeaders(reply, { Location: basePath + location });
  }

  return { respond, hasConsole };
}

/** A route that needs a key, with the caller. */
interface KeyedMatch {
  readonly route: KeyedRoute;
  readonly params: readonly string[];
  readonly principal: Principal;
}

/** The paths that an access token of OAuth is for. */
const OF_CLIENTS = /^\/(?:store_mcp$|v2\/)/;
