import type { Metric, Vitrine } from '@vitrine/core';
import type { Exchange } from '../call/exchange.ts';
import { metricLines } from './metric-lines.ts';
import { requestHistogram } from './request-histogram.ts';

/** The Prometheus metrics of one app. */
export interface Metrics {
  /** Counts a finished request. */
  observe(exchange: Exchange, status: number): void;
  readonly contentType: string;
  /**
   * Returns the metrics of the app, its Vitrine and its process in Prometheus text format. Concurrent callers share one
   * text, because they need no key.
   */
  render(): Promise<string>;
  /** Returns the metrics of the server around the Vitrine. */
  ownMetrics(): readonly Metric[];
}

/** @param ownMetrics returns the metrics of the server around the Vitrine. */
export function createMetrics(
  { metrics, status }: Pick<Vitrine, 'metrics' | 'status'>,
  ownMetrics: () => readonly Metric[],
): Metrics {
  const requests = requestHistogram();
  let node: Promise<{ metrics(): Promise<string> }> | null = null;
  let rendering: Promise<string> | null = null;

  async function render(): Promise<string> {
    node ??= collectNodeMetrics();
    const shown = [...metrics(), ...ownMetrics(), ...(await status.measure())];
    return requests.render() + metricLines(shown) + (await (await node).metrics());
  }

  return {
    observe({ method, route, startedAt }, status) {
      requests.observe(method, route?.path ?? 'none', status, (performance.now() - startedAt) / 1000);
    },
    ownMetrics,
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    render() {
      rendering ??= render().finally(() => {
        rendering = null;
      });
      return rendering;
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
