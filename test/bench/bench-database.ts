import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../postgres/cluster.ts';
import { processTree } from './process-tree.ts';

export type DatabaseName = 'sqlite' | 'postgres';

/** A separate database for one of the compared servers. */
export interface Place {
  /** In the form of `VITRINE_DATABASE_URL`. */
  readonly url: string;
  /** Returns the seconds of processor time that the database's own processes have used; 0 if it has none. */
  cpuSeconds(): number;
  /** Does the maintenance of an idle hour after seeding, so that it does not disturb the measurement. */
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

/** Settings of any production server: memory, and checkpoints that are not seconds apart. The others are defaults. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '30min' };

/** Starts a separate server, so that its processor time is known and its background work disturbs no other test. */
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
