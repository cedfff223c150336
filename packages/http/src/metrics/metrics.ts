import type { Figure, Vitrine } from '@vitrine/core';
import type { Exchange } from '../exchange.ts';
import { figureLines } from './figure-lines.ts';
import { requestHistogram } from './request-histogram.ts';

/** Prometheus metrics of one app. */
export interface Metrics {
  observe(exchange: Exchange, status: number): void;
  readonly contentType: string;
  render(): Promise<string>;
  /** Figures of the server beside those of its Vitrine. */
  ownFigures(): readonly Figure[];
}

/** @param ownFigures of the server around the Vitrine. */
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

/** Watching the event loop and the collector costs time and memory, so it begins with the first reader. */
async function collectNodeMetrics(): Promise<{ metrics(): Promise<string> }> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
