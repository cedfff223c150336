import type { Metric } from '../ground/metric.ts';
import type { TurnLoad } from './turn-load.ts';

/** Returns the metrics of one queue. All queues have the same metrics. */
export function turnMetrics(queue: string, { running, waiting, accounts, refused }: TurnLoad): Metric[] {
  const gauge = (name: Metric['name'], help: string, value: number): Metric => ({
    name,
    help,
    kind: 'gauge',
    labels: { queue },
    value,
  });
  return [
    gauge('vitrine_turns_running', 'Turns that are held, by queue.', running),
    gauge('vitrine_turns_waiting', 'Callers that wait for a turn, by queue.', waiting),
    gauge('vitrine_turns_accounts', 'Accounts that hold or wait for a turn, by queue.', accounts),
    ...Object.entries(refused).map(
      ([reason, value]): Metric => ({
        name: 'vitrine_turns_refused_total',
        help: 'Callers that got no turn, by queue: too many waited (full), it came too late (late), or they left (left).',
        kind: 'counter',
        labels: { queue, reason },
        value,
      }),
    ),
  ];
}
