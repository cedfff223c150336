import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Exchange } from './exchange.ts';

/** Prometheus metrics of one app. */
export interface Metrics {
  observe(exchange: Exchange, status: number): void;
  readonly contentType: string;
  render(): Promise<string>;
}

/** OpenTelemetry's buckets for HTTP servers, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createMetrics(): Metrics {
  const registry = new Registry();
  const histogram = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the request to its answer, by method, route template and status.',
    labelNames: ['method', 'http_route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const series = new Map<string, { observe(seconds: number): void }>();
  let collectsNode = false;

  return {
    observe({ method: given, route, startedAt }, status) {
      // Labels are of closed sets: a client can't make series.
      const method = METHODS.has(given) ? given : 'other';
      const path = route?.path ?? 'none';
      const key = `${method} ${status} ${path}`;
      let one = series.get(key);
      if (one === undefined) {
        one = histogram.labels(method, path, String(status));
        series.set(key, one);
      }
      one.observe((performance.now() - startedAt) / 1000);
    },
    contentType: registry.contentType,
    render() {
      // Watching the event loop and the collector costs a little, so it begins with the first reader.
      if (!collectsNode) collectDefaultMetrics({ register: registry });
      collectsNode = true;
      return registry.metrics();
    },
  };
}
