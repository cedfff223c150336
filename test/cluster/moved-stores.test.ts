import { setTimeout as wait } from 'node:timers/promises';
import { EVERYTHING, NEWEST_FIRST, type Storage, type StoreRow } from '@vitrine/core/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { ask } from '../postgres/ask.ts';
import { type CitusCluster, citusMissing, startCitus } from './citus.ts';
import { storeNamed } from './stores.ts';
import { writeDuring } from './writers.ts';

const ROUNDS = Number(process.env.CITUS_MOVE_ROUNDS ?? 5);
const STORES = 8;
/** Longer than servers keep where shards are. */
const PLACES_CACHED_MS = 6_000;

describe.skipIf(citusMissing())('under writers', () => {
  let citus: CitusCluster;
  let storage: Storage;

  beforeAll(async () => {
    citus = await startCitus({ durable: true, settings: { wal_level: 'logical' } });
    storage = postgresStorage({ url: citus.coordinator.url, backend: 'citus' });
    await storage.migrate();
  });
  afterAll(async () => {
    await storage.close();
    await citus.stop();
  });

  /** Gives the store a shard of its own. Returns the name of the shard. */
  async function isolate({ id }: StoreRow): Promise<unknown> {
    const [row] = await ask(
      citus.coordinator.url,
      `SELECT isolate_tenant_to_new_shard('records', '${id}', 'CASCADE', 'block_writes') AS shard`,
    );
    return row?.shard;
  }

  /** Moves the shard to the other worker. */
  async function move(shard: unknown, mode: string): Promise<void> {
    const { url } = citus.coordinator;
    const [from] = await ask(url, `SELECT nodeport FROM citus_shards WHERE shardid = ${shard}`);
    const ports = citus.workers.map((worker) => new URL(worker.url).port);
    const to = ports.find((port) => port !== String(from?.nodeport));
    await ask(
      url,
      `SELECT citus_move_shard_placement(${shard}, '127.0.0.1', ${from?.nodeport}, '127.0.0.1', ${to}, '${mode}')`,
    );
  }

  test.each(['block_writes', 'force_logical'])(
    'a store gets a shard of its own, which is moved to another worker with %s, and no write is lost or misreported',
    async (mode) => {
      const outcomes = [];
      for (let round = 0; round < ROUNDS; round++) {
        const stores: StoreRow[] = [];
        for (let i = 0; i < STORES; i++) {
          stores.push(await storage.stores.insert(storeNamed(`${mode}-${round}-${i}`)));
        }
        const [first] = stores;
        if (first === undefined) throw new Error('no store');
        outcomes.push(
          await writeDuring({ storage, stores, url: citus.coordinator.url }, async () => {
            await move(await isolate(first), mode);
          }),
        );
      }
      expect(outcomes).toEqual(outcomes.map(() => ({ lost: [], wrong: [], refused: 0 })));
    },
    1_200_000,
  );

  test('a read sees what another server wrote to a store that has moved, though its old table is still there', async () => {
    const { url } = citus.coordinator;
    const store = await storage.stores.insert(storeNamed('read after its move'));
    const record = (id: string) => ({ id, slots: [], values: [], complete: true });
    await storage.records.insert(store, record('before'), 1);
    await storage.records.insert(store, record('deleted'), 1);
    const shard = await isolate(store);
    // It looks up where the shard is, and keeps that.
    await wait(PLACES_CACHED_MS);
    expect(await storage.records.get(store, 'before', 1)).toMatchObject({ id: 'before' });
    await move(shard, 'block_writes');
    const other = postgresStorage({ url, backend: 'citus' });
    try {
      await other.migrate();
      await other.records.insert(store, record('after'), 2);
      await other.records.delete(store, ['deleted'], 2);
      expect(await storage.records.get(store, 'after', 2)).toMatchObject({ id: 'after' });
      expect(await storage.records.get(store, 'deleted', 2)).toBeNull();
      const page = { where: EVERYTHING, order: NEWEST_FIRST, after: null, limit: 50 };
      const { rows } = await storage.records.find(store, page, 2);
      expect(rows.map(({ id }) => id)).toEqual(['after', 'before']);
    } finally {
      await other.close();
    }
  });
});
