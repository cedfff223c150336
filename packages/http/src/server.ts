import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Vitrine } from '@vitrine/core';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { answerBrokenRequest, malformedRequest } from './broken-request.ts';
import { createHealth } from './health.ts';

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
}

export interface RunningServer {
  /** `http://host:port`, with the port that was taken. */
  readonly url: string;
  /**
   * Ends it: not ready, no new connections, what is in flight finishes (10 s at most), background work stops, the storage
   * is closed. Called again it gives the same promise.
   */
  stop(): Promise<void>;
}

/** In milliseconds. Keep-alive is longer than the 60 s of the usual balancer, so that it closes first. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const;
const HEADERS_MAX = 32 * 1024;
const STOP_MAX_MS = 10_000;
const IDLE_CHECK_MS = 50;

/**
 * Serves Vitrine. Rejects when the address can't be had (`EADDRINUSE`, …); then nothing is left running, and the Vitrine
 * is still open.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { vitrine, host = '127.0.0.1', port = 8080, baseUrl, logger, work = true } = options;
  const health = createHealth(vitrine);
  const app = createApp(vitrine, {
    health,
    address: { baseUrl, host },
    ...(logger === undefined ? {} : { logger }),
  });
  const listener = getRequestListener(app.fetch, { hostname: host, errorHandler: answerUnreadable });
  const server = createServer({ ...TIMEOUTS, maxHeaderSize: HEADERS_MAX }, listener);
  server.on('clientError', answerBrokenRequest);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

  const working = new AbortController();
  const worked = work
    ? vitrine.work({
        signal: working.signal,
        onError: (error) => logger?.error({ err: error }, 'background work'),
      })
    : Promise.resolve();

  async function end(): Promise<void> {
    health.drain();
    working.abort();
    await closeConnections();
    await worked;
    await vitrine.close();
  }

  function closeConnections(): Promise<void> {
    return new Promise((resolve) => {
      // Connections that fall idle during the wait are closed too, else keep-alive would hold the server up.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
      const late = setTimeout(() => server.closeAllConnections(), STOP_MAX_MS);
      server.close(() => {
        clearInterval(idle);
        clearTimeout(late);
        resolve();
      });
    });
  }

  let ended: Promise<void> | null = null;
  return {
    url: urlOf(server.address() as AddressInfo),
    stop() {
      ended ??= end();
      return ended;
    },
  };
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function answerUnreadable(): Response {
  const { status, headers, body } = malformedRequest();
  return new Response(body, { status, headers });
}
