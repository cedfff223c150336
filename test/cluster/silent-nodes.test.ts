import { setTimeout as wait } from 'node:timers/promises';
import { UnavailableError } from '@vitrine/core';
import type { Storage, StoreRow } from '@vitrine/core/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { ask } from '../postgres/ask.ts';
import { type CitusCluster, citusMissing, startCitus } from './citus.ts';
import { ACCOUNT, storeNamed } from './stores.ts';

const STORES = 16;
const WRITERS_OF_STORE = 4;
/** Longer than the silence after which a connection to a node is given up. */
const FAULT_MS = 20_000;
const RECOVERS_MS = 60_000;
/** The longest time of a call for a store of the other worker. */
const SLOWEST_MS = 2_000;

let runs = 0;

interface Fault {
  begin(): void;
  end(): void;
}

describe.skipIf(citusMissing())('a node that does not respond', () => {
  let citus: CitusCluster;
  let storage: Storage;
  let stores: StoreRow[];
  /** The stores on the first worker. */
  let onFirst: StoreRow[];

  beforeAll(async () => {
    citus = await startCitus({ proxied: true });
    const [toCoordinator] = citus.ways;
    storage = postgresStorage({ url: toCoordinator?.url ?? '', backend: 'citus' });
    await storage.migrate();
    stores = [];
    for (let i = 0; i < STORES; i++) stores.push(await storage.stores.insert(storeNamed(`store-${i}`)));
    const ids = await idsOn(citus.ways[1]?.url ?? '');
    onFirst = stores.filter(({ id }) => ids.has(id));
  });
  afterAll(async () => {
    await storage.close();
    await citus.stop();
  });

  /** Stops the processes of a node, the coordinator first. The machine still accepts connections and acknowledges data. */
  function frozen(node: number): Fault {
    const { coordinator, workers } = citus;
    const server = [coordinator, ...workers][node];
    const signal = (name: 'SIGCONT' | 'SIGSTOP') => {
      for (const pid of server?.processes() ?? []) process.kill(pid, name);
    };
    return { begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT') };
  }

  /** Holds all traffic to a node, from servers and from other nodes. */
  function cutOff(node: number): Fault {
    const way = citus.ways[node];
    return { begin: () => way?.stall(), end: () => way?.resume() };
  }

  async function idsOn(worker: string): Promise<Set<unknown>> {
    const rows = await ask(
      citus.coordinator.url,
      `SELECT id
FROM stores, pg_dist_placement
JOIN pg_dist_node USING (groupid)
WHERE shardid = get_shard_id_for_distribution_column('records', id)
AND nodeport = ${new URL(worker).port}`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Writes to all stores and reads them, before, during and after a fault. */
  async function callDuring({ begin, end }: Fault, stopped: readonly StoreRow[]) {
    const acknowledged: string[] = [];
    const failures: { readonly store: StoreRow; readonly error: unknown }[] = [];
    const ended = new AbortController();
    const recovered = new Set<StoreRow>();
    const run = ++runs;
    let slowest = 0;
    let during = 0;
    let phase: 'before' | 'fault' | 'after' = 'before';

    async function write(store: StoreRow, writer: number): Promise<void> {
      for (let turn = 0; !ended.signal.aborted; turn++) {
        const id = `${run}-${writer}-${turn}`;
        const began = performance.now();
        const beganIn = phase;
        try {
          await storage.records.insert(store, { id, slots: [], values: [] }, 1);
          acknowledged.push(`${store.id} ${id}`);
          await storage.records.get(store, id, 1);
          if (beganIn === 'after') recovered.add(store);
        } catch (error) {
          failures.push({ store, error });
          await wait(20);
        }
        if (stopped.includes(store) || phase !== 'fault') continue;
        slowest = Math.max(slowest, performance.now() - began);
        during++;
      }
    }

    async function look(): Promise<void> {
      while (!ended.signal.aborted) {
        const began = performance.now();
        await storage.stores.list(ACCOUNT, { nameContains: null, before: null, limit: STORES });
        await Promise.all(stores.map(({ id }) => storage.stores.get(ACCOUNT, id)));
        if (phase === 'fault') slowest = Math.max(slowest, performance.now() - began);
        await wait(10);
      }
    }

    const work = stores.flatMap((store) =>
      Array.from({ length: WRITERS_OF_STORE }, (_, writer) => write(store, writer)),
    );
    if (stopped.length < stores.length) work.push(look());
    await wait(1_000);
    phase = 'fault';
    begin();
    await wait(FAULT_MS);
    end();
    phase = 'after';
    try {
      await expect.poll(() => recovered.size, { timeout: RECOVERS_MS }).toBe(STORES);
    } finally {
      ended.abort();
      await Promise.all(work);
    }
    const stored = await ask(citus.coordinator.url, "SELECT store_id || ' ' || id AS name FROM records");
    const names = new Set(stored.map(({ name }) => name));
    console.log({ acknowledged: acknowledged.length, during, refused: failures.length, slowest });
    return {
      lost: acknowledged.filter((name) => !names.has(name)),
      wrong: failures.filter(
        ({ store, error }) => !(error instanceof UnavailableError) || !stopped.includes(store),
      ),
      slowest,
      during,
    };
  }

  test.each([
    ['frozen', frozen],
    ['cut off', cutOff],
  ])(
    'a worker that is %s stops only calls for its stores, and loses no acknowledged write',
    async (_, fault) => {
      const others = STORES - onFirst.length;
      expect([onFirst.length, others].every((count) => count > 0)).toBe(true);
      const { lost, wrong, slowest, during } = await callDuring(fault(1), onFirst);
      expect({ lost, wrong }).toEqual({ lost: [], wrong: [] });
      expect(slowest).toBeLessThan(SLOWEST_MS);
      expect(during).toBeGreaterThan(others * WRITERS_OF_STORE);
    },
  );

  test.each([
    ['frozen', frozen],
    ['cut off', cutOff],
  ])(
    'a coordinator that is %s loses no acknowledged write, and all calls work again after it',
    async (_, fault) => {
      const { lost, wrong } = await callDuring(fault(0), stores);
      expect({ lost, wrong }).toEqual({ lost: [], wrong: [] });
    },
  );
});
