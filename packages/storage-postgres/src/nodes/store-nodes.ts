import type { Caller, Metric } from '@vitrine/core';
import { BoundedMap, createTurns, type Turns } from '@vitrine/core/adapter';
import {
  type Lane,
  numberCell,
  type OperationArgs,
  type OperationName,
  operationOf,
  storeOf,
  textCell,
} from '@vitrine/storage-sql';
import type { Execute } from '../connections/connection/run-steps.ts';
import type { DatabaseNode } from './database-node.ts';
import type { NodeAddress } from './node-host.ts';
import type { Shard } from './shard-reads.ts';

/** The store that an operation uses, and whether it uses nothing else (`Operation.onNode`). */
export interface StorePlace {
  readonly store: string;
  readonly isOnNode: boolean;
}

/** Returns the store that an operation uses. Null: it uses none whose node matters. */
export function placeOf<Name extends OperationName>(
  name: Name,
  args: OperationArgs<Name>,
): StorePlace | null {
  const store = storeOf(name, args);
  return store === null ? null : { store, isOnNode: operationOf(name).onNode !== null };
}

/** Finds the server that an operation runs on, and limits what one server may hold. */
export interface StoreNodes {
  /**
   * Runs the work: an operation that uses only records of one store on the server with that store, all others on the
   * first server. Each server has its own connections, so a frozen one stops only the operations on its stores. The
   * work is given the shard of the store if it runs on the shard's own server, otherwise null.
   */
  run<Result>(
    lane: Lane,
    place: StorePlace | null,
    caller: Pick<Caller, 'signal'>,
    work: (node: DatabaseNode, shard: Shard | null) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Returns how to run statements of a write. Citus may run a statement on no shard, without an error, if an operator
   * gives a store a shard of its own meanwhile: the statement waits while it is planned, and is then planned for the
   * shards of before. So an `alone` statement that returns no row is run again, until it has run while the store was in
   * one shard: ids of shards never return. A statement without a row has changed nothing.
   */
  confirming(place: StorePlace | null, execute: Execute): Execute;
  /** Returns the server with the records of a store. */
  of(store: string): Promise<DatabaseNode>;
  /** Returns the servers other than the first one to which connections were opened. */
  others(): readonly DatabaseNode[];
  metrics(): Metric[];
}

/** Runs everything on one server. */
export function oneNode(node: DatabaseNode): StoreNodes {
  return {
    run: (_, __, ___, work) => work(node, null),
    confirming: (_, execute) => execute,
    of: async () => node,
    others: () => [],
    metrics: () => [],
  };
}

export interface StoreNodesOptions {
  /** The coordinator, which knows where stores are. */
  readonly home: DatabaseNode;
  open(address: NodeAddress): DatabaseNode;
  readonly now: () => number;
}

/** Short operations on one server that may be in flight. They share its connections. */
const IN_FLIGHT_OF_NODE = 256;
/** The part of the coordinator's transactions that may wait for one server. */
const NODE_SHARE = 0.5;
/** Operations on all servers that may wait. */
const WAITING_MAX = 10_000;
/** Milliseconds for which an operation waits for a turn of its server. */
const WAIT_MS = 5_000;
/** Milliseconds for which the places of shards are cached. A server that had a shard before knows where it is now. */
const PLACES_CACHED_MS = 5_000;
const STORES_CACHED = 10_000;

const FIND_SHARD = "SELECT CAST(get_shard_id_for_distribution_column('records', CAST($1 AS text)) AS text)";

const FIND_PLACES = `SELECT CAST(shardid AS text), groupid, nodename, nodeport, shard_name(logicalrelid, shardid)
FROM pg_dist_shard
JOIN pg_dist_placement USING (shardid)
JOIN pg_dist_node USING (groupid)
WHERE logicalrelid = CAST('records' AS regclass)
AND noderole = 'primary'`;

/** The name of the coordinator. */
const HOME = '';

/** Where a shard is. */
interface ShardPlace {
  /** The name of its server. */
  readonly name: string;
  /** Null: on the coordinator. */
  readonly shard: Shard | null;
}

const AT_HOME: ShardPlace = { name: HOME, shard: null };

/** Returns the servers of a Citus cluster. Connections to a server are opened when its first store is used. */
export function storeNodes({ home, open, now }: StoreNodesOptions): StoreNodes {
  const execute: Execute = home.pools.readers.execute;
  const { workers } = home.pools.sizes;
  const reads = turnsOf('node reads', IN_FLIGHT_OF_NODE);
  const writes = turnsOf('node writes', IN_FLIGHT_OF_NODE);
  const transactions = turnsOf('node transactions', Math.max(1, Math.floor(workers * NODE_SHARE)));
  const nodes = new Map<string, DatabaseNode>();
  const shards = new BoundedMap<string, Promise<string>>(STORES_CACHED);
  let places: { readonly byShard: Promise<ReadonlyMap<string, ShardPlace>>; readonly until: number } | null =
    null;

  /** Returns the shard of a store, which never changes unless an operator splits it. */
  function shardOf(store: string): Promise<string> {
    const cached = shards.get(store);
    if (cached !== undefined) return cached;
    const shard = findShard(store, execute);
    shards.set(store, shard);
    shard.catch(() => shards.delete(store));
    return shard;
  }

  async function findPlaces(): Promise<ReadonlyMap<string, ShardPlace>> {
    const rows = await execute({ text: FIND_PLACES, values: [] });
    return new Map(
      rows.map(([shardid, groupid, host, port, table]) => {
        const shard = { id: textCell(shardid), group: numberCell(groupid), table: textCell(table) };
        const name = nameOf({ host: textCell(host), port: numberCell(port) });
        return [shard.id, shard.group === 0 ? AT_HOME : { name, shard }];
      }),
    );
  }

  function placesNow(): Promise<ReadonlyMap<string, ShardPlace>> {
    if (places !== null && now() < places.until) return places.byShard;
    const byShard = findPlaces();
    const found = { byShard, until: now() + PLACES_CACHED_MS };
    places = found;
    byShard.catch(() => {
      if (places === found) places = null;
    });
    return byShard;
  }

  async function find(store: string): Promise<ShardPlace> {
    const place = (await placesNow()).get(await shardOf(store));
    if (place !== undefined) return place;
    shards.delete(store);
    return AT_HOME;
  }

  function nodeNamed(name: string): DatabaseNode {
    if (name === HOME) return home;
    let node = nodes.get(name);
    if (node === undefined) {
      node = open(addressOf(name));
      nodes.set(name, node);
    }
    return node;
  }

  return {
    async run(lane, place, { signal }, work) {
      if (place === null) return work(home, null);
      const { name, shard } = await find(place.store);
      const caller = { account: name, signal };
      if (!place.isOnNode) return transactions.run(caller, () => work(home, null));
      const node = nodeNamed(name);
      // They take turns of their own.
      if (lane === 'scan' || lane === 'attempt') return work(node, shard);
      return (lane === 'read' ? reads : writes).run(caller, () => work(node, shard));
    },
    confirming(place, run) {
      if (place === null) return run;
      const { store } = place;
      return async (statement) => {
        let rows = await run(statement);
        while (statement.alone === true && rows.length === 0) {
          const before = await findShard(store, run);
          rows = await run(statement);
          if ((await findShard(store, run)) === before) break;
        }
        return rows;
      };
    },
    of: async (store) => nodeNamed((await find(store)).name),
    others: () => [...nodes.values()],
    metrics: () => [
      ...[reads, writes, transactions].flatMap((turns) => turns.metrics()),
      ...[...nodes.values()].flatMap(({ pools, turnMetrics }) => [...pools.metrics(null), ...turnMetrics()]),
    ],
  };
}

/** Returns the shard of a store, as the server of `execute` knows it. */
async function findShard(store: string, execute: Execute): Promise<string> {
  const [row] = await execute({ text: FIND_SHARD, values: [store] });
  return textCell(row?.[0]);
}

function nameOf({ host, port }: NodeAddress): string {
  return `${host}:${port}`;
}

function addressOf(name: string): NodeAddress {
  const end = name.lastIndexOf(':');
  return { host: name.slice(0, end), port: Number(name.slice(end + 1)) };
}

/** Gives turns by the name of a server. */
function turnsOf(queue: string, perNode: number): Turns {
  return createTurns({
    queue,
    atOnce: Number.POSITIVE_INFINITY,
    perAccount: perNode,
    waiting: WAITING_MAX,
    waitMax: WAIT_MS,
    refusal: 'A node of the database does not respond.',
  });
}
