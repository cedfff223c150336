import { type Caller, createTurns, type Metric, type Turns } from '@vitrine/core/storage';
import { type Lane, type Row, type Statement, textCell } from '@vitrine/storage-sql';
import type { PoolSizes } from './connection-pools.ts';

/** Gives operations on records turns by the node of their store, so that one node can't take all connections. */
export interface NodeTurns {
  /** Runs the work in a turn of the node. Operations without a store (null) need none. */
  run<Result>(
    lane: Lane,
    store: string | null,
    { signal }: Pick<Caller, 'signal'>,
    work: () => Promise<Result>,
  ): Promise<Result>;
  metrics(): Metric[];
}

/** The part of a pool that operations on one node may hold. */
const NODE_SHARE = 0.5;
/** Operations on all nodes that may wait. */
const WAITING_MAX = 10_000;
/** Milliseconds for which an operation waits for a turn of its node. */
const WAIT_MS = 5_000;
/** Milliseconds for which the node of a store is cached. A store that has moved since takes turns of its old node. */
const NODE_CACHED_MS = 60_000;
const STORES_CACHED = 10_000;

const FIND_NODE = `SELECT CAST(groupid AS text)
FROM pg_dist_placement
WHERE shardid = get_shard_id_for_distribution_column('records', CAST($1 AS text))`;

/** Needs no turns: on engines that distribute records by themselves, or not at all. */
export const noNodeTurns: NodeTurns = {
  run: (_, __, ___, work) => work(),
  metrics: () => [],
};

/** `execute` runs a statement that only the coordinator takes part in. */
export function nodeTurns(
  { readers, writers, workers, scanners }: PoolSizes,
  execute: (statement: Statement) => Promise<readonly Row[]>,
): NodeTurns {
  const lanes: Readonly<Record<Lane, Turns>> = {
    read: turnsOf('node reads', readers),
    write: turnsOf('node writes', Math.min(writers, workers)),
    scan: turnsOf('node scans', scanners),
  };
  const nodes = new Map<string, { readonly node: Promise<string | null>; readonly until: number }>();

  async function findNode(store: string): Promise<string | null> {
    const [row] = await execute({ text: FIND_NODE, values: [store] });
    return row === undefined ? null : textCell(row[0]);
  }

  function nodeOf(store: string): Promise<string | null> {
    const cached = nodes.get(store);
    if (cached !== undefined && cached.until > performance.now()) return cached.node;
    if (nodes.size >= STORES_CACHED) nodes.clear();
    const node = findNode(store);
    nodes.set(store, { node, until: performance.now() + NODE_CACHED_MS });
    node.catch(() => nodes.delete(store));
    return node;
  }

  return {
    async run(lane, store, { signal }, work) {
      return store === null ? work() : lanes[lane].run({ account: await nodeOf(store), signal }, work);
    },
    metrics: () => Object.values(lanes).flatMap((turns) => turns.metrics()),
  };
}

function turnsOf(queue: string, connections: number): Turns {
  return createTurns({
    queue,
    atOnce: connections,
    perAccount: Math.max(1, Math.floor(connections * NODE_SHARE)),
    waiting: WAITING_MAX,
    waitMax: WAIT_MS,
    refusal: 'A node of the database does not respond.',
  });
}
