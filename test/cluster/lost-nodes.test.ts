import { setTimeout as wait } from 'node:timers/promises';
import { type Storage, type StoreRow, UnavailableError } from '@vitrine/core/storage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { ask } from '../postgres/ask.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { type CitusCluster, citusMissing, startCitus } from './citus.ts';
import { storeNamed } from './stores.ts';

const STORES = 8;
const WRITERS_OF_STORE = 2;
const DOWN_MS = 3_000;
const RECOVERS_MS = 30_000;

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

  /** Writes to all stores during `fault`, and until each store has acknowledged a write after it. */
  async function writeDuring(fault: () => Promise<void>) {
    const acknowledged: string[] = [];
    const failures: unknown[] = [];
    const recovered = new Set<string>();
    let isOver = false;
    let isStopped = false;
    let slowest = 0;

    async function write(store: StoreRow, writer: number): Promise<void> {
      for (let turn = 0; !isStopped; turn++) {
        const id = `${writer}-${turn}`;
        const began = performance.now();
        const beganAfter = isOver;
        try {
          await storage.records.insert(store, { id, slots: [], values: [] }, 1);
          acknowledged.push(`${store.id} ${id}`);
          if (beganAfter) recovered.add(store.id);
        } catch (error) {
          failures.push(error);
          await wait(20);
        }
        slowest = Math.max(slowest, performance.now() - began);
      }
    }

    const writers = stores.flatMap((store) =>
      Array.from({ length: WRITERS_OF_STORE }, (_, writer) => write(store, writer)),
    );
    try {
      await wait(1_000);
      await fault();
      isOver = true;
      await expect.poll(() => recovered.size, { timeout: RECOVERS_MS }).toBe(STORES);
    } finally {
      isStopped = true;
      await Promise.all(writers);
    }
    const stored = await ask(citus.coordinator.url, "SELECT store_id || ' ' || id AS name FROM records");
    const names = new Set(stored.map(({ name }) => name));
    console.log({
      acknowledged: acknowledged.length,
      refused: failures.length,
      slowest: Math.round(slowest),
    });
    return {
      lost: acknowledged.filter((name) => !names.has(name)),
      wrong: failures.filter((error) => !(error instanceof UnavailableError)),
      refused: failures.length,
    };
  }

  async function killed(node: Cluster): Promise<void> {
    await node.kill('SIGKILL');
    await wait(DOWN_MS);
    await node.start();
  }

  test('a killed worker loses no acknowledged write, and refuses with UnavailableError only', async () => {
    const [worker] = citus.workers;
    if (worker === undefined) throw new Error('no worker');
    expect(await writeDuring(() => killed(worker))).toMatchObject({ lost: [], wrong: [] });
  });

  test('a killed coordinator loses no acknowledged write, and refuses with UnavailableError only', async () => {
    expect(await writeDuring(() => killed(citus.coordinator))).toMatchObject({ lost: [], wrong: [] });
  });

  test('a node is added, filled and drained without a failed write', async () => {
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
    const outcome = await writeDuring(async () => {
      const added = await citus.addWorker();
      await ask(url, "SELECT rebalance_table_shards(shard_transfer_mode => 'force_logical')");
      filled = await shardsOn(added);
      const { hostname, port } = new URL(added.url);
      await ask(url, `SELECT citus_drain_node('${hostname}', ${port}, 'force_logical')`);
      drained = await shardsOn(added);
    });
    expect({ isFilled: filled > 0, drained }).toEqual({ isFilled: true, drained: 0 });
    expect(outcome).toEqual({ lost: [], wrong: [], refused: 0 });
  });
});
