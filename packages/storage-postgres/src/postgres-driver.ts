import { setTimeout as wait } from 'node:timers/promises';
import {
  type Caller,
  createTurns,
  type Migration,
  RunningWork,
  settledWithin,
  UnavailableError,
} from '@vitrine/core/storage';
import {
  laneOf,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  operationOf,
  type Row,
  SCAN_MS,
  type SqlDriver,
  type Statement,
  SYSTEM,
  startOperation,
  startStream,
} from '@vitrine/storage-sql';
import type pg from 'pg';
import type { BackendProfile } from './backends.ts';
import { openConnection, type Role } from './connection.ts';
import {
  closedError,
  errorOf,
  isContention,
  isLost,
  isSameTable,
  isUnprepared,
  setupErrorOf,
} from './errors.ts';
import { exclusiveGroup } from './exclusive-group.ts';
import { groupFigures } from './group-figures.ts';
import { insertGroups } from './insert-groups.ts';
import { lookUps } from './look-ups.ts';
import { noticedWrites } from './noticed-writes.ts';
import { postgresEngine } from './postgres-engine.ts';
import { assumedPresence, lockedPresence } from './presence.ts';
import { REMEMBERED_MS, recentReads } from './recent-reads.ts';
import { finish, transact } from './run-steps.ts';
import { scanRunner } from './scan-runner.ts';
import { checkBackend, checkServer } from './server-check.ts';
import { sharedGroup } from './shared-group.ts';
import { type OpenStreams, streamRows } from './stream-rows.ts';

export interface PostgresDriverOptions {
  readonly config: pg.ClientConfig;
  /** Host, port and database, for messages. */
  readonly where: string;
  readonly profile: BackendProfile;
  /** Connections at most. */
  readonly pool: number;
  /** Milliseconds for which look-ups are remembered; the same for every server of a database. Default `REMEMBERED_MS`. */
  readonly rememberFor?: number;
}

/** Callers that may wait for a connection of transactions, scans or exports, over all accounts. */
const WAITING_MAX = 1_000;
/** Milliseconds that a transaction waits for its turn. */
const TRANSACTION_WAIT_MS = 10_000;
/** Exports under way of one account: each holds a connection, and the database at one moment. */
const EXPORTS_OF_ACCOUNT = 2;
/** How long `close` waits for what was accepted before it cancels scans, and then for connections to end. */
const CLOSE_MS = { finish: 5_000, end: 2_000 };

/** Times an operation is run again after others won a race with it. */
const RACES = 8;
/** Connections that are kept from the groups for the presence. */
const PRESENCE = 1;
/** Times a read is asked again on another connection after its own was lost. */
const LOSSES = 2;

/**
 * Runs operations over connections in four groups: short reads and single-statement writes share theirs and follow each
 * other without waiting for answers; transactions and scans have one each, and so have streams, which a slow consumer
 * may hold for long. One more connection is the presence, over which the look-ups go that are remembered.
 */
