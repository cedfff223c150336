import { type ColumnKeeper, columnHost } from '@vitrine/storage-sql';
import { hostOf } from '../connections/hosts/primary-host.ts';
import { postgresDialect } from '../dialect/postgres-dialect.ts';
import { postgresChanges } from './change-log.ts';
import { columnConnection } from './column-connection.ts';
import type { KeeperOptions } from './messages.ts';
import { taskTime } from './task-time.ts';

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
