import type { Metric, Vitrine } from '@vitrine/core';
import type { Exchange } from '../call/exchange.ts';

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

/** OpenTelemetry's buckets for HTTP servers, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const;
const NAME = 'http_server_request_duration_seconds';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Series {
  readonly labels: string;
  /** The number of requests in each bucket, not cumulative. The last bucket has no upper bound. */
  readonly counts: number[];
  sum: number;
}

/**
 * Request durations by method, route template and status. It counts in arrays, because prom-client's histogram sorts
 * and joins the labels at every observation, which is expensive for a small request.
 */
interface RequestHistogram {
  observe(method: string, route: string, status: number, seconds: number): void;
  /** Returns the histogram in Prometheus text format 0.0.4. */
  render(): string;
}

function requestHistogram(): RequestHistogram {
  const byStatus = new Map<number, Map<string, Map<string, Series>>>();
  const all: Series[] = [];

  function seriesOf(method: string, route: string, status: number): Series {
    const routes = emplace(byStatus, status, () => new Map<string, Map<string, Series>>());
    const methods = emplace(routes, route, () => new Map<string, Series>());
    return emplace(methods, method, () => {
      const labels = `method="${method}",http_route="${route}",status="${status}"`;
      const series = { labels, counts: new Array<number>(BOUNDS.length + 1).fill(0), sum: 0 };
      all.push(series);
      return series;
    });
  }

  return {
    observe(method, route, status, seconds) {
      // Labels come from closed sets, so that a client can't create series.
      const series = seriesOf(METHODS.has(method) ? method : 'other', route, status);
      let bucket = 0;
      while (seconds > (BOUNDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
      series.sum += seconds;
    },
    render() {
      const help = 'Time from request to response, by method, route template and status.';
      return [`# HELP ${NAME} ${help}`, `# TYPE ${NAME} histogram`, ...all.flatMap(renderSeries), ''].join(
        '\n',
      );
    },
  };
}

/** Returns the value of a key. Creates it if it is absent. */
function emplace<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = make();
  map.set(key, value);
  return value;
}

function renderSeries({ labels, counts, sum }: Series): string[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return `${NAME}_bucket{le="${BOUNDS[index] ?? '+Inf'}",${labels}} ${total}`;
  });
  return [...buckets, `${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${total}`];
}

/** Returns metrics in Prometheus text format 0.0.4, grouped by name. */
export function metricLines(metrics: readonly Metric[]): string {
  const byName = Map.groupBy(metrics, ({ name }) => name);
  const lines = Array.from(byName, ([name, same]) => {
    const [first] = same;
    return [
      `# HELP ${name} ${first?.help}`,
      `# TYPE ${name} ${first?.kind}`,
      ...same.map(({ labels = {}, value }) => `${name}${labelsOf(labels)} ${value}`),
    ].join('\n');
  });
  return lines.map((text) => `${text}\n`).join('');
}

/** Formats labels without escaping: their values are constants without quotes and backslashes. */
function labelsOf(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
