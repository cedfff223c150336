import { setTimeout as wait } from 'node:timers/promises';
import { type Storage, type StoreRow, UnavailableError } from '@vitrine/core/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { ask } from '../postgres/ask.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { type CitusCluster, citusMissing, startCitus } from './citus.ts';
import { ACCOUNT, storeNamed } from './stores.ts';

const STORES = 16;
const WRITERS_OF_STORE = 4;
const FROZEN_MS = 12_000;
/** The longest time of a call for a store of the other worker. */
const SLOWEST_MS = 2_000;

describe.skipIf(citusMissing())('while a worker is frozen', () => {
  let citus: CitusCluster;
  let storage: Storage;
  let frozen: Cluster;
  let onFrozen: StoreRow[];
  let onOther: StoreRow[];

  beforeAll(async () => {
    citus = await startCitus();
    storage = postgresStorage({ url: citus.coordinator.url, backend: 'citus' });
    await storage.migrate();
    const stores = [];
    for (let i = 0; i < STORES; i++) stores.push(await storage.stores.insert(storeNamed(`store-${i}`)));
    const [worker] = citus.workers;
    if (worker === undefined) throw new Error('no worker');
    frozen = worker;
    const ids = await idsOn(worker);
    onFrozen = stores.filter(({ id }) => ids.has(id));
    onOther = stores.filter(({ id }) => !ids.has(id));
  });
  afterAll(async () => {
    signal('SIGCONT');
    await storage.close();
    await citus.stop();
  });

  function signal(name: 'SIGCONT' | 'SIGSTOP'): void {
    for (const pid of frozen.processes()) process.kill(pid, name);
  }

  async function idsOn(worker: Cluster): Promise<Set<unknown>> {
    const rows = await ask(
      citus.coordinator.url,
      `SELECT id
FROM stores, pg_dist_placement
JOIN pg_dist_node USING (groupid)
WHERE shardid = get_shard_id_for_distribution_column('records', id)
AND nodeport = ${new URL(worker.url).port}`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  test('only calls for its stores wait or are refused, and none of its acknowledged writes is lost', async () => {
    expect([onFrozen.length, onOther.length].every((count) => count > 0)).toBe(true);
    const acknowledged: string[] = [];
    const failures: { readonly store: StoreRow; readonly error: unknown }[] = [];
    const ended = new AbortController();
    let slowest = 0;
    let duringFreeze = 0;
    let isFrozen = false;

    async function write(store: StoreRow, writer: number): Promise<void> {
      for (let turn = 0; !ended.signal.aborted; turn++) {
        const id = `${writer}-${turn}`;
        const began = performance.now();
        try {
          await storage.records.insert(store, { id, slots: [], values: [] }, 1);
          acknowledged.push(`${store.id} ${id}`);
          await storage.records.get(store, id, 1);
        } catch (error) {
          failures.push({ store, error });
        }
        if (onFrozen.includes(store)) continue;
        slowest = Math.max(slowest, performance.now() - began);
        if (isFrozen) duringFreeze++;
      }
    }

    async function look(): Promise<void> {
      while (!ended.signal.aborted) {
        const began = performance.now();
        await storage.stores.list(ACCOUNT, { nameContains: null, before: null, limit: STORES });
        await Promise.all([...onFrozen, ...onOther].map(({ id }) => storage.stores.get(ACCOUNT, id)));
        slowest = Math.max(slowest, performance.now() - began);
        await wait(10);
      }
    }

    const work = [...onFrozen, ...onOther].flatMap((store) =>
      Array.from({ length: WRITERS_OF_STORE }, (_, writer) => write(store, writer)),
    );
    work.push(look());
    await wait(1_000);
    slowest = 0;
    signal('SIGSTOP');
    isFrozen = true;
    await wait(FROZEN_MS);
    isFrozen = false;
    const whileFrozen = slowest;
    signal('SIGCONT');
    await wait(1_000);
    ended.abort();
    await Promise.all(work);

    console.log({
      acknowledged: acknowledged.length,
      duringFreeze,
      refused: failures.length,
      slowest: whileFrozen,
    });
    expect(whileFrozen).toBeLessThan(SLOWEST_MS);
    expect(duringFreeze).toBeGreaterThan(onOther.length * WRITERS_OF_STORE);
    const wrong = failures.filter(
      ({ store, error }) => !(error instanceof UnavailableError) || !onFrozen.includes(store),
    );
    expect(wrong).toEqual([]);
    const stored = await ask(citus.coordinator.url, "SELECT store_id || ' ' || id AS name FROM records");
    const names = new Set(stored.map(({ name }) => name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
  });
});
