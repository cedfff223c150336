import { setTimeout as wait } from 'node:timers/promises';
import type { Storage, StoreRow } from '@vitrine/core/storage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { ask } from '../postgres/ask.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { promote, setSynchronous, startStandby } from '../postgres/standby.ts';
import { type CitusCluster, citusMissing, startCitus } from './citus.ts';
import { storeNamed } from './stores.ts';
import { writeDuring } from './writers.ts';

const STORES = 8;
const DOWN_MS = 3_000;
/** Milliseconds for which servers use a node that has no shards any more, and some. */
const PLACES_CACHED_MS = 10_000;

describe.skipIf(citusMissing())('under writers', () => {
  let citus: CitusCluster;
  let storage: Storage;
  let stores: StoreRow[];

  beforeEach(async () => {
    citus = await startCitus({ durable: true, settings: { wal_level: 'logical' } });
    storage = postgresStorage({ url: citus.coordinator.url, backend: 'citus', connectTimeout: 1_000 });
    await storage.migrate();
    stores = [];
    for (let i = 0; i < STORES; i++) stores.push(await storage.stores.insert(storeNamed(`store-${i}`)));
  });
  afterEach(async () => {
    await storage.close();
    await citus.stop();
  });

  const during = (event: () => Promise<void>) =>
    writeDuring({ storage, stores, url: citus.coordinator.url }, event);

  async function killed(node: Cluster): Promise<void> {
    await node.kill('SIGKILL');
    await wait(DOWN_MS);
    await node.start();
  }

  test('a killed worker loses no acknowledged write, and refuses with UnavailableError only', async () => {
    const [worker] = citus.workers;
    if (worker === undefined) throw new Error('no worker');
    expect(await during(() => killed(worker))).toMatchObject({ lost: [], wrong: [] });
  });

  test('a killed coordinator loses no acknowledged write, and refuses with UnavailableError only', async () => {
    expect(await during(() => killed(citus.coordinator))).toMatchObject({ lost: [], wrong: [] });
  });

  test('a node is added, filled, drained and removed without a failed write', async () => {
    const { url } = citus.coordinator;
    const shardsOn = async ({ url: node }: Cluster) => {
      const [row] = await ask(
        url,
        `SELECT count(*) AS shards FROM citus_shards WHERE nodeport = ${new URL(node).port} AND table_name = CAST('records' AS regclass)`,
      );
      return Number(row?.shards);
    };
    let filled = 0;
    let drained = Number.NaN;
    const outcome = await during(async () => {
      const added = await citus.addWorker();
      await ask(url, "SELECT rebalance_table_shards(shard_transfer_mode => 'force_logical')");
      filled = await shardsOn(added);
      const { hostname, port } = new URL(added.url);
      await ask(url, `SELECT citus_drain_node('${hostname}', ${port}, 'force_logical')`);
      drained = await shardsOn(added);
      await wait(PLACES_CACHED_MS);
      await ask(url, `SELECT citus_remove_node('${hostname}', ${port})`);
      await added.kill('SIGINT');
    });
    expect({ isFilled: filled > 0, drained }).toEqual({ isFilled: true, drained: 0 });
    expect(outcome).toEqual({ lost: [], wrong: [], refused: 0 });
  });

  test('a worker is replaced by its promoted standby without a lost write and without a restart', async () => {
    const [worker] = citus.workers;
    if (worker === undefined) throw new Error('no worker');
    const standby = await startStandby(worker, { settings: citus.settings });
    try {
      await setSynchronous(worker, true);
      const outcome = await during(async () => {
        await worker.kill('SIGKILL');
        await promote(standby);
        const [lost, found] = [worker, standby].map(({ url }) => new URL(url));
        await ask(
          citus.coordinator.url,
          `SELECT citus_update_node(nodeid, '${found?.hostname}', ${found?.port})
FROM pg_dist_node
WHERE nodeport = ${lost?.port}`,
        );
      });
      expect(outcome).toMatchObject({ lost: [], wrong: [] });
    } finally {
      await standby.stop();
    }
  });

  test('the coordinator is replaced by its promoted standby without a lost write and without a restart', async () => {
    const { coordinator } = citus;
    const standby = await startStandby(coordinator, { settings: citus.settings });
    const hosts = [coordinator, standby].map(({ url }) => new URL(url).host);
    const both = postgresStorage({
      url: `postgres://postgres@${hosts}/postgres`,
      backend: 'citus',
      connectTimeout: 1_000,
    });
    try {
      await both.migrate();
      await setSynchronous(coordinator, true);
      const outcome = await writeDuring({ storage: both, stores, url: standby.url }, async () => {
        await coordinator.kill('SIGKILL');
        await promote(standby);
        const { hostname, port } = new URL(standby.url);
        await ask(
          standby.url,
          `SELECT citus_update_node(nodeid, '${hostname}', ${port})
FROM pg_dist_node
WHERE groupid = 0`,
        );
      });
      expect(outcome).toMatchObject({ lost: [], wrong: [] });
    } finally {
      await both.close();
      await standby.stop();
    }
  });
});
