import type { Caller } from '@vitrine/core';
import { CallsInFlight, settledWithin } from '@vitrine/core/adapter';
import type { ExportedRecords, Migration } from '@vitrine/core/storage';
import {
  type ColumnKeeper,
  type ColumnOptions,
  columnClient,
  Export,
  type ExportRecords,
  laneOf,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  operationOf,
  type SearchDriver,
  SYSTEM,
} from '@vitrine/storage-sql';
import { lookUps } from './caching/look-ups.ts';
import { noticedWrites } from './caching/noticed-writes.ts';
import { createPresence } from './caching/presence.ts';
import { REMEMBERED_MS, recentReads } from './caching/recent-reads.ts';
import { clientDriver } from './client-driver.ts';
import { boundedKeeper } from './columns/bounded-keeper.ts';
import type { KeeperOptions } from './columns/messages.ts';
import { trimChanges } from './columns/trim-changes.ts';
import { clientTransaction } from './connections/connection/client-transaction.ts';
import { reach, type ServerConfig } from './connections/connection/connection.ts';
import { closedError, errorOf } from './connections/connection/errors.ts';
import { COORDINATOR_SHARES, RECORD_SHARES } from './connections/connection-pools.ts';
import { hostOf, type PrimaryHost } from './connections/hosts/primary-host.ts';
import { standbyHost } from './connections/hosts/standby-host.ts';
import { databaseReads } from './database-reads.ts';
import { databaseWrites } from './database-writes.ts';
import type { BackendProfile } from './dialect/backends.ts';
import { migrateDatabase } from './migrate-database.ts';
import { type DatabaseNode, databaseNode } from './nodes/database-node.ts';
import { atAddress, type NodeAddress, nodeHost } from './nodes/node-host.ts';
import { shardReads } from './nodes/shard-reads.ts';
import { oneNode, placeOf, type StoreNodes, storeNodes } from './nodes/store-nodes.ts';
import { postgresEngine } from './postgres-engine.ts';
import { exportChunks, type OpenExports } from './running/export-chunks.ts';
import { sharedDraws } from './running/shared-draws.ts';

export interface PostgresDriverOptions {
  /** The options of pg for each host of the URL. Null: all connections are lent by `pooled`. */
  readonly hosts: readonly [ServerConfig, ...ServerConfig[]] | null;
  /** Lends the connections of an application, which is on one PostgreSQL server. Null: there are hosts. */
  readonly pooled: PrimaryHost | null;
  /** Hosts, port and database, for messages. */
  readonly where: string;
  /** The schema of the tables, which is created if it is missing. Null: that of the connections. */
  readonly schema: string | null;
  readonly profile: BackendProfile;
  /** The largest number of connections to one server. */
  readonly pool: number;
  /** Milliseconds for which look-ups are cached, equal for all servers of a database. Default: `REMEMBERED_MS`. */
  readonly rememberFor?: number;
  /** Whether scans run on a standby among the hosts while one is up to date. */
  readonly standbyReads: boolean;
  /** Null: no columns are kept. */
  readonly columns: ColumnOptions | null;
  /** Starts what keeps columns. */
  readonly startKeeper: (options: KeeperOptions) => ColumnKeeper;
  /** Milliseconds for which logged changes are kept at least. A reader that is further behind loads its columns again. */
  readonly keepChangesFor: number;
}

/** Milliseconds for which `close` waits for accepted work before it cancels scans, and then for connections to end. */
const CLOSE_MS = { finish: 5_000, end: 2_000 };

/**
 * Runs operations on the connections of `ConnectionPools`. Look-ups that are cached run on one more connection, that of
 * the presence. Where records are distributed over nodes, operations on them run on connections to the node of their
 * store, and only what uses other tables runs on those to the coordinator.
 */
