import type { Figure } from '@vitrine/core/storage';

/** How a group of connections stands. */
export interface GroupLoad {
  readonly size: number;
  readonly open: number;
  /** Statements sent and not answered yet, or callers that hold a connection. */
  readonly underWay: number;
  readonly waiting: number;
}

/** The groups' loads by name. */
export function groupFigures(loads: Readonly<Record<string, GroupLoad>>): Figure[] {
  return Object.entries(loads).flatMap(([group, { size, open, underWay, waiting }]): Figure[] => {
    const labels = { group };
    return [
      {
        name: 'vitrine_pool_connections_max',
        help: 'Connections to the database that a group may open.',
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
        help: 'Statements sent and not answered, or transactions and scans that hold a connection.',
        kind: 'gauge',
        labels,
        value: underWay,
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
