import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import { postgresStorage } from '@vitrine/storage-postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';

const CLIENTS = 6;

let database: TestDatabase;
let pool: pg.Pool;

/** An application has tables with names of Vitrine's. */
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: CLIENTS });
  await pool.query('CREATE TABLE accounts (email text PRIMARY KEY)');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('tables with the same names are refused with the remedy', verifies('library.pool'), async () => {
  const refused = createVitrine({ storage: postgresStorage({ pool }) });
  await expect(refused).rejects.toThrow(/"accounts" already exists, of another program.*`schema`/);
  expect(() => postgresStorage({ pool, schema: 'a"b' })).toThrow('`schema`');
});

test('a URL takes a schema too', verifies('library.pool'), async () => {
  const vitrine = await createVitrine({
    storage: postgresStorage({ url: database.url, schema: 'of_url', columnBytes: 0 }),
  });
  await vitrine.accounts.create('Own');
  await vitrine.close();
  expect((await pool.query('SELECT name FROM of_url.accounts')).rows).toEqual([{ name: 'Own' }]);
});

describe('a schema beside the tables of an application', () => {
  let vitrine: Vitrine;
  let me: Principal;
  let orders: string;

  beforeEach(async () => {
    vitrine = await createVitrine({ storage: postgresStorage({ pool, schema: 'vitrine' }) });
    me = accountPrincipal((await vitrine.accounts.create('Shop')).id);
    const properties = [{ name: 'number', type: 'string', unique: true }] as const;
    orders = (await vitrine.stores.create(me, { name: 'orders', properties: [...properties] })).id;
  });
  afterEach(() => vitrine.close());

  /** Runs work in a transaction of a client of the pool. */
  async function inTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } finally {
      client.release();
    }
  }
  const addOrder = (client: pg.PoolClient, number: string) =>
    vitrine.transaction(({ records }) => records.add(me, orders, { number }), { client });
  const searchPath = async (client: pg.PoolClient) => (await client.query('SHOW search_path')).rows;

  test(
    'has its own tables, and the clients keep their search_path',
    verifies('library.pool', 'library.transactions.client'),
    async () => {
      await inTransaction(async (client) => {
        const before = await searchPath(client);
        await vitrine.transaction(
          async ({ records }) => {
            const email = `${orders}@shop.example`;
            await Promise.all([records.list(me, orders), records.add(me, orders, { number: '1' })]);
            await client.query('INSERT INTO accounts VALUES ($1)', [email]);
          },
          { client },
        );
        expect(await searchPath(client)).toEqual(before);
      });
      expect((await vitrine.records.list(me, orders)).items).toMatchObject([{ number: '1' }]);
      expect((await pool.query('SELECT email FROM accounts')).rowCount).toBe(1);
      await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
      expect((await pool.query('SELECT email FROM accounts')).rowCount).toBe(1);
    },
  );

  test(
    'transactions on all clients of the pool need no further one',
    verifies('library.transactions.client'),
    async () => {
      await vitrine.accounts.changeLimits(me.accountId, { records: 100 });
      const clients = Array.from({ length: CLIENTS }, (_, i) => `${i}`);
      const all = Promise.withResolvers<void>();
      let begun = 0;
      const added = clients.map((number) =>
        inTransaction(async (client) => {
          if (++begun === CLIENTS) all.resolve();
          await all.promise;
          return addOrder(client, number);
        }),
      );
      expect((await Promise.all(added)).map(({ number }) => number)).toEqual(clients);
    },
  );

  test(
    'a call that fails leaves the transaction of the client as it was',
    verifies('library.transactions.client'),
    async () => {
      await inTransaction(async (client) => {
        await client.query("INSERT INTO accounts VALUES ('kept')");
        await client.query("SET LOCAL statement_timeout = '1ms'");
        const slow = vitrine.transaction(({ records }) => records.list(me, orders), { client });
        await slow.catch(() => undefined);
        await client.query("SET LOCAL statement_timeout = '10s'");
        await addOrder(client, '1');
        await expect(addOrder(client, '1')).rejects.toMatchObject({ code: 'record_exists' });
      });
      expect((await vitrine.records.list(me, orders)).items).toHaveLength(1);
      expect((await pool.query("SELECT email FROM accounts WHERE email = 'kept'")).rowCount).toBe(1);
    },
  );
});

test('calls after the end of the pool are unavailable', verifies('library.pool'), async () => {
  const own = new pg.Pool({ connectionString: database.url, max: CLIENTS });
  const vitrine = await createVitrine({ storage: postgresStorage({ pool: own, schema: 'vitrine' }) });
  await own.end();
  const ended = { code: 'unavailable', message: "The application's pool has ended." };
  await expect(vitrine.ping()).rejects.toMatchObject(ended);
  await expect(vitrine.accounts.create('Late')).rejects.toMatchObject(ended);
  await vitrine.close();
});

test(
  'a client whose search_path finds no tables is refused, and its transaction goes on',
  verifies('library.transactions.client'),
  async () => {
    const { url } = await database.createSchema();
    const own = new pg.Pool({ connectionString: url, max: CLIENTS });
    const vitrine = await createVitrine({ storage: postgresStorage({ pool: own }) });
    const me = accountPrincipal((await vitrine.accounts.create('Shop')).id);
    const client = await pool.connect();
    await client.query('BEGIN');
    const refused = vitrine.transaction(({ records }) => records.list(me, 'none'), { client });
    await expect(refused).rejects.toMatchObject({ issues: [{ path: 'client' }] });
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.query('ROLLBACK');
    client.release();
    await vitrine.close();
    await own.end();
  },
);
