import type { Metric } from '@vitrine/core';

/** The load of a pool of connections. */
export interface PoolLoad {
  readonly size: number;
  readonly open: number;
  /** Statements in flight, or callers that hold a connection. */
  readonly inFlight: number;
  readonly waiting: number;
}

/** Returns the metrics of pools by name and suffix. */
export function poolMetrics(loads: Readonly<Record<string, PoolLoad>>, suffix: string): Metric[] {
  return Object.entries(loads).flatMap(([pool, { size, open, inFlight, waiting }]): Metric[] => {
    const labels = { group: `${pool}${suffix}` };
    return [
      {
        name: 'vitrine_pool_connections_max',
        help: 'Connections to the database that a pool may open.',
        kind: 'gauge',
        labels,
        value: size,
      },
      {
        name: 'vitrine_pool_connections',
        help: 'Connections to the database that are open.',
        kind: 'gauge',
        labels,
        value: open,
      },
      {
        name: 'vitrine_pool_under_way',
        help: 'Statements in flight, or transactions and scans that hold a connection.',
        kind: 'gauge',
        labels,
        value: inFlight,
      },
      {
        name: 'vitrine_pool_waiting',
        help: 'Callers that wait for a connection.',
        kind: 'gauge',
        labels,
        value: waiting,
      },
    ];
  });
}
