import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Exchange } from './exchange.ts';
import { requestHistogram } from './request-histogram.ts';

/** Prometheus metrics of one app. */
export interface Metrics {
  observe(exchange: Exchange, status: number): void;
  readonly contentType: string;
  render(): Promise<string>;
}

export function createMetrics(): Metrics {
  const node = new Registry();
  const requests = requestHistogram();
  let collectsNode = false;

  return {
    observe({ method, route, startedAt }, status) {
      requests.observe(method, route?.path ?? 'none', status, (performance.now() - startedAt) / 1000);
    },
    contentType: node.contentType,
    async render() {
      // Watching the event loop and the collector costs a little, so it begins with the first reader.
      if (!collectsNode) collectDefaultMetrics({ register: node });
      collectsNode = true;
      return requests.render() + (await node.metrics());
    },
  };
}
