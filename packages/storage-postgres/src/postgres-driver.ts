import {
  type Caller,
  type ExportedRecords,
  type Migration,
  RunningWork,
  settledWithin,
} from '@vitrine/core/storage';
import {
  type ColumnOptions,
  columnQuestion,
  type ExportRecords,
  laneOf,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  operationOf,
  SCAN_MS,
  type SqlDriver,
  SYSTEM,
  startExport,
  startOperation,
  storeOf,
} from '@vitrine/storage-sql';
import type { BackendProfile } from './backends.ts';
import { checkNodes, hasCitus } from './citus-nodes.ts';
import type { ColumnKeeper } from './columns/column-keeper.ts';
import { columnWorker } from './columns/column-worker.ts';
import type { KeeperOptions } from './columns/messages.ts';
import { trimChanges } from './columns/trim-changes.ts';
import { reach, type ServerConfig } from './connection.ts';
import { COORDINATOR_SHARES, RECORD_SHARES } from './connection-pools.ts';
import { type DatabaseNode, databaseNode } from './database-node.ts';
import {
  closedError,
  errorOf,
  isContention,
  isLost,
  isSameTable,
  isUnprepared,
  setupErrorOf,
} from './errors.ts';
import { exportChunks, type OpenExports } from './export-chunks.ts';
import { insertGroups } from './insert-groups.ts';
import { lookUps } from './look-ups.ts';
import { atAddress, type NodeAddress, nodeHost } from './node-host.ts';
import { noticedWrites } from './noticed-writes.ts';
import { postgresEngine } from './postgres-engine.ts';
import { assumedPresence, lockedPresence } from './presence.ts';
import { onlyHost, searchedHost } from './primary-host.ts';
import { REMEMBERED_MS, recentReads } from './recent-reads.ts';
import { runAgain } from './run-again.ts';
import { drawingBy, type Execute, finish, transact, unlessTaken } from './run-steps.ts';
import { checkBackend, checkServer } from './server-check.ts';
import { shardReads } from './shard-reads.ts';
import { sharedDraws } from './shared-draws.ts';
import { standbyHost } from './standby-host.ts';
import { oneNode, type StoreNodes, type StorePlace, storeNodes } from './store-nodes.ts';

export interface PostgresDriverOptions {
  /** The options of pg for each host of the URL. */
  readonly hosts: readonly [ServerConfig, ...ServerConfig[]];
  /** Hosts, port and database, for messages. */
  readonly where: string;
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
/** Attempts to run an operation again after other transactions won a race with it. */
const RACES = 8;
/**
 * Attempts to run a read again on another connection after its own was lost, or a standby has ended it for what it had to
 * apply.
 */
const LOSSES = 2;

/**
 * Runs operations on the connections of `ConnectionPools`. Look-ups that are cached run on one more connection, that of
 * the presence. Where records are distributed over nodes, operations on them run on connections to the node of their
 * store, and only what uses other tables runs on those to the coordinator.
 */
export function postgresDriver({
  hosts,
  where,
  profile,
  pool,
  rememberFor = REMEMBERED_MS,
  standbyReads,
  columns: options,
  startKeeper,
  keepChangesFor,
}: PostgresDriverOptions): SqlDriver {
  const engine = postgresEngine(profile);
  const now = () => performance.now();
  const recent = recentReads({ rememberFor, now });
  const columns =
    options === null || !profile.logsChanges
      ? null
      : columnWorker(options, (figures) => startKeeper({ hosts, profile, options, figures }));
  // A thread that is connected to the host before would not see later writes.
  const host = hosts.length === 1 ? onlyHost(hosts[0]) : searchedHost(hosts, () => void columns?.end());
  const shares = profile.distributed ? COORDINATOR_SHARES : RECORD_SHARES;
  const openStandby = standbyReads ? standbyHost(hosts) : null;
  const home = databaseNode({ host, openStandby, total: pool, shares });
  const { pools } = home;
  const { readers, writers, workers } = pools;
  const caching = { rememberFor, now, forget: recent.clear };
  const presence = profile.advisoryLocks
    ? lockedPresence(pools.open('read'), caching)
    : assumedPresence(readers.execute, caching);
  /** Set by `migrate`, which finds out whether there are several nodes. */
  let nodes: StoreNodes = oneNode(home);
  const draw = sharedDraws(writers.execute);
  const notice = noticedWrites({ workers, presence, recent, now });
  const lookUp = lookUps({
    engine,
    recent,
    presence,
    read: (name, args) => read(readers.execute, name, args),
  });
  const endTrims = profile.logsChanges
    ? trimChanges(engine, writers.execute, keepChangesFor)
    : () => undefined;
  const openExports: OpenExports = new Set();
  const inFlight = new RunningWork();
  let closing: Promise<void> | null = null;

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

  async function read<Name extends OperationName>(
    execute: Execute,
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>> {
    return runAgain(
      (error, attempt) => (isLost(error) || isUnprepared(error) || isContention(error)) && attempt <= LOSSES,
      async () => finish(startOperation(engine, name, args), execute),
    );
  }

  /** Runs a scan in a turn of its caller, from columns in memory if they are worth it. */
  async function scan<Name extends OperationName>(
    { scans }: DatabaseNode,
    name: Name,
    args: OperationArgs<Name>,
    caller: Caller,
  ): Promise<OperationResult<Name>> {
    const until = now() + SCAN_MS;
    return scans.run(caller, async (execute) => {
      const question = columns === null ? null : columnQuestion(name, args);
      if (question === null) return read(execute, name, args);
      const limits = { milliseconds: Math.max(1, until - now()), signal: caller.signal };
      const result = await columns?.ask(question, limits);
      if (result !== undefined) return result as OperationResult<Name>;
      const startedAt = now();
      try {
        return await read(execute, name, args);
      } finally {
        columns?.note(question, now() - startedAt);
      }
    });
  }

  /** The operation must be one whose result may be null. */
  async function attempt<Name extends OperationName>(
    { attempts }: DatabaseNode,
    name: Name,
    args: OperationArgs<Name>,
    caller: Caller,
  ): Promise<OperationResult<Name>> {
    return (await attempts.run(caller, (execute) => read(execute, name, args))) as OperationResult<Name>;
  }

  async function write<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
    caller: Caller,
  ): Promise<OperationResult<Name>> {
    const { changes } = operationOf(name);
    const { account } = caller;
    const place = placeOf(name, args);
    const through = (execute: Execute) => nodes.confirming(place, drawingBy(draw, execute));
    // A write on a lost connection may be committed or not, so it is not run again.
    const noticed = ({ pools: { writers: singles, workers: own }, turns }: DatabaseNode) =>
      notice(name, args, ({ inTransaction }) =>
        runAgain(
          (error, attempt) => (isContention(error) || isUnprepared(error)) && attempt <= RACES,
          async () => {
            const steps = startOperation(engine, name, args);
            const first = steps.next();
            if (first.done) return first.value;
            const { value } = first;
            if (value.alone && changes === null) {
              if (!value.isLong) return finish(steps, through(singles.execute), first);
              return turns.transactions.run({ account }, () =>
                own.use(({ execute }) => finish(steps, through(unlessTaken(execute)), first)),
              );
            }
            return turns.transactions.run({ account }, () => inTransaction(steps, value, own, through));
          },
        ),
      );
    return nodes.run('write', place, caller, noticed);
  }

  const insert = insertGroups({
    one: (args) => write('insertRecord', args, SYSTEM),
    many: (args) => write('insertRecords', args, SYSTEM),
  });

  /** Writes that are joined with others before they are sent. */
  const joined: { readonly [Name in OperationName]?: (args: OperationArgs<Name>) => unknown } =
    profile.recordWrites !== 'rows' && profile.sequences ? { insertRecord: insert } : {};

  async function perform<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
    caller: Caller,
  ): Promise<OperationResult<Name>> {
    const join = joined[name];
    return join === undefined ? write(name, args, caller) : ((await join(args)) as OperationResult<Name>);
  }

