import type { Figure, Vitrine } from '@vitrine/core';
import type { Exchange } from '../exchange.ts';
import { figureLines } from './figure-lines.ts';
import { requestHistogram } from './request-histogram.ts';

/** The Prometheus metrics of one app. */
export interface Metrics {
  /** Counts a finished request. */
  observe(exchange: Exchange, status: number): void;
  readonly contentType: string;
  /** Returns the metrics of the app, its Vitrine and its process in Prometheus text format. */
  render(): Promise<string>;
  /** Returns the metrics of the server around the Vitrine. */
  ownFigures(): readonly Figure[];
}

/** @param ownFigures returns the metrics of the server around the Vitrine. */
export function createMetrics(
  { figures, status }: Pick<Vitrine, 'figures' | 'status'>,
  ownFigures: () => readonly Figure[],
): Metrics {
  const requests = requestHistogram();
  let node: Promise<{ metrics(): Promise<string> }> | null = null;

  return {
    observe({ method, route, startedAt }, status) {
      requests.observe(method, route?.path ?? 'none', status, (performance.now() - startedAt) / 1000);
    },
    ownFigures,
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    async render() {
      node ??= collectNodeMetrics();
      const shown = [...figures(), ...ownFigures(), ...(await status.measure())];
      return requests.render() + figureLines(shown) + (await (await node).metrics());
    },
  };
}

/**
 * Collects metrics of the event loop and the garbage collector. Starts at the first read, because it costs time and
 * memory.
 */
async function collectNodeMetrics(): Promise<{ metrics(): Promise<string> }> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
