import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UnavailableError, type Vitrine } from '@vitrine/core';
import type { Logger } from 'pino';
import { createHealth } from './ground/health.ts';
import { urlAt } from './ground/reachable-url.ts';
import { respondToBrokenRequest } from './handler/broken-request.ts';
import { nodeListener } from './handler/node-listener.ts';
import { createRequestHandler } from './handler/request-handler.ts';
import { loadLaterParts } from './later-parts.ts';
import { auditLog, logSystemAudit } from './logs/audit-log.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { listen, startMetricsServer } from './metrics-server.ts';
import { createServer } from './node-http.ts';
import { stopStages } from './stop-stages.ts';
import { type ConnectionLimits, watchConnections } from './traffic/connections.ts';
import type { TrafficLimits } from './traffic/limits.ts';
import { MemoryRelease, processMemory } from './traffic/memory-release.ts';
import { createTraffic } from './traffic/traffic.ts';
import { webListener } from './web-listener.ts';

export interface ServerOptions {
  readonly vitrine: Vitrine;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 8080. 0 takes any free port. */
  readonly port?: number;
  /** Default: silent. */
  readonly logger?: Logger;
  /** Whether this server also does background work. Default true. */
  readonly work?: boolean;
  /** Default: as many connections as the process may open, at most 16,384, and a quarter of them by address. */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  /** Deadlines and limits of bytes in flight that differ from the defaults. */
  readonly limits?: Partial<TrafficLimits>;
  /** Where metrics are served. Default `open`. */
  readonly metrics?: MetricsPlace | undefined;
  /** CIDR ranges of the proxies whose `X-Forwarded-For` is trusted. Default: none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** The origins whose pages may read responses to read-only store keys, and use the store tools. Default: none. */
  readonly corsOrigins?: readonly string[] | undefined;
  /**
   * Whether clients may get access tokens for the store tools by OAuth. Needs the console. Default: if the base URL is
   * https.
   */
  readonly oauth?: boolean | undefined;
  /** Whether the store tools have `search` and `fetch`, which some clients demand. Default false. */
  readonly searchTools?: boolean | undefined;
  /** Whether the server serves the console under `/console`, if it has been built. Default true. */
  readonly console?: boolean | undefined;
}

/**
 * Where metrics are served: at `/metrics` for everyone (`open`), at `/metrics` for holders of an account key (`key`),
 * or on a port of their own on the same host.
 */
export type MetricsPlace = 'open' | 'key' | number;

export interface RunningServer {
  /** `http://host:port`, with the actual port. */
  readonly url: string;
  /** `http://host:port` of the metrics if they have their own port. */
  readonly metricsUrl: string | null;
  /** Whether the server serves the console. */
  readonly hasConsole: boolean;
  /**
   * Shuts the server down within 10 s: it reports not ready, accepts no new connections, finishes the requests in
   * flight (8 s at most), stops background work and closes the storage. Further calls return the same promise.
   * @throws StopError if background work or the storage does not end in time.
   */
  stop(): Promise<void>;
}

/**
 * In milliseconds. Keep-alive is longer than the usual 60 s of load balancers, so that the balancer closes connections
 * first. Bodies have their own deadlines (`TrafficLimits`), because Node's would also run while an upload waits for its
 * turn. Connections without a request are looked for often, because all that have expired are closed in one turn of the event
 * loop.
 */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 500,
} as const;
const HEADERS_MAX = 32 * 1024;
/** Detects peers that have vanished without closing the connection. */
const TCP_KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 60_000 } as const;

/** The deadline of each stage of a shutdown, in milliseconds after its start. */
const STOP_DEADLINES = { responses: 8_000, refusals: 8_250, work: 8_750, storage: 9_500 } as const;
/** Milliseconds that the calls of requests have that were refused because they took too long. */
const ABANDONED_MS = 250;
const IDLE_CHECK_MS = 50;

