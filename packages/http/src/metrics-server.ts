import type { Server } from 'node:http';
import type { Metrics } from './metrics/metrics.ts';
import { createServer } from './node-http.ts';
import { metricsReply } from './routes/status/health.ts';

/**
 * Starts a server that serves `GET /metrics` and nothing else. Rejects if it can't listen on the address (`EADDRINUSE`,
 * …).
 */
export async function startMetricsServer(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer({ requestTimeout: 10_000 }, async (incoming, outgoing) => {
    const isKnown = incoming.method === 'GET' && /^\/metrics(?:\?|$)/.test(incoming.url ?? '');
    if (!isKnown) {
      outgoing.writeHead(404).end();
      return;
    }
    try {
      const { status, headers, body } = await metricsReply(metrics);
      outgoing.writeHead(status, headers).end(body);
    } catch {
      outgoing.writeHead(500).end();
    }
  });
  server.maxConnections = CONNECTIONS_MAX;
  await listen(server, host, port);
  return server;
}

const CONNECTIONS_MAX = 100;

/** Resolves when the server listens. Rejects if it can't listen on the address. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
