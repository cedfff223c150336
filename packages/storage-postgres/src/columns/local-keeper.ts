import { UnavailableError } from '@vitrine/core/adapter';
import {
  type ColumnConnection,
  type ColumnKeeper,
  columnHost,
  type Statement,
  type Steps,
  type TaskTime,
} from '@vitrine/storage-sql';
import type { Connection } from '../connections/connection/connection.ts';
import { finish } from '../connections/connection/run-steps.ts';
import { hostOf } from '../connections/hosts/primary-host.ts';
import { postgresDialect } from '../dialect/postgres-dialect.ts';
import { postgresChanges } from './change-log.ts';
import type { KeeperOptions } from './messages.ts';

/** Keeps columns in the calling thread. */
export function localKeeper({ hosts, profile, options, use }: KeeperOptions): ColumnKeeper {
  const host = hostOf(hosts);
  const columns = columnHost({
    dialect: postgresDialect(profile),
    changes: postgresChanges(),
    options,
    use,
    time: taskTime(),
    open: async () => columnConnection(await host.open('read', () => undefined)),
  });
  return {
    isLost: false,
    ask: (request, { milliseconds }) => columns.reply(request, milliseconds),
    async close() {
      await columns.close();
      host.close();
    },
  };
}

/** All statements until the end read the same snapshot. */
const BEGIN: Statement = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };

/** Returns a connection to the server that is written to as one that columns are read on. */
function columnConnection(connection: Connection): ColumnConnection {
  const { execute } = connection;
  return {
    get ended() {
      return connection.ended;
    },
    async inSnapshot<Result>(steps: Steps<Result>): Promise<Result> {
      const begun = execute(BEGIN);
      try {
        const [, result] = await Promise.all([begun, finish(steps, execute)]);
        return result;
      } finally {
        execute(COMMIT).catch(() => undefined);
      }
    },
    inTransactions: (steps) => finish(steps, execute),
    destroy: () => connection.destroy(),
    close: () => connection.close(),
  };
}

/** Limits tasks by their time alone: a search whose caller has left ends by its deadline. */
function taskTime(): TaskTime {
  let deadline = Number.POSITIVE_INFINITY;
  return {
    begin(_, milliseconds) {
      deadline = performance.now() + milliseconds;
    },
    require() {
      if (performance.now() > deadline) throw new UnavailableError('The time is up.');
    },
  };
}
