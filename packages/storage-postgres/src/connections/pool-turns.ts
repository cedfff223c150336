import { createTurns, type Turns } from '@vitrine/core/adapter';
import { SCAN_MS } from '@vitrine/storage-sql';
import type { PoolSizes } from './connection-pools.ts';

/** Callers that may wait for a turn of one pool, over all accounts. */
const WAITING_MAX = 1_000;
/** Milliseconds for which a transaction waits for its turn. */
const TRANSACTION_WAIT_MS = 10_000;
/** Attempts that are sent to a connection before the first of them has ended. */
const ATTEMPTS_OF_CONNECTION = 4;
/** Milliseconds for which an attempt waits for its turn before it is made as a scan instead. */
const ATTEMPT_WAIT_MS = 500;
/** Exports of one account that may be in flight: each holds a connection, and a snapshot of the database. */
const EXPORTS_OF_ACCOUNT = 2;

/** The turns, by account, of the pools whose connections have one user at a time. */
export interface PoolTurns {
  readonly transactions: Turns;
  readonly scans: Turns;
  readonly attempts: Turns;
  readonly exports: Turns;
}

/** `suffix`: of the names of the queues in metrics. */
export function poolTurns(sizes: PoolSizes, suffix: string): PoolTurns {
  const scanConnections = reserving(sizes.scanners, 1);
  return {
    transactions: createTurns({
      queue: `transactions${suffix}`,
      atOnce: sizes.workers,
      // Otherwise an account that sends many of them leaves no connection to another one that sends a few.
      share: Math.max(1, Math.floor(sizes.workers / 2)),
      waiting: WAITING_MAX,
      waitMax: TRANSACTION_WAIT_MS,
      refusal: 'Too many changes are waiting.',
    }),
    scans: createTurns({
      queue: `scans${suffix}`,
      ...scanConnections,
      // A scan keeps a processor of the database busy, which short reads and writes of other accounts need too.
      share: Math.max(1, Math.floor(scanConnections.atOnce / 4)),
      waiting: WAITING_MAX,
      waitMax: SCAN_MS,
      refusal: 'Too many searches are waiting.',
    }),
    attempts: createTurns({
      queue: `attempts${suffix}`,
      atOnce: sizes.attempts * ATTEMPTS_OF_CONNECTION,
      // So an attempt waits for at most one of each other account on its connection.
      share: sizes.attempts,
      waiting: WAITING_MAX,
      waitMax: ATTEMPT_WAIT_MS,
      refusal: 'Too many searches are waiting.',
    }),
    exports: createTurns({
      queue: `exports${suffix}`,
      ...reserving(sizes.streamers, 2),
      perAccount: EXPORTS_OF_ACCOUNT,
      waiting: WAITING_MAX,
      waitMax: SCAN_MS,
      refusal: 'Too many exports are in progress.',
    }),
  };
}

/** Reserves at most `most` of the connections for accounts that hold none. */
function reserving(connections: number, most: number): { atOnce: number; reserved: number } {
  const reserved = Math.min(most, Math.floor(connections / 2));
  return { atOnce: connections - reserved, reserved };
}
