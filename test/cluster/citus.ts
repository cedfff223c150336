import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type StallingProxy, stallingProxy } from '../faults/stalling-proxy.ts';
import { ask } from '../postgres/ask.ts';
import { type Cluster, type ClusterOptions, startCluster } from '../postgres/cluster.ts';

/** A Citus cluster: a coordinator, which holds the tables that are not distributed, and workers. */
export interface CitusCluster {
  readonly coordinator: Cluster;
  readonly workers: readonly Cluster[];
  /** The settings of each node, as in `postgresql.conf`. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** The ways to the nodes, the coordinator first, if they were asked for. */
  readonly ways: readonly StallingProxy[];
  /** Starts a further worker and makes it known, without shards. */
  addWorker(): Promise<Cluster>;
  stop(): Promise<void>;
}

export interface CitusOptions extends Pick<ClusterOptions, 'durable' | 'onLog' | 'settings'> {
  /** Default 2. */
  readonly workers?: number;
  /** The shards of each table. Default 8. */
  readonly shards?: number;
  /** Whether each node is reached, by the others too, through a proxy that can cut it off. Default false. */
  readonly proxied?: boolean;
}

/**
 * Returns whether the tests of Citus must be skipped, and says so: they need `TEST_CITUS=1`, and `PG_BIN` with a
 * PostgreSQL that has the extension.
 */
export function citusMissing(): boolean {
  if (process.env.TEST_CITUS === '1') {
    if (existsSync(join(process.env.PG_BIN ?? '', 'initdb'))) return false;
    throw new Error(
      'TEST_CITUS=1 needs PG_BIN: the folder with the initdb and postgres of a PostgreSQL with Citus.',
    );
  }
  console.warn(
    'NOT RUN: the tests of Citus need TEST_CITUS=1, and PG_BIN with a PostgreSQL that has the extension.',
  );
  return true;
}

/** Starts servers with Citus on free ports. */
export async function startCitus({
  workers: count = 2,
  shards = 8,
  durable = false,
  settings = {},
  proxied = false,
  onLog = () => undefined,
}: CitusOptions = {}): Promise<CitusCluster> {
  const started: Cluster[] = [];
  const ways: StallingProxy[] = [];
  /** Returns the address by which a node is known to others. */
  const addressOf = async (node: Cluster) => {
    if (!proxied) return new URL(node.url);
    const way = await stallingProxy(node.url);
    ways.push(way);
    return new URL(way.url);
  };
  const nodeSettings = {
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    shared_preload_libraries: 'citus',
    max_prepared_transactions: 200,
    max_connections: 300,
    'citus.shard_count': shards,
    ...settings,
  };
  const startNode = async () => {
    // The adapter refuses workers with synchronous_commit off.
    const node = await startCluster({ onLog, durable: true, settings: nodeSettings });
    started.push(node);
    await ask(node.url, 'CREATE EXTENSION citus');
    await setSystem(node, "lock_timeout = '10s'");
    return node;
  };
  const stop = async () => {
    for (const way of ways) way.close();
    await Promise.all(started.map((node) => node.stop()));
  };
  try {
    const coordinator = await startNode();
    const { hostname, port } = await addressOf(coordinator);
    await ask(coordinator.url, `SELECT citus_set_coordinator_host('${hostname}', ${port})`);
    const addWorker = async () => {
      const worker = await startNode();
      const at = await addressOf(worker);
      await ask(coordinator.url, `SELECT citus_add_node('${at.hostname}', ${at.port})`);
      return worker;
    };
    const workers: Cluster[] = [];
    for (let i = 0; i < count; i++) workers.push(await addWorker());
    return { coordinator, workers, settings: nodeSettings, ways, addWorker, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Changes a setting of a running node. */
export async function setSystem(node: Cluster, setting: string): Promise<void> {
  await ask(node.url, `ALTER SYSTEM SET ${setting}`);
  await ask(node.url, 'SELECT pg_reload_conf()');
}
