import { setTimeout as wait } from 'node:timers/promises';
import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import { postgresStorage } from '@vitrine/storage-postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';

let database: TestDatabase;
let pool: pg.Pool;
let vitrine: Vitrine;
let me: Principal;
let orders: string;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: true });
});

afterAll(() => database.drop());

beforeEach(async () => {
  pool = new pg.Pool({ connectionString: database.url, max: 6 });
  vitrine = await createVitrine({ storage: postgresStorage({ pool }) });
  me = accountPrincipal((await vitrine.accounts.create('Shop')).id);
  const properties = [
    { name: 'number', type: 'string', unique: true },
    { name: 'total', type: 'number' },
  ] as const;
  orders = (await vitrine.stores.create(me, { name: 'orders', properties: [...properties] })).id;
});

afterEach(async () => {
  await vitrine.close();
  await pool.end();
});

const numbers = async () =>
  (await vitrine.records.list(me, orders, { sortBy: 'number' })).items.map(({ number }) => number);

/** Runs work with a client of the pool. */
async function withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

describe('a transaction in that of a client', () => {
  test(
    'is made when the client commits, with what the client writes itself',
    verifies('library.transactions.client'),
    async () => {
      await pool.query('CREATE TABLE IF NOT EXISTS invoices (number text PRIMARY KEY)');
      await withClient(async (client) => {
        await client.query('BEGIN');
        await client.query("INSERT INTO invoices VALUES ('1')");
        await vitrine.transaction(({ records }) => records.add(me, orders, { number: '1', total: 5 }), {
          client,
        });
        const again = await vitrine.transaction(({ records }) => records.get(me, orders, '1'), { client });
        expect(again).toMatchObject({ total: 5 });
        expect(await numbers()).toEqual([]);
        await client.query('COMMIT');
      });
      expect(await numbers()).toEqual(['1']);
      expect((await pool.query('SELECT number FROM invoices')).rows).toEqual([{ number: '1' }]);
    },
  );

  test('is undone when the client rolls back', verifies('library.transactions.client'), async () => {
    await withClient(async (client) => {
      await client.query('BEGIN');
      await vitrine.transaction(
        async ({ records }) => {
          await records.add(me, orders, { number: '1' });
          await records.batchUpsert(me, orders, { records: [{ number: '2' }, { number: '1', total: 3 }] });
        },
        { client },
      );
      await client.query('ROLLBACK');
    });
    expect(await numbers()).toEqual([]);
  });

  test(
    'that throws leaves the transaction of the client as it was',
    verifies('library.transactions.client'),
    async () => {
      await vitrine.records.add(me, orders, { number: 'taken' });
      await withClient(async (client) => {
        await client.query('BEGIN');
        await vitrine.transaction(({ records }) => records.add(me, orders, { number: 'a' }), { client });
        const refused = vitrine.transaction(
          async ({ records }) => {
            await records.add(me, orders, { number: 'b' });
            await records.add(me, orders, { number: 'taken' });
          },
          { client },
        );
        await expect(refused).rejects.toMatchObject({ code: 'record_exists' });
        await client.query('COMMIT');
      });
      expect(await numbers()).toEqual(['a', 'taken']);
    },
  );

  test(
    'waits for another one that changes the same record, and runs again',
    verifies('library.transactions.isolation'),
    async () => {
      await vitrine.records.add(me, orders, { number: '1', total: 0 });
      const raise = () =>
        withClient(async (client) => {
          await client.query('BEGIN');
          await vitrine.transaction(
            async ({ records }) => {
              const { total } = await records.get(me, orders, '1');
              await records.patch(me, orders, '1', { total: Number(total) + 1 });
            },
            { client },
          );
          await client.query('COMMIT');
        });
      await Promise.all([raise(), raise(), raise()]);
      expect(await vitrine.records.get(me, orders, '1')).toMatchObject({ total: 3 });
    },
  );

  test(
    'is refused without an open transaction, and for a pool',
    verifies('library.transactions.client'),
    async () => {
      const add = (client: unknown) =>
        vitrine.transaction(({ records }) => records.add(me, orders, { number: '1' }), { client });
      const refused = { code: 'validation_failed', issues: [{ path: 'client' }] };
      await withClient((client) => expect(add(client)).rejects.toMatchObject(refused));
      await expect(add(pool)).rejects.toMatchObject(refused);
      await withClient(async (client) => {
        await client.query('BEGIN');
        await client.query('SELECT wrong').catch(() => undefined);
        await expect(add(client)).rejects.toMatchObject(refused);
        await client.query('ROLLBACK');
      });
      expect(await numbers()).toEqual([]);
    },
  );
});

