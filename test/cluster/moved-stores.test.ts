import { EVERYTHING, NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Storage, StoreRow } from '@vitrine/core/storage';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onShard } from '../../packages/storage-postgres/src/nodes/shard-reads.ts';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { ask } from '../postgres/ask.ts';
import { type CitusCluster, citusMissing, startCitus } from './citus.ts';
import { storeNamed } from './stores.ts';
import { writeDuring } from './writers.ts';

const ROUNDS = Number(process.env.CITUS_MOVE_ROUNDS ?? 5);
const STORES = 8;

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

  /** Returns the port and the group of the worker with the shard. */
  async function placeOf(shard: unknown): Promise<{ port: string; group: number }> {
    const [row] = await ask(
      citus.coordinator.url,
      `SELECT nodeport, groupid FROM pg_dist_placement JOIN pg_dist_node USING (groupid) WHERE shardid = ${shard}`,
    );
    return { port: String(row?.nodeport), group: Number(row?.groupid) };
  }

  /** Moves the shard to the other worker. */
  async function move(shard: unknown, mode: string): Promise<void> {
    const { port: from } = await placeOf(shard);
    const ports = citus.workers.map((worker) => new URL(worker.url).port);
    const to = ports.find((port) => port !== from);
    await ask(
      citus.coordinator.url,
      `SELECT citus_move_shard_placement(${shard}, '127.0.0.1', ${from}, '127.0.0.1', ${to}, '${mode}')`,
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
    const store = await storage.stores.insert(storeNamed('read after its move'));
    const record = (id: string) => ({ id, slots: [], values: [], complete: true });
    for (const id of ['kept', 'deleted']) await storage.records.insert(store, record(id), 1);
    const shard = String(await isolate(store));
    const from = await placeOf(shard);
    const oldTable = new pg.Client(citus.workers.find(({ url }) => new URL(url).port === from.port)?.url);
    await oldTable.connect();
    const other = postgresStorage({ url: citus.coordinator.url, backend: 'citus' });
    try {
      await other.migrate();
      const ids = onShard(
        { text: 'SELECT id FROM records ORDER BY seq', values: [] },
        { id: shard, group: from.group, table: `records_${shard}` },
      ).text;
      const idsThere = async () => (await oldTable.query(ids)).rows.map(({ id }) => id);
      expect(await idsThere()).toEqual(['kept', 'deleted']);
      // The lock of a read keeps Citus from removing the table.
      await oldTable.query('BEGIN');
      await oldTable.query(`SELECT id FROM records_${shard}`);
      await storage.records.get(store, 'kept', 1);
      await move(shard, 'block_writes');
      await other.records.insert(store, record('later'), 2);
      await other.records.delete(store, ['deleted'], 2);
      expect(await storage.records.get(store, 'later', 2)).toMatchObject({ id: 'later' });
      expect(await storage.records.get(store, 'deleted', 2)).toBeNull();
      const page = { where: EVERYTHING, order: NEWEST_FIRST, after: null, limit: 50 };
      const { rows } = await storage.records.find(store, page, 2);
      expect(rows.map(({ id }) => id)).toEqual(['later', 'kept']);
      const { rows: outdated } = await oldTable.query(`SELECT id FROM records_${shard} ORDER BY seq`);
      expect(outdated.map(({ id }) => id)).toEqual(['kept', 'deleted']);
      expect(await idsThere()).toEqual([]);
    } finally {
      await oldTable.end();
      await other.close();
    }
  });
});