  return {
    name: profile.backend,
    writesInOrder: false,
    importsNewAtOnce: engine.recordWrites.importNew !== null && profile.sequences,
    look(name, args) {
      return this.run(name, args);
    },
    async run<Name extends OperationName>(name: Name, args: OperationArgs<Name>, caller: Caller = SYSTEM) {
      return accept(async (): Promise<OperationResult<Name>> => {
        const lane = laneOf(operationOf(name), args);
        // Writes are joined before they take a turn.
        if (lane === 'write') return perform(name, args, caller);
        return nodes.run(lane, placeOf(name, args), caller, (node, shard) => {
          if (lane === 'scan') return scan(node, name, args, caller);
          if (lane === 'attempt') return attempt(node, name, args, caller);
          if (node === home) return lookUp(name, args);
          return read(
            shard === null ? node.pools.readers.execute : shardReads(node.pools, shard),
            name,
            args,
          );
        });
      }, caller.signal);
    },
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

  async function migrate(): Promise<Migration> {
    try {
      return await runAgain(
        (error, attempt) => (isContention(error) || isSameTable(error)) && attempt <= RACES,
        () =>
          workers.use(async (connection) => {
            await checkServer(connection, profile);
            if (profile.distributed && (await hasCitus(connection))) {
              await checkNodes(connection, profile.minVersion, (address) => reach(nodeConfig(address)));
              nodes = storeNodes({ home, open: openNode, now });
            }
            const steps = startOperation(engine, 'migrateLayout', null);
            const first = steps.next();
            if (first.done) return first.value;
            return transact(connection, steps, first.value, () => checkBackend(connection, profile));
          }),
      );
    } catch (error) {
      throw setupErrorOf(error, where);
    }
  }

  function nodeConfig(address: NodeAddress): ServerConfig {
    // Reads there are of shards' own tables.
    return { ...atAddress(hosts[0], address), generalPlans: 'reads' };
  }

  function openNode(address: NodeAddress): DatabaseNode {
    const name = `${address.host}:${address.port}`;
    return databaseNode({
      host: nodeHost(nodeConfig(address)),
      openStandby: null,
      total: pool,
      shares: RECORD_SHARES,
      name,
    });
  }

  async function* exportFrom(args: ExportRecords, caller: Caller): AsyncGenerator<ExportedRecords> {
    const { pools: from, turns } = await accept(() => nodes.of(args.storeId));
    const within = { pool: from.streamers, turns: turns.exports, open: openExports };
    yield* exportChunks(within, startExport(engine, args), caller);
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

/** Returns the store that an operation uses. Null: it uses none whose node matters. */
function placeOf<Name extends OperationName>(name: Name, args: OperationArgs<Name>): StorePlace | null {
  const store = storeOf(name, args);
  return store === null ? null : { store, isOnNode: operationOf(name).isOnNode };
}
