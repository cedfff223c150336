import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { UnavailableError, type Vitrine } from '@vitrine/core';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { createHealth } from './health.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { listen, startMetricsServer } from './metrics/metrics-server.ts';
import { answerBrokenRequest, malformedRequest } from './request/broken-request.ts';
import { stopStages } from './stop-stages.ts';
import { type ConnectionLimits, watchConnections } from './traffic/connections.ts';
import type { TrafficLimits } from './traffic/limits.ts';
import { connectionLimits } from './traffic/open-files.ts';
import { createTraffic } from './traffic/traffic.ts';

export interface ServerOptions {
  readonly vitrine: Vitrine;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 8080; 0 takes a free one. */
  readonly port?: number;
  /** How clients reach it, when that is not the address it listens on. */
  readonly baseUrl?: string | undefined;
  /** Default: silent. */
  readonly logger?: Logger;
  /** Whether this server does the background work too. Default true. */
  readonly work?: boolean;
  /** Default: as many connections as the process may open, at most 16,384, and no bound by address. */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  /** Deadlines and bytes in flight, where they are not to be the defaults. */
  readonly limits?: Partial<TrafficLimits>;
  /**
   * Who may read `/metrics`: everybody (`open`, default), holders of an account key (`key`), or whoever reaches this port of the
   * same host, where nothing else is answered.
   */
  readonly metrics?: MetricsPlace | undefined;
  /** CIDR ranges of the proxies in front, whose `X-Forwarded-For` is believed. Default: none. */
  readonly trustedProxies?: readonly string[] | undefined;
}

export type MetricsPlace = 'open' | 'key' | number;

export interface RunningServer {
  /** `http://host:port`, with the port that was taken. */
  readonly url: string;
  /** The same for the metrics, when they have a port of their own. */
  readonly metricsUrl: string | null;
  /**
   * Ends it within 10 s: not ready, no new connections, what is in flight finishes (8 s at most), background work stops, the
   * storage is closed. Called again it gives the same promise.
   * @throws StopError when background work or storage did not end in time.
   */
  stop(): Promise<void>;
}

/**
 * In milliseconds. Keep-alive is longer than the 60 s of the usual balancer, so that the balancer closes first. Bodies have
 * deadlines of their own (`TrafficLimits`): Node's would run also while an upload waits for its turn.
 */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const;
const HEADERS_MAX = 32 * 1024;
/** Finds peers that have gone without a word. */
const TCP_KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 60_000 } as const;

/** Milliseconds from the begin of a stop to the end of each stage. */
const STOP_BY = { answers: 8_000, refusals: 8_250, work: 8_750, storage: 9_500 } as const;
const IDLE_CHECK_MS = 50;

/**
 * Serves Vitrine. Rejects when the address can't be had (`EADDRINUSE`, …); then nothing is left running, and the Vitrine
 * is still open.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { vitrine, host = '127.0.0.1', port = 8080, baseUrl, logger, work = true } = options;
  const { metrics: metricsPlace = 'open' } = options;
  const health = createHealth(vitrine);
  const traffic = createTraffic(options.limits);
  const metrics: Metrics = createMetrics(vitrine, () => [...traffic.figures(), ...connections.figures()]);
  const app = createApp(vitrine, {
    health,
    traffic,
    metrics,
    metricsAccess: typeof metricsPlace === 'number' ? 'none' : metricsPlace,
    address: { baseUrl, host },
    trustedProxies: options.trustedProxies ?? [],
    ...(logger === undefined ? {} : { logger }),
  });
  const listener = getRequestListener(app.fetch, { hostname: host, errorHandler: answerUnreadable });
  // The app answers a request without Host, with a problem body.
  const server = createServer({
    ...TIMEOUTS,
    ...TCP_KEEP_ALIVE,
    maxHeaderSize: HEADERS_MAX,
    requireHostHeader: false,
  });
  const connections = watchConnections(
    server,
    listener,
    { ...connectionLimits(), ...options.connections },
    traffic,
  );
  server.on('clientError', answerBrokenRequest);
  await listen(server, host, port);
  let metricsServer: Server | null = null;
  if (typeof metricsPlace === 'number') {
    metricsServer = await startMetricsServer(metrics, host, metricsPlace).catch(async (error: unknown) => {
      await closed(server);
      throw error;
    });
  }

  const working = new AbortController();
  const worked = work
    ? vitrine.work({
        signal: working.signal,
        onError: (error) => logger?.error({ err: error }, 'background work'),
      })
    : Promise.resolve();

  async function end(): Promise<void> {
    const stages = stopStages();
    health.drain();
    working.abort();
    const answered = closed(server);
    if (!(await stages.ends(answered, STOP_BY.answers))) {
      logger?.warn('requests are still under way after 8 s: they are answered 503');
      traffic.stop(new UnavailableError('The server is shutting down.'));
      await stages.ends(answered, STOP_BY.refusals);
    }
    server.closeAllConnections();
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    await stages.require('background work', worked, STOP_BY.work);
    await stages.require('the storage', vitrine.close(), STOP_BY.storage);
    stages.throwFaults();
  }

  let ended: Promise<void> | null = null;
  return {
    url: urlOf(server),
    metricsUrl: metricsServer && urlOf(metricsServer),
    stop() {
      ended ??= end();
      return ended;
    },
  };
}

/** Stops listening and resolves when the last connection is closed. Those without a request are closed at once. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Connections that fall idle during the wait are closed too, else keep-alive would hold the server up.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearInterval(idle);
      resolve();
    });
  });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function answerUnreadable(): Response {
  const { status, headers, body } = malformedRequest();
  return new Response(body, { status, headers });
}