describe("a storage on the application's pool", () => {
  test('opens no more connections than the pool has', verifies('library.pool'), async () => {
    const writes = Array.from({ length: 40 }, (_, i) =>
      vitrine.records.add(me, orders, { number: `${i}`, total: i }),
    );
    const sums = Array.from({ length: 10 }, () =>
      vitrine.records.aggregate(me, orders, { field: 'total', op: 'sum' }),
    );
    await Promise.all([...writes, ...sums]);
    expect(pool.totalCount).toBeLessThanOrEqual(6);
    expect(await numbers()).toHaveLength(40);
  });

  test('gives clients back with their settings and without listeners', verifies('library.pool'), async () => {
    const names = [
      'enable_seqscan',
      'plan_cache_mode',
      'statement_timeout',
      'synchronous_commit',
      'enable_sort',
    ];
    const settings = (client: pg.PoolClient) =>
      client.query(`SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`);
    const fresh = new pg.Client({ connectionString: database.url });
    await fresh.connect();
    const before = (await settings(fresh as unknown as pg.PoolClient)).rows;
    await fresh.end();
    await vitrine.records.add(me, orders, { number: '1' });
    await vitrine.records.aggregate(me, orders, { field: 'total', op: 'sum' });
    await vitrine.transaction(({ records }) => records.add(me, orders, { number: '2' }));
    await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
    const clients = await Promise.all(Array.from({ length: 6 }, () => pool.connect()));
    const listeners = new Set(
      clients.map((client) => `${client.listenerCount('error')} ${client.listenerCount('end')}`),
    );
    expect(listeners.size).toBe(1);
    for (const client of clients) expect((await settings(client)).rows).toEqual(before);
    for (const client of clients) client.release();
  });

  test('leaves the pool open when it is closed', verifies('library.pool'), async () => {
    await vitrine.records.add(me, orders, { number: '1' });
    await vitrine.close();
    expect(pool.ended).toBe(false);
    expect(pool.idleCount).toBe(pool.totalCount);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await expect(vitrine.records.list(me, orders)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('has given back all clients when it is closed', verifies('library.pool'), async () => {
    const slow = new pg.Pool({ connectionString: database.url, max: 6 });
    slow.on('connect', (client) => {
      const query = client.query.bind(client) as (config: object, values?: unknown[]) => Promise<unknown>;
      const slowly = (config: object, values?: unknown[]) => wait(50).then(() => query(config, values));
      Object.assign(client, { query: slowly });
    });
    const other = await createVitrine({ storage: postgresStorage({ pool: slow }) });
    await other.transaction(({ records }) => records.add(me, orders, { number: '1' }));
    await other.close();
    expect(slow.totalCount).toBeGreaterThan(0);
    expect(slow.idleCount).toBe(slow.totalCount);
    await slow.end();
  });

  test('goes on after the pool has lost its connections', verifies('library.pool'), async () => {
    pool.on('error', () => undefined);
    await vitrine.records.add(me, orders, { number: '1' });
    const own = await pool.query('SELECT pg_backend_pid() AS pid');
    await pool
      .query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> $1 AND datname = current_database()',
        [own.rows[0].pid],
      )
      .catch(() => undefined);
    await expect.poll(() => numbers().catch(() => null)).toEqual(['1']);
  });

  test.each([
    ['a pool that is too small', { pool: new pg.Pool({ max: 5 }) }, /at least 6/],
    ['a pool with a URL', { pool: new pg.Pool({ max: 6 }), url: 'postgres://localhost/x' }, /without `url`/],
    ['neither a pool nor a URL', {}, /Expected postgres:/],
  ])('%s is refused', (_, options, message) => {
    expect(() => postgresStorage(options)).toThrow(message);
  });
});
