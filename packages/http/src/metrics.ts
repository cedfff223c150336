import type { Figure } from '@vitrine/core';
import type { Exchange } from './exchange.ts';
import { figureLines } from './figure-lines.ts';
import { requestHistogram } from './request-histogram.ts';

/** Prometheus metrics of one app. */
export interface Metrics {
  observe(exchange: Exchange, status: number): void;
  readonly contentType: string;
  render(): Promise<string>;
}

/** @param figures what the Vitrine behind the app tells of itself. */
export function createMetrics(figures: () => readonly Figure[]): Metrics {
  const requests = requestHistogram();
  let node: Promise<{ metrics(): Promise<string> }> | null = null;

  return {
    observe({ method, route, startedAt }, status) {
      requests.observe(method, route?.path ?? 'none', status, (performance.now() - startedAt) / 1000);
    },
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    async render() {
      node ??= collectNodeMetrics();
      return requests.render() + figureLines(figures()) + (await (await node).metrics());
    },
  };
}

/** Watching the event loop and the collector costs time and memory, so it begins with the first reader. */
async function collectNodeMetrics(): Promise<{ metrics(): Promise<string> }> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
