import type { Metric } from '@vitrine/core';
import { type ConnectionPools, connectionPools, type PoolsOptions } from '../connections/connection-pools.ts';
import { type PoolTurns, poolTurns } from '../connections/pool-turns.ts';
import { type AttemptRunner, attemptRunner } from '../running/attempt-runner.ts';
import { type ScanRunner, scanRunner } from '../running/scan-runner.ts';

/** A server of the database: the connections to it, and the turns on them. */
export interface DatabaseNode {
  readonly pools: ConnectionPools;
  readonly turns: PoolTurns;
  readonly scans: ScanRunner;
  readonly attempts: AttemptRunner;
  /** Metrics of the turns. */
  turnMetrics(): Metric[];
}

export interface DatabaseNodeOptions extends Omit<PoolsOptions, 'suffix'> {
  /** For metrics, where there are several servers. */
  readonly name?: string;
}

export function databaseNode({ name, ...options }: DatabaseNodeOptions): DatabaseNode {
  const suffix = name === undefined ? '' : ` of ${name}`;
  const pools = connectionPools({ ...options, suffix });
  const turns = poolTurns(pools.sizes, suffix);
  return {
    pools,
    turns,
    scans: scanRunner(pools.scanners, turns.scans),
    attempts: attemptRunner(pools.attempts, turns.attempts),
    turnMetrics: () =>
      [turns.transactions, turns.scans, turns.attempts, turns.exports].flatMap((each) => each.metrics()),
  };
}
