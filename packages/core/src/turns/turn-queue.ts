import type { Metric } from '../ground/metric.ts';
import type { ActiveAccounts } from './caller.ts';

export interface TurnLimits {
  /** The name of the queue in metrics and in `GET /admin/status`: `scans`, `exports`, … */
  readonly queue: string;
  /** Turns that all accounts together may hold at once. */
  readonly atOnce: number;
  /**
   * Additional turns for accounts that hold none. They let an account start while another one fills all of `atOnce`
   * with long work, and a single account may still use all of `atOnce`. Default 0.
   */
  readonly reserved?: number;
  /** Turns that one account may hold at once. Default: `atOnce`. */
  readonly perAccount?: number;
  /**
   * Turns that one account may hold at once while others are active: for `SHARED_FOR` after the callers changed from
   * one account to another. A single account may use all of `perAccount`. Default: `perAccount`.
   */
  readonly share?: number;
  /** Callers of all accounts that may wait. */
  readonly waiting: number;
  /** Callers of one account that may wait. Default: half of `waiting`. */
  readonly waitingPerAccount?: number;
  /** Milliseconds that a caller waits for its turn at most. Default: until its signal aborts. */
  readonly waitMax?: number;
  /** Knows which accounts are active. Default: those that take turns here. */
  readonly active?: ActiveAccounts;
  /** The message of a refusal, with a full stop: `Too many searches are waiting.` */
  readonly refusal: string;
}

/** The state of a queue. */
export interface TurnLoad {
  readonly running: number;
  readonly waiting: number;
  /** Accounts that hold or wait for a turn. */
  readonly accounts: number;
  /** Refused callers since the start. */
  readonly refused: Readonly<Record<TurnRefusal, number>>;
}

/**
 * `full`: too many callers waited already. `late`: the turn did not come within `waitMax`. `left`: the signal aborted
 * before the turn came.
 */
export type TurnRefusal = 'full' | 'late' | 'left';

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
