import type { StatusResponse } from '@vitrine/client';

export type Metrics = StatusResponse['metrics'];

/** Returns the sum of a metric over all label sets that have these labels. Null if the server does not measure it. */
export function metricValue(
  metrics: Metrics,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | null {
  const wanted = Object.entries(labels);
  const found = metrics.filter(
    (metric) => metric.name === name && wanted.every(([label, value]) => metric.labels[label] === value),
  );
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
}

export function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