export function postgresDriver({
  config,
  where,
  profile,
  pool,
  rememberFor = REMEMBERED_MS,
}: PostgresDriverOptions): SqlDriver {
  const engine = postgresEngine(profile);
  const now = () => performance.now();
  const recent = recentReads({ rememberFor, now });
  const sizes = shareOut(pool);
  const open = (role: Role) => (onEnd: () => void) => openConnection({ config, role, onEnd });
  const readers = sharedGroup(sizes.readers, open('read'));
  const writers = sharedGroup(sizes.writers, open('write'));
  const workers = exclusiveGroup(sizes.workers, open('write'));
  const scanners = exclusiveGroup(sizes.scanners, open('scan'));
  const streamers = exclusiveGroup(sizes.streamers, open('scan'));
  const remembering = { rememberFor, now, forget: recent.clear };
  const presence = profile.advisoryLocks
    ? lockedPresence(open('read'), remembering)
    : assumedPresence(readers.execute, remembering);
  const notice = noticedWrites({ workers, presence, recent, now });
  const lookUp = lookUps({
    engine,
    recent,
    presence,
    read: (name, args) => read(readers.execute, name, args),
  });
  const transactionTurns = createTurns({
    queue: 'transactions',
    atOnce: sizes.workers,
    // Else an account that sends many of them leaves no connection to another one that sends one now and then.
    share: Math.max(1, Math.floor(sizes.workers / 2)),
    waiting: WAITING_MAX,
    waitMax: TRANSACTION_WAIT_MS,
    refusal: 'Too many changes are waiting.',
  });
  const scanShares = reserving(sizes.scanners, 1);
  const scanTurns = createTurns({
    queue: 'scans',
    ...scanShares,
    // A scan keeps a processor of the database busy, and the short reads and writes of other accounts need them too.
    share: Math.max(1, Math.floor(scanShares.atOnce / 4)),
    waiting: WAITING_MAX,
    waitMax: SCAN_MS,
    refusal: 'Too many searches are waiting.',
  });
  const exportTurns = createTurns({
    queue: 'exports',
    ...reserving(sizes.streamers, 2),
    perAccount: EXPORTS_OF_ACCOUNT,
    waiting: WAITING_MAX,
    waitMax: SCAN_MS,
    refusal: 'Too many exports are under way.',
  });
  const scans = scanRunner(scanners, scanTurns);
  const openStreams: OpenStreams = new Set();
  const underWay = new RunningWork();
  let closing: Promise<void> | null = null;

  /** Nothing more is accepted once closing began, and closing waits for all that was. */
  async function accept<Result>(run: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (closing !== null) throw closedError();
    try {
      return await underWay.track(run());
    } catch (error) {
      // The reason of a signal is its maker's own.
      throw signal?.aborted && error === signal.reason ? error : errorOf(error);
    }
  }

  async function read<Name extends OperationName>(
    execute: (statement: Statement) => Promise<readonly Row[]>,
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>> {
    return again(
      (error, attempt) => (isLost(error) || isUnprepared(error)) && attempt <= LOSSES,
      async () => finish(startOperation(engine, name, args), execute),
    );
  }

  async function write<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
    { account }: Caller,
  ): Promise<OperationResult<Name>> {
    const { changes } = operationOf(name);
    // A write on a lost connection may have been done or not, so that is for the caller to find out.
    return notice(name, args, ({ inTransaction }) =>
      again(
        (error, attempt) => (isContention(error) || isUnprepared(error)) && attempt <= RACES,
        async () => {
          const program = startOperation(engine, name, args);
          const first = program.next();
          if (first.done) return first.value;
          const { value } = first;
          if (value.alone && changes === null) return finish(program, writers.execute, first);
          return transactionTurns.run({ account }, () => inTransaction(program, value));
        },
      ),
    );
  }

  const insert = insertGroups({
    one: (args) => write('insertRecord', args, SYSTEM),
    many: (args) => write('insertRecords', args, SYSTEM),
  });

  /** Writes that don't go to the database one by one. */
  const joined: { readonly [Name in OperationName]?: (args: OperationArgs<Name>) => unknown } =
    profile.oneStatement && profile.sequences ? { insertRecord: insert } : {};

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
    async run<Name extends OperationName>(name: Name, args: OperationArgs<Name>, caller: Caller = SYSTEM) {
      return accept(async (): Promise<OperationResult<Name>> => {
        switch (laneOf(operationOf(name), args)) {
          case 'write':
            return perform(name, args, caller);
          case 'scan':
            return scans.run(caller, (execute) => read(execute, name, args));
          case 'read':
            return lookUp(name, args);
        }
      }, caller.signal);
    },
    stream(name, args, caller = SYSTEM) {
      if (closing !== null) throw closedError();
      const from = { group: streamers, turns: exportTurns, open: openStreams };
      return streamRows(from, startStream(engine, name, args), caller);
    },
    migrate: () => accept(migrate),
    figures() {
      const held = presence.load();
      const connections = groupFigures({
        readers: readers.load(),
        writers: writers.load(),
        transactions: workers.load(),
        scans: scanners.load(),
        streams: streamers.load(),
        ...(held === null ? {} : { presence: held }),
      });
      const turns = [transactionTurns, scanTurns, exportTurns];
      return [...connections, ...turns.flatMap((each) => each.figures())];
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
      return await again(
        (error, attempt) => (isContention(error) || isSameTable(error)) && attempt <= RACES,
        () =>
          workers.use(async (connection) => {
            await checkServer(connection, profile);
            const program = startOperation(engine, 'migrateLayout', null);
            const first = program.next();
            if (first.done) return first.value;
            return transact(connection, program, first.value, () => checkBackend(connection, profile));
          }),
      );
    } catch (error) {
      throw setupErrorOf(error, where);
    }
  }

  async function close(): Promise<void> {
    scanTurns.close(closedError());
    exportTurns.close(closedError());
    for (const end of openStreams) end(closedError());
    await underWay.settled(CLOSE_MS.finish);
    scans.cancel(closedError());
    await underWay.settled(CLOSE_MS.end);
    const groups = [presence, readers, writers, workers, scanners, streamers];
    await settledWithin(
      groups.map((group) => group.close()),
      CLOSE_MS.end,
    );
  }
}

/** Tries again, after a moment that grows and differs, while `worthwhile` says so. */
async function again<Result>(
  worthwhile: (error: unknown, attempt: number) => boolean,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof UnavailableError || !worthwhile(error, attempt)) throw error;
      await wait(Math.random() * 2 ** attempt);
    }
  }
}

/** Turns on so many connections, some of them kept for accounts that hold none. */
function reserving(connections: number, most: number): { atOnce: number; reserved: number } {
  const reserved = Math.min(most, Math.floor(connections / 2));
  return { atOnce: connections - reserved, reserved };
}

/** How the connections are shared out among the groups and the presence; each has one at least. */
function shareOut(pool: number) {
  const part = (share: number) => Math.max(1, Math.floor(pool * share));
  const [readers, workers, scanners, streamers] = [part(0.1), part(0.1), part(0.35), part(0.2)];
  return {
    readers,
    workers,
    scanners,
    streamers,
    writers: Math.max(1, pool - readers - workers - scanners - streamers - PRESENCE),
  };
}
