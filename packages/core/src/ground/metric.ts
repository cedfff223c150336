/** A metric for dashboards, with a name as in Prometheus: `vitrine_writer_operations_total`. */
export interface Metric {
  readonly name: `vitrine_${string}`;
  readonly help: string;
  /** A counter never decreases while the process runs. */
  readonly kind: 'gauge' | 'counter';
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export function gauge(name: Metric['name'], help: string, value: number): Metric {
  return { name, help, kind: 'gauge', value };
}

export function counter(name: Metric['name'], help: string, value: number): Metric {
  return { name, help, kind: 'counter', value };
}
