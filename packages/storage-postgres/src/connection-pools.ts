import type { Metric } from '@vitrine/core/storage';
import type { Connection, Role } from './connection.ts';
import { type ExclusivePool, exclusivePool } from './exclusive-pool.ts';
import { type PoolLoad, poolMetrics } from './pool-metrics.ts';
import type { PrimaryHost } from './primary-host.ts';
import { type SharedPool, sharedPool } from './shared-pool.ts';

/** The connections that are not in a pool: the one of the presence (`presence.ts`). */
const PRESENCE = 1;

/** The numbers of connections. */
export interface PoolSizes {
  readonly readers: number;
  readonly writers: number;
  readonly workers: number;
  readonly scanners: number;
  readonly streamers: number;
}

/** The connections of a driver. */
export interface ConnectionPools {
  readonly sizes: PoolSizes;
  /** Short reads. Statements share connections, and follow each other without waiting for responses. */
  readonly readers: SharedPool;
  /** Writes of one statement. Share connections as short reads do. */
  readonly writers: SharedPool;
  /** Transactions. */
  readonly workers: ExclusivePool;
  readonly scanners: ExclusivePool;
  /** Exports, apart from scans because a slow consumer may hold a connection for long. */
  readonly streamers: ExclusivePool;
  /** Opens a connection that is in no pool. */
  open(role: Role): (onEnd: () => void) => Promise<Connection>;
  /** Metrics of the pools. `presence`: the load of its connection. Null: it has none of its own. */
  metrics(presence: PoolLoad | null): Metric[];
  close(): Promise<void>[];
}

/** Opens connections when they are needed, at most `total`. */
export function connectionPools(host: PrimaryHost, total: number): ConnectionPools {
  const sizes = divide(total);
  const open = (role: Role) => (onEnd: () => void) => host.open(role, onEnd);
  const readers = sharedPool(sizes.readers, open('read'));
  const writers = sharedPool(sizes.writers, open('write'));
  const workers = exclusivePool(sizes.workers, open('write'));
  const scanners = exclusivePool(sizes.scanners, open('scan'));
  const streamers = exclusivePool(sizes.streamers, open('scan'));
  return {
    sizes,
    readers,
    writers,
    workers,
    scanners,
    streamers,
    open,
    metrics: (presence) =>
      poolMetrics({
        readers: readers.load(),
        writers: writers.load(),
        transactions: workers.load(),
        scans: scanners.load(),
        streams: streamers.load(),
        ...(presence === null ? {} : { presence }),
      }),
    close() {
      host.close();
      return [readers, writers, workers, scanners, streamers].map((pool) => pool.close());
    },
  };
}

/** Divides the connections among the pools and the presence. Each gets at least one. */
function divide(total: number): PoolSizes {
  const part = (share: number) => Math.max(1, Math.floor(total * share));
  const [readers, workers, scanners, streamers] = [part(0.1), part(0.1), part(0.35), part(0.2)];
  return {
    readers,
    workers,
    scanners,
    streamers,
    writers: Math.max(1, total - readers - workers - scanners - streamers - PRESENCE),
  };
}
