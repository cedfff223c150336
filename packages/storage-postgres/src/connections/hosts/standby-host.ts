import { UnavailableError } from '@vitrine/core/adapter';
import { type Connection, openConnection, type ServerConfig } from '../connection/connection.ts';

const IN_RECOVERY = 'SELECT CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END';

/**
 * Returns how to open a connection for scans to a standby among the hosts. The host of the last connection is tried first.
 * Rejects with `UnavailableError` if no host is a standby that accepts connections.
 */
export function standbyHost(hosts: readonly ServerConfig[]): (onEnd: () => void) => Promise<Connection> {
  let order = hosts;

  async function connect(config: ServerConfig, onEnd: () => void): Promise<Connection | null> {
    try {
      const connection = await openConnection({ config, role: 'scan', onEnd });
      const [row] = await connection.execute({ text: IN_RECOVERY, values: [] });
      if (row?.[0] === 1) return connection;
      connection.destroy();
    } catch {
      // The next host is tried.
    }
    return null;
  }

  return async (onEnd) => {
    for (const host of order) {
      let isUsed = false;
      const connection = await connect(host, () => {
        if (isUsed) onEnd();
      });
      if (connection === null) continue;
      isUsed = true;
      order = [host, ...hosts.filter((other) => other !== host)];
      return connection;
    }
    throw new UnavailableError('No standby of the database accepts connections.');
  };
}