/**
 * Starts a server for a Vitrine. Rejects if it can't listen on the address (`EADDRINUSE`, …). Nothing is left running
 * then, and the Vitrine stays open.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { vitrine, host = '127.0.0.1', port = 8080, logger, work = true } = options;
  const { metrics: metricsPlace = 'open' } = options;
  const health = createHealth(vitrine);
  const traffic = createTraffic(options.limits);
  const metrics: Metrics = createMetrics(vitrine, () => [...traffic.metrics(), ...connections.metrics()]);
  const handler = createRequestHandler(vitrine, {
    health,
    traffic,
    metrics,
    metricsAccess: typeof metricsPlace === 'number' ? 'none' : metricsPlace,
    host,
    trustedProxies: options.trustedProxies ?? [],
    corsOrigins: options.corsOrigins ?? [],
    oauth: options.oauth,
    searchTools: options.searchTools,
    console: options.console ?? true,
    ...(logger === undefined ? {} : { logger }),
  });
  // Node's check of the Host header is off because the app refuses such requests with a problem body.
  const server = createServer({
    ...TIMEOUTS,
    ...TCP_KEEP_ALIVE,
    maxHeaderSize: HEADERS_MAX,
    requireHostHeader: false,
  });
  const connections = watchConnections(
    server,
    nodeListener(handler, webListener(handler, host)),
    { ...connectionLimits(), ...options.connections },
    traffic,
    options.trustedProxies ?? [],
  );
  server.on('clientError', respondToBrokenRequest);
  await listen(server, host, port);
  let metricsServer: Server | null = null;
  if (typeof metricsPlace === 'number') {
    metricsServer = await startMetricsServer(metrics, host, metricsPlace).catch(async (error: unknown) => {
      await closed(server);
      throw error;
    });
  }

  const memoryChecks = new MemoryRelease(processMemory(traffic.bytesHeld)).start();
  const loading = loadLaterParts();
  const working = new AbortController();
  const worked = work
    ? vitrine.work({
        signal: working.signal,
        onError: (error) => logger?.error({ err: error }, 'background work'),
        onWebhookDisabled({ id, accountId, disabledReason: reason }) {
          if (logger === undefined) return;
          logSystemAudit(auditLog(logger), 'webhook.disabled', accountId, { webhookId: id, reason });
        },
      })
    : Promise.resolve();

  async function end(): Promise<void> {
    const stages = stopStages();
    health.drain();
    traffic.drain();
    working.abort();
    clearInterval(memoryChecks);
    clearTimeout(loading);
    const drained = closed(server);
    if (!(await stages.ends(drained, STOP_DEADLINES.responses))) {
      logger?.warn('requests still in flight after 8 s are refused with 503');
      traffic.stop(new UnavailableError('The server is shutting down.'));
      await stages.ends(drained, STOP_DEADLINES.refusals);
    }
    server.closeAllConnections();
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    await stages.require('background work', worked, STOP_DEADLINES.work);
    await stages.require('the storage', vitrine.close({ within: ABANDONED_MS }), STOP_DEADLINES.storage);
    stages.throwFaults();
  }

  let ended: Promise<void> | null = null;
  return {
    url: urlOf(server),
    metricsUrl: metricsServer && urlOf(metricsServer),
    hasConsole: handler.hasConsole,
    stop() {
      ended ??= end();
      return ended;
    },
  };
}

/** Stops listening. Resolves when the last connection is closed. Idle connections are closed at once. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Connections that become idle later are closed too: keep-alive would delay the shutdown.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearInterval(idle);
      resolve();
    });
  });
}

function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return urlAt(address, port);
}

const CONNECTIONS_MAX = 16_384;
/** Files that the process needs apart from connections: database, threads, child processes. */
const OTHER_FILES = 500;

/**
 * Returns the number of connections that the limit of open files allows, less a reserve for other files. At most
 * 16,384.
 */
function connectionLimits(): ConnectionLimits {
  const files = openFilesMax();
  return { all: Math.min(CONNECTIONS_MAX, Math.max(files - OTHER_FILES, Math.floor(files / 2))) };
}

/** Returns the limit of open files on Linux, and infinity on other systems. */
function openFilesMax(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
