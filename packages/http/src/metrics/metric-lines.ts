import type { Metric } from '@vitrine/core';

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
