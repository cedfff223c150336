import type { Metric } from '@vitrine/core';
import type { Connection } from './connection/connection.ts';
import type { Role } from './connection/role-settings.ts';
import type { PrimaryHost } from './hosts/primary-host.ts';
import { standbyFirst } from './hosts/standby-first.ts';
import { type ExclusivePool, exclusivePool, type Lender } from './pools/exclusive-pool.ts';
import { type PoolLoad, poolMetrics } from './pools/pool-metrics.ts';
import { type SharedPool, sharedPool } from './pools/shared-pool.ts';

/** The connections that are not in a pool: the one of the presence (`presence.ts`). */
const PRESENCE = 1;

/** The numbers of connections. */
export interface PoolSizes {
  readonly readers: number;
  /** 0: no attempts are made. */
  readonly attempts: number;
  readonly writers: number;
  readonly workers: number;
  readonly scanners: number;
  readonly streamers: number;
}

/** The connections of a driver. */
export interface ConnectionPools {
  readonly sizes: PoolSizes;
  /** Short reads. Statements share connections. */
  readonly readers: SharedPool;
  /** Short pages of searches, which the server ends after `ATTEMPT_MS`. Share connections as short reads do. */
  readonly attempts: SharedPool;
  /** Writes of one statement. Share connections as short reads do. */
  readonly writers: SharedPool;
  /** Transactions. */
  readonly workers: ExclusivePool;
  /** Connections for scans: to the server, or to a standby of it that has applied all writes. */
  readonly scanners: Lender;
  /** Exports, apart from scans because a slow consumer may hold a connection for long. */
  readonly streamers: ExclusivePool;
  /** Opens a connection that is in no pool. */
  open(role: Role): (onEnd: () => void) => Promise<Connection>;
  /** Metrics of the pools. `presence`: the load of its connection. Null: a node beside the coordinator. */
  metrics(presence: PoolLoad | null): Metric[];
  close(): Promise<void>[];
}

/** The parts of the connections. The rest is for writes of one statement. */
export type Shares = Omit<PoolSizes, 'writers'>;

/** For a server that holds records. */
export const RECORD_SHARES: Shares = {
  readers: 0.1,
  attempts: 0.1,
  workers: 0.1,
  scanners: 0.25,
  streamers: 0.2,
};

/**
 * For a coordinator of servers that hold records: its transactions wait for them, and half of them may be held by
 * those that wait for one server.
 */
export const COORDINATOR_SHARES: Shares = {
  readers: 0.1,
  attempts: 0.05,
  workers: 0.4,
  scanners: 0.2,
  streamers: 0.1,
};

export interface PoolsOptions {
  readonly host: PrimaryHost;
  /** Opens a connection for scans to a standby of the host. Null: scans use the host. */
  readonly openStandby: ((onEnd: () => void) => Promise<Connection>) | null;
  /** The largest number of connections to the host. A standby has at most as many as scans have there. */
  readonly total: number;
  readonly shares: Shares;
  /** The end of the pools' names in metrics. */
  readonly suffix: string;
}

/** Opens connections when they are needed. */
export function connectionPools({ host, openStandby, total, shares, suffix }: PoolsOptions): ConnectionPools {
  const sizes = divide(total, shares);
  const open = (role: Role) => (onEnd: () => void) => host.open(role, onEnd);
  const { givesBack } = host;
  const shared = (size: number, role: Role) => sharedPool(size, open(role), givesBack);
  const exclusive = (size: number, role: Role) => exclusivePool(size, open(role), givesBack);
  const readers = shared(sizes.readers, 'read');
  const attempts = shared(sizes.attempts, 'attempt');
  const writers = shared(sizes.writers, 'write');
  const workers = exclusive(sizes.workers, 'write');
  const ownScanners = exclusive(sizes.scanners, 'scan');
  const standbyScanners = openStandby === null ? null : exclusivePool(sizes.scanners, openStandby);
  const scanners =
    standbyScanners === null
      ? ownScanners
      : standbyFirst({
          primary: ownScanners,
          standby: standbyScanners,
          askPrimary: readers.execute,
          now: () => performance.now(),
        });
  const streamers = exclusive(sizes.streamers, 'scan');
  return {
    sizes,
    readers,
    attempts,
    writers,
    workers,
    scanners,
    streamers,
    open,
    metrics: (presence) =>
      poolMetrics(
        {
          readers: readers.load(),
          attempts: attempts.load(),
          writers: writers.load(),
          transactions: workers.load(),
          scans: ownScanners.load(),
          ...(standbyScanners === null ? {} : { 'standby scans': standbyScanners.load() }),
          streams: streamers.load(),
          ...(presence === null ? {} : { presence }),
        },
        suffix,
      ),
    close() {
      const standbys = standbyScanners === null ? [] : [standbyScanners];
      return [host, readers, attempts, writers, workers, ownScanners, streamers, ...standbys].map((each) =>
        each.close(),
      );
    },
  };
}

/** Divides the connections among the pools and the presence. Each pool gets at least one, except that of attempts. */
function divide(total: number, shares: Shares): PoolSizes {
  const part = (share: number) => Math.floor(total * share);
  const readers = Math.max(1, part(shares.readers));
  const attempts = part(shares.attempts);
  const workers = Math.max(1, part(shares.workers));
  const scanners = Math.max(1, part(shares.scanners));
  const streamers = Math.max(1, part(shares.streamers));
  const taken = readers + attempts + workers + scanners + streamers + PRESENCE;
  return { readers, attempts, workers, scanners, streamers, writers: Math.max(1, total - taken) };
}
