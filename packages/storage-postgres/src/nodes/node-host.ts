import { type Connection, openConnection, type ServerConfig } from '../connections/connection/connection.ts';
import type { PrimaryHost } from '../connections/hosts/primary-host.ts';

/** Where a node is, as the coordinator knows it. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Milliseconds without a response after which a connection is destroyed. A frozen node would otherwise hold its
 * statements for ever. Longer than the wait for a lock, and than the timeout of scans.
 */
const SILENCE_MS = 15_000;
/** Milliseconds between checks of the connections. */
const WATCH_MS = 1_000;

/** Uses one node of several. */
export function nodeHost(config: ServerConfig): PrimaryHost {
  const open = new Set<Connection>();

  const watch = setInterval(() => {
    const silentSince = performance.now() - SILENCE_MS;
    for (const connection of open) {
      if (connection.waitingSince !== null && connection.waitingSince < silentSince) connection.destroy();
    }
  }, WATCH_MS);
  watch.unref();

  return {
    async open(role, onEnd) {
      let made: Connection | null = null;
      const connection = await openConnection({
        config,
        role,
        onEnd() {
          if (made !== null) open.delete(made);
          onEnd();
        },
      });
      made = connection;
      if (!connection.ended) open.add(connection);
      return connection;
    },
    async close() {
      clearInterval(watch);
    },
  };
}

/** Returns how to reach a node: as the coordinator, at another address. Its plans of reads are kept: they are of shards' own tables. */
export function atAddress(config: ServerConfig, { host, port }: NodeAddress): ServerConfig {
  const url = new URL(config.connectionString ?? '');
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  for (const name of ['host', 'port']) url.searchParams.delete(name);
  return { ...config, connectionString: url.href, generalPlans: 'reads' };
}