export function postgresDriver({
  hosts,
  pooled,
  where,
  schema,
  profile,
  pool,
  rememberFor = REMEMBERED_MS,
  standbyReads,
  columns: options,
  startKeeper,
  keepChangesFor,
}: PostgresDriverOptions): SearchDriver {
  const engine = postgresEngine(profile);
  const now = () => performance.now();
  const recent = recentReads({ rememberFor, now });
  const columns =
    options === null || hosts === null || !profile.logsChanges
      ? null
      : columnClient(options, (use) =>
          boundedKeeper(startKeeper({ hosts, profile, options, use }), options.isEager),
        );
  // A thread that is connected to the host before would not see later writes.
  const host = pooled ?? hostOf(requireHosts(), () => void columns?.end());
  const shares = profile.distributed ? COORDINATOR_SHARES : RECORD_SHARES;
  const openStandby = standbyReads ? standbyHost(requireHosts()) : null;
  const home = databaseNode({ host, openStandby, total: pool, shares });
  const { pools } = home;
  const { readers, writers, workers } = pools;
  const presence = createPresence(pools.open('read'), {
    // It would keep a connection of the application for itself.
    holds: pooled === null,
    rememberFor,
    now,
    forget: recent.clear,
  });
  /** Set by `migrate`, which finds out whether there are several nodes. */
  let nodes: StoreNodes = oneNode(home);
  const { read, inTurn, attempt } = databaseReads(engine);
  const lookUp = lookUps({
    engine,
    recent,
    presence,
    read: (name, args) => read(readers.execute, name, args),
  });
  const write = databaseWrites({
    engine,
    nodes: () => nodes,
    draw: sharedDraws(writers.execute),
    notice: noticedWrites({ workers, presence, recent, now }),
  });
  const endTrims = profile.logsChanges
    ? trimChanges(engine, writers.execute, keepChangesFor)
    : () => undefined;
  const openExports: OpenExports = new Set();
  const inFlight = new CallsInFlight();
  let closing: Promise<void> | null = null;

  function requireHosts(): readonly [ServerConfig, ...ServerConfig[]] {
    if (hosts === null) throw new Error('an application that lends its connections names no hosts');
    return hosts;
  }

  /** Runs a call and tracks it, so that `close` waits for it. Refuses calls after `close`. */
  async function accept<Result>(run: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (closing !== null) throw closedError();
    try {
      return await inFlight.track(run());
    } catch (error) {
      // The reason of a signal is an error of the caller.
      throw signal?.aborted && error === signal.reason ? error : errorOf(error);
    }
  }

  const driver: SearchDriver = {
    name: profile.backend,
    writesInOrder: false,
    importsNewAtOnce: engine.recordWrites.importNew !== null,
    look(name, args) {
      return this.run(name, args);
    },
    async run<Name extends OperationName>(name: Name, args: OperationArgs<Name>, caller: Caller = SYSTEM) {
      return accept(async (): Promise<OperationResult<Name>> => {
        const lane = laneOf(name, args);
        // Writes are joined before they take a turn.
        if (lane === 'write') return write(name, args, caller);
        return nodes.run(lane, placeOf(name, args), caller, (node, shard) => {
          if (lane === 'scan') return inTurn(node, caller, (turn) => turn.run(name, args));
          if (lane === 'attempt') return attempt(node, name, args, caller);
          if (node === home) return lookUp(name, args);
          const readsShard = shard !== null && operationOf(name).onNode === 'records';
          // Connections for reads of nodes have general plans, which Citus refuses for the log.
          return read(readsShard ? shardReads(node.pools, shard) : node.pools.writers.execute, name, args);
        });
      }, caller.signal);
    },
    inTurn: (store, caller, work) =>
      accept(
        () => nodes.run('scan', { store, isOnNode: true }, caller, (node) => inTurn(node, caller, work)),
        caller.signal,
      ),
    columns,
    within: (client) => clientDriver(driver, engine, clientTransaction(client, schema)),
    export(args, caller = SYSTEM) {
      if (closing !== null) throw closedError();
      return exportFrom(args, caller);
    },
    migrate: () => accept(migrate),
    metrics() {
      return [
        ...pools.metrics(presence.load()),
        ...home.turnMetrics(),
        ...nodes.metrics(),
        ...(columns?.metrics() ?? []),
      ];
    },
    ping: () =>
      accept(async () => {
        await readers.execute({ text: 'SELECT 1', values: [] });
      }),
    close() {
      closing ??= close();
      return closing;
    },
  };
  return driver;

  async function migrate(): Promise<Migration> {
    const { migration, hasNodes } = await migrateDatabase({
      engine,
      profile,
      workers,
      where,
      schema,
      reachNode: (address) => reach(atAddress(requireHosts()[0], address)),
    });
    if (hasNodes) nodes = storeNodes({ home, open: openNode, now });
    return migration;
  }

  function openNode(address: NodeAddress): DatabaseNode {
    const name = `${address.host}:${address.port}`;
    return databaseNode({
      host: nodeHost(atAddress(requireHosts()[0], address)),
      openStandby: null,
      total: pool,
      shares: RECORD_SHARES,
      name,
    });
  }

  async function* exportFrom(args: ExportRecords, caller: Caller): AsyncGenerator<ExportedRecords> {
    const { pools: from, turns } = await accept(() => nodes.of(args.storeId));
    const within = { pool: from.streamers, turns: turns.exports, open: openExports };
    yield* exportChunks(within, new Export(engine, args), caller);
  }

  async function close(): Promise<void> {
    const all = [home, ...nodes.others()];
    for (const { turns } of all) {
      turns.scans.close(closedError());
      turns.attempts.close(closedError());
      turns.exports.close(closedError());
    }
    for (const end of openExports) end(closedError());
    await inFlight.settled(CLOSE_MS.finish);
    for (const { scans } of all) scans.cancel(closedError());
    await inFlight.settled(CLOSE_MS.end);
    endTrims();
    await settledWithin(
      [presence.close(), columns?.end() ?? Promise.resolve(), ...all.flatMap((node) => node.pools.close())],
      CLOSE_MS.end,
    );
  }
}
