import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ask } from './ask.ts';
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';

/** What a standby does not take from its primary's folder. */
const LEFT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot', 'pg_stat_tmp']);

/** The primary has to keep as much of its log as a standby needs while it is created. */
export const PRIMARY_SETTINGS = { wal_keep_size: '256MB', max_wal_senders: 10 } as const;

type StandbyOptions = Pick<ClusterOptions, 'port' | 'settings'>;

/** Starts a standby from a copy of a running primary, and waits until it replicates. Does not make it synchronous. */
export async function startStandby(primary: Cluster, options: StandbyOptions = {}): Promise<Cluster> {
  const { hostname, port } = new URL(primary.url);
  const standby = await startCluster({
    durable: true,
    ...options,
    settings: {
      ...PRIMARY_SETTINGS,
      ...options.settings,
      primary_conninfo: `host=${hostname} port=${port} user=postgres application_name=standby`,
    },
    fill: (data) => copyPrimary(primary, data),
  });
  await waitFor(primary, "SELECT FROM pg_stat_replication WHERE state = 'streaming'");
  return standby;
}

/** Makes the primary acknowledge only what its standby has on disk, or not. Waits until that holds. */
export async function setSynchronous(primary: Cluster, isSynchronous: boolean): Promise<void> {
  await ask(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '${isSynchronous ? '*' : ''}'`);
  await ask(primary.url, 'SELECT pg_reload_conf()');
  await waitFor(
    primary,
    isSynchronous
      ? "SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND current_setting('synchronous_standby_names') = '*'"
      : "SELECT WHERE current_setting('synchronous_standby_names') = ''",
  );
}

/** Makes the standby the primary, without a standby of its own. */
export async function promote(standby: Cluster): Promise<void> {
  // Its settings are a copy of the primary's. Without a standby of its own it would wait for one.
  await ask(standby.url, "ALTER SYSTEM SET synchronous_standby_names = ''");
  await ask(standby.url, 'SELECT pg_reload_conf()');
  await ask(standby.url, 'SELECT pg_promote(true, 60)');
}

/** PostgreSQL's low-level backup: the files may change while they are copied, and the log repairs them. */
async function copyPrimary(primary: Cluster, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    cpSync(primary.data, data, {
      recursive: true,
      filter: (source) => !LEFT.has(basename(source)),
    });
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(data, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  for (const folder of [
    'pg_wal',
    'pg_wal/archive_status',
    'pg_wal/summaries',
    'pg_replslot',
    'pg_stat_tmp',
  ]) {
    mkdirSync(join(data, folder), { recursive: true, mode: 0o700 });
  }
  writeFileSync(join(data, 'standby.signal'), '');
}

async function waitFor({ url }: Cluster, query: string): Promise<void> {
  const until = performance.now() + 60_000;
  while ((await ask(url, query)).length === 0) {
    if (performance.now() > until) throw new Error(`This did not come true within a minute: ${query}`);
    await wait(50);
  }
}
