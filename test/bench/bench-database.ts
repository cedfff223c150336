import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../postgres/cluster.ts';
import { processTree } from './process-tree.ts';

export type DatabaseName = 'sqlite' | 'postgres';

/** A database of its own, for one of the servers that are compared. */
export interface Place {
  /** As in `VITRINE_DATABASE_URL`. */
  readonly url: string;
  /** Seconds of processor time that the database's own processes have used; 0 where it has none. */
  cpuSeconds(): number;
  /** After seeding: what an idle hour would bring, so that it does not come in the middle of a measurement. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export async function openPlace(database: DatabaseName, folder: string, name: string): Promise<Place> {
  return database === 'sqlite' ? sqlitePlace(join(folder, `${name}.db`)) : postgresPlace();
}

function sqlitePlace(file: string): Place {
  return {
    url: `sqlite:${file}`,
    cpuSeconds: () => 0,
    settle: async () => undefined,
    stop: async () => undefined,
  };
}

/** What any production server sets: memory, and checkpoints that are not a matter of seconds. The rest is as it comes. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '30min' };

/** A server of its own, so that its processor time is known and its background work disturbs nobody else's. */
async function postgresPlace(): Promise<Place> {
  const cluster = await startCluster({ durable: true, settings: SETTINGS });
  const tree = processTree(cluster.pid());
  return {
    url: cluster.url,
    cpuSeconds: tree.cpuSeconds,
    async settle() {
      const client = new pg.Client({ connectionString: cluster.url });
      await client.connect();
      try {
        await client.query('VACUUM ANALYZE');
        await client.query('CHECKPOINT');
      } finally {
        await client.end();
      }
    },
    stop: () => cluster.stop(),
  };
}
