import type { ChangeRow, Storage, StoreRow } from '@vitrine/core/storage';
import { contextText } from '@vitrine/storage-sql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { verifies } from '../../../test/requirements.ts';
import { postgresStorage } from './postgres-storage.ts';

const BACKENDS = ['postgres', 'citus'] as const;

let lastStore = 0;

describe.each(BACKENDS)('positions in the log of a store, with the profile of %s', (backend) => {
  let database: TestDatabase;
  let servers: readonly [Storage, Storage];
  let clients: readonly [pg.Client, pg.Client];
  /** Apart from the clients, because a transaction sees one snapshot of `pg_stat_activity`. */
  let observer: pg.Client;
  const guards = backend === 'citus' ? 'store_guards' : 'stores';

  beforeAll(async () => {
    database = await createTestDatabase();
    const { url } = await database.createSchema();
    servers = [postgresStorage({ url, backend, pool: 8 }), postgresStorage({ url, backend, pool: 8 })];
    clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
    observer = new pg.Client({ connectionString: url });
    await Promise.all([...clients, observer].map((client) => client.connect()));
    await servers[0].migrate();
  });

  afterAll(async () => {
    await Promise.all([...clients, observer].map((client) => client.end()));
    await Promise.all(servers.map((server) => server.close()));
    await database.drop();
  });

  async function createStore(changes: boolean): Promise<StoreRow> {
    const property = {
      name: 'n',
      type: 'number',
      required: false,
      unique: false,
      description: null,
    } as const;
    return servers[0].stores.insert({
      ...{ id: `store ${++lastStore}`, accountId: 'account', name: 'Shoes', description: null },
      ...{ recordTtl: null, storeType: 'x', properties: [{ ...property, slot: 'n0' }] },
      ...{ createdAt: 1, updatedAt: 1, changes },
    });
  }

  const recordOf = (id: string, n = 1) => ({ id, slots: ['n0'] as const, values: [n], complete: true });

  async function readAfter(store: StoreRow, after: number): Promise<readonly ChangeRow[]> {
    const page = await servers[1].changes.read(store.id, { after, limit: 1_000 });
    if (page === 'expired') throw new Error(`${after} has expired`);
    return page.rows;
  }

  async function idsAfter(store: StoreRow, after: number) {
    return (await readAfter(store, after)).map(({ recordId }) => recordId);
  }

  async function waiting(): Promise<number> {
    const { rows } = await observer.query(
      `SELECT CAST(count(*) AS integer) AS waiting
    FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0].waiting;
  }

  /** Inserts a record in a transaction that stays open, as a write of the store does. */
  async function insertInOpen(client: pg.Client, store: StoreRow, id: string): Promise<void> {
    await client.query('BEGIN');
    const log = { keepsValues: false, importId: null };
    const context = contextText({ storeVersion: store.version, log, at: null, by: null });
    await client.query("SELECT set_config('vitrine.change', $1, TRUE)", [context]);
    await client.query(`SELECT FROM ${guards} WHERE id = $1 FOR SHARE`, [store.id]);
    await client.query(
      `INSERT INTO records (store_id, seq, id, created_at, updated_at)
    VALUES ($1, nextval('records_numbers'), $2, 1, 1)`,
      [store.id, id],
    );
  }

  test.runIf(backend === 'postgres')(
    'rise in the order of commits, not of the changes: a later commit is never before an entry that was read',
    verifies('changes.log.order'),
    async () => {
      const store = await createStore(true);
      const from = (await servers[0].changes.turnOn(store, 1)) ?? 0;
      await insertInOpen(clients[0], store, 'first');
      await insertInOpen(clients[1], store, 'second');
      await servers[0].records.insert(store, recordOf('third'), 1);
      const [third] = await readAfter(store, from);
      expect(third?.recordId).toBe('third');
      await clients[1].query('COMMIT');
      expect(await idsAfter(store, third?.position ?? 0)).toEqual(['second']);
      await clients[0].query('COMMIT');
      expect(await idsAfter(store, third?.position ?? 0)).toEqual(['second', 'first']);
      const rows = await readAfter(store, from);
      expect(rows.map(({ position }) => position - from)).toEqual([1, 2, 3]);
    },
  );

  test('a transaction that stays open elsewhere delays no entry', async () => {
    const store = await createStore(true);
    await clients[0].query('BEGIN');
    await clients[0].query('SELECT pg_current_xact_id()');
    await servers[0].records.insert(store, recordOf('a'), 1);
    expect((await idsAfter(store, 0)).at(-1)).toBe('a');
    await clients[0].query('ROLLBACK');
  });

  test.runIf(backend === 'postgres')(
    'a transaction that is rolled back leaves no entry and no gap',
    async () => {
      const store = await createStore(true);
      await insertInOpen(clients[0], store, 'never');
      await servers[0].records.insert(store, recordOf('a'), 1);
      await clients[0].query('ROLLBACK');
      await servers[0].records.insert(store, recordOf('b'), 1);
      const rows = await readAfter(store, 0);
      expect(rows.map(({ recordId, position }) => [recordId, position])).toEqual([
        [null, 1],
        ['a', 2],
        ['b', 3],
      ]);
    },
  );

  test(
    'turning a log on waits for writes in flight, so that none is missing after the position of now',
    verifies('changes.log.turn-on'),
    async () => {
      const store = await createStore(false);
      await clients[0].query('BEGIN');
      await clients[0].query(`SELECT FROM ${guards} WHERE id = $1 FOR SHARE`, [store.id]);
      let isOn = false;
      const turning = servers[0].changes.turnOn(store, 1).finally(() => {
        isOn = true;
      });
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
      expect(isOn).toBe(false);
      await clients[0].query('COMMIT');
      const from = (await turning) ?? 0;
      expect(await servers[1].records.insert(store, recordOf('stale'), 1)).toBe('stale');
      expect(await idsAfter(store, from)).toEqual([]);
    },
  );

  test('a deletion that begins while the log is turned on has an entry', async () => {
    const store = await createStore(false);
    await servers[0].records.insert(store, recordOf('a'), 1);
    await clients[0].query('BEGIN');
    await clients[0].query(`UPDATE ${guards} SET is_logged = 1, version = version + 1 WHERE id = $1`, [
      store.id,
    ]);
    await clients[0].query(
      `INSERT INTO change_logs (store_id, is_on, last_position, complete_after, used_at, history_bytes)
    VALUES ($1, 1, 0, 0, 1, 0)`,
      [store.id],
    );
    const deleting = servers[0].records.delete(store, ['a'], 2);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    await clients[0].query('COMMIT');
    expect(await deleting).toEqual(['a']);
    expect(await idsAfter(store, 0)).toEqual(['a']);
  });

  test('concurrent readers on two servers see the same entries in the same order, and miss none', async () => {
    const store = await createStore(true);
    const from = (await servers[0].changes.turnOn(store, 1)) ?? 0;
    const writes = 300;
    const left = { writers: 6 };
    const write = async (writer: number) => {
      const server = servers[writer % 2 === 0 ? 0 : 1];
      for (let i = 0; i < writes / 6; i++) {
        await server.records.upsert(store, [recordOf(`r${i % 7}`, writer * 1_000 + i)], 1);
      }
      left.writers--;
    };
    const follow = async (server: Storage) => {
      const seen: ChangeRow[] = [];
      let after = from;
      for (let isLast = false; !isLast; ) {
        isLast = left.writers === 0;
        const page = await server.changes.read(store.id, { after, limit: 17 });
        if (page === 'expired') throw new Error('expired');
        seen.push(...page.rows);
        after = page.position;
        isLast &&= !page.more;
      }
      return seen;
    };
    const [first, ...others] = await Promise.all([
      ...[servers[0], servers[1], servers[0], servers[1]].map(follow),
      ...[0, 1, 2, 3, 4, 5].map(async (writer) => {
        await write(writer);
        return null;
      }),
    ]);
    expect(first).toHaveLength(writes);
    expect(first?.map(({ position }) => position - from)).toEqual(
      Array.from({ length: writes }, (_, i) => i + 1),
    );
    for (const seen of others.slice(0, 3)) expect(seen).toEqual(first);
  });
});
