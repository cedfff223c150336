import { onlyHost, searchedHost } from '../connections/primary-host.ts';
import { postgresDialect } from '../dialect/postgres-dialect.ts';
import { columnHost } from './column-host.ts';
import type { ColumnKeeper } from './column-keeper.ts';
import type { KeeperOptions } from './messages.ts';

/** Keeps columns in the calling thread. */
export function localKeeper({ hosts, profile, options, figures }: KeeperOptions): ColumnKeeper {
  const host = hosts.length === 1 ? onlyHost(hosts[0]) : searchedHost(hosts);
  const keeper = columnHost({
    dialect: postgresDialect(profile),
    options,
    figures,
    open: () => host.open('read', () => undefined),
  });
  return {
    ...keeper,
    async close() {
      await keeper.close();
      host.close();
    },
  };
}
