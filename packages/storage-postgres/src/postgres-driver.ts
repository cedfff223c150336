import { setTimeout as wait } from 'node:timers/promises';
import { type Migration, UnavailableError } from '@vitrine/core/storage';
import {
  type Lane,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  type Row,
  type SqlDriver,
  type Statement,
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
import { postgresDialect } from './postgres-dialect.ts';
import { assumedPresence, lockedPresence } from './presence.ts';
import { REMEMBERED_MS, recentReads } from './recent-reads.ts';
import { finish, transact } from './run-program.ts';
import { scanRunner } from './scan-runner.ts';
import { checkBackend, checkServer } from './server-check.ts';
import { sharedGroup } from './shared-group.ts';
import { streamRows } from './stream-rows.ts';

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
  const dialect = postgresDialect(profile);
  const now = () => performance.now();
  const recent = recentReads({ dialect, rememberFor, now });
  const sizes = shareOut(pool);
  const open = (role: Role) => (onEnd: () => void) => openConnection({ config, role, onEnd });
  const readers = sharedGroup(sizes.readers, open('read'));
  const writers = sharedGroup(sizes.writers, open('write'));
  const workers = exclusiveGroup(sizes.workers, open('write'));
  const scanners = exclusiveGroup(sizes.scanners, open('scan'));
  const streamers = exclusiveGroup(sizes.streamers, open('scan'));
  const scan = scanRunner(scanners);
  const remembering = { rememberFor, now, forget: recent.clear };
  const presence = profile.advisoryLocks
    ? lockedPresence(open('read'), remembering)
    : assumedPresence(readers.execute, remembering);
  const notice = noticedWrites({ workers, presence, recent, now });
  const lookUp = lookUps({
    dialect,
    recent,
    presence,
    read: (name, args) => read(readers.execute, name, args),
  });
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;

  /** Nothing more is accepted once closing began, and closing waits for all that was. */
  async function accept<Result>(run: () => Promise<Result>): Promise<Result> {
    if (closing !== null) throw closedError();
    const running = run();
    underWay.add(running);
    try {
      return await running;
    } catch (error) {
      throw errorOf(error);
    } finally {
      underWay.delete(running);
    }
  }

  async function read<Name extends OperationName>(
    execute: (statement: Statement) => Promise<readonly Row[]>,
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>> {
    return again(
      (error, attempt) => (isLost(error) || isUnprepared(error)) && attempt <= LOSSES,
      async () => finish(startOperation(dialect, name, args), execute),
    );
  }

  async function write<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>> {
    // A write on a lost connection may have been done or not, so that is for the caller to find out.
    return notice(name, args, ({ inTransaction }) =>
      again(
        (error, attempt) => (isContention(error) || isUnprepared(error)) && attempt <= RACES,
        async () => {
          const program = startOperation(dialect, name, args);
          const first = program.next();
          if (first.done) return first.value;
          const { value } = first;
          if (value.alone && !recent.isChangedBy(value.text)) return finish(program, writers.execute, first);
          return inTransaction(program, value);
        },
      ),
    );
  }

  const insert = insertGroups({
    one: (args) => write('insertRecord', args),
    many: (args) => write('insertRecords', args),
  });

  function perform<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>> {
    if (name !== 'insertRecord' || !profile.oneStatement || !profile.sequences) return write(name, args);
    return insert(args as OperationArgs<'insertRecord'>) as Promise<OperationResult<Name>>;
  }

  return {
    name: profile.backend,
    async run<Name extends OperationName>(lane: Lane, name: Name, args: OperationArgs<Name>) {
      return accept(async (): Promise<OperationResult<Name>> => {
        if (lane === 'write') return perform(name, args);
        if (lane === 'scan') return read(scan, name, args);
        return lookUp(name, args);
      });
    },
    stream(name, args) {
      if (closing !== null) throw closedError();
      return streamRows(streamers, startStream(dialect, name, args));
    },
    migrate: () => accept(migrate),
    figures() {
      const held = presence.load();
      return groupFigures({
        readers: readers.load(),
        writers: writers.load(),
        transactions: workers.load(),
        scans: scanners.load(),
        streams: streamers.load(),
        ...(held === null ? {} : { presence: held }),
      });
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
            const program = startOperation(dialect, 'migrateLayout', null);
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
    await Promise.allSettled(underWay);
    await Promise.all([presence, readers, writers, workers, scanners, streamers].map((each) => each.close()));
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
