import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountPrincipal,
  createVitrine,
  type Principal,
  type Transaction,
  ValidationError,
  type Vitrine,
} from '@vitrine/core';
import type { CreateStoreRequest } from '@vitrine/core/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';
import { openStorage } from './open-storage.ts';

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-transactions-'));
  database = await createTestDatabase({ migrated: true });
});

afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

let opened = 0;

const PLACES = {
  'the storage in memory': () => 'memory',
  'SQLite in memory': () => ':memory:',
  'a SQLite file': () => join(folder, `${opened++}.db`),
  PostgreSQL: () => database.url,
};

const ORDERS: CreateStoreRequest = {
  name: 'orders',
  properties: [
    { name: 'number', type: 'string', unique: true },
    { name: 'total', type: 'number' },
  ],
  changes: true,
};
const LINES: CreateStoreRequest = {
  name: 'lines',
  properties: [
    { name: 'order', type: 'string' },
    { name: 'price', type: 'number' },
  ],
};

const done = Symbol('done');

describe.each(Object.entries(PLACES))('transactions on %s', (_name, place) => {
  let vitrine: Vitrine;
  let me: Principal;
  let orders: string;
  let lines: string;
  /** Of the log of orders, at the start. */
  let since: string;

  beforeEach(async () => {
    vitrine = await createVitrine({ storage: openStorage(place()) });
    me = accountPrincipal((await vitrine.accounts.create('Shop')).id);
    orders = (await vitrine.stores.create(me, ORDERS)).id;
    lines = (await vitrine.stores.create(me, LINES)).id;
    since = (await vitrine.changes.list(me, orders)).cursor;
  });

  afterEach(() => vitrine.close());

  const counts = async () => [
    (await vitrine.records.count(me, orders)).count,
    (await vitrine.records.count(me, lines)).count,
  ];
  const totalOf = async (number: string) => (await vitrine.records.get(me, orders, number)).total;

  /** Adds to the total of an order, which it reads first. */
  async function add(tx: Transaction, number: string, amount: number): Promise<void> {
    const { total } = await tx.records.get(me, orders, number);
    await tx.records.patch(me, orders, number, { total: Number(total) + amount });
  }

  test('writes of several stores are made together', verifies('library.transactions'), async () => {
    const result = await vitrine.transaction(async (tx) => {
      const order = await tx.records.add(me, orders, { number: '1', total: 3 });
      await tx.records.batchUpsert(me, lines, {
        records: [
          { order: '1', price: 1 },
          { order: '1', price: 2 },
        ],
      });
      expect(await counts()).toEqual([0, 0]);
      return order;
    });
    expect(await counts()).toEqual([1, 2]);
    expect(await vitrine.records.get(me, orders, '1')).toEqual(result);
  });

  test('a throw writes nothing and is passed on', verifies('library.transactions'), async () => {
    const failure = new Error('no stock');
    const failed = vitrine.transaction(async (tx) => {
      await tx.records.add(me, orders, { number: '1' });
      await tx.records.add(me, lines, { order: '1' });
      throw failure;
    });
    await expect(failed).rejects.toBe(failure);
    expect(await counts()).toEqual([0, 0]);
    expect((await vitrine.changes.list(me, orders, { since })).items).toEqual([]);
  });

  test('reads see the writes of the transaction', verifies('library.transactions.reads'), async () => {
    const stored = [1, 2, 3, 4].map((price) => ({ order: `${price % 2}`, price }));
    await vitrine.records.batchUpsert(me, lines, { records: stored });
    await vitrine.records.add(me, orders, { number: 'kept', total: 1 });
    await vitrine.transaction(async ({ records }) => {
      const { items } = await records.query(me, lines, { sortBy: 'price' });
      const [first, second, third] = items.map(({ id }) => id);
      await records.patch(me, lines, first ?? '', { price: 10 });
      await records.delete(me, lines, second ?? '');
      const added = await records.add(me, lines, { order: '1', price: 2.5 });
      await records.batchDelete(me, lines, { ids: [third ?? ''] });
      await records.add(me, orders, { number: 'new', total: 7 });

      expect((await records.list(me, lines)).items[0]).toEqual(added);
      const sorted = await records.query(me, lines, { sortBy: 'price', total: true });
      expect(sorted.items.map(({ price }) => price)).toEqual([2.5, 4, 10]);
      expect(sorted.total).toBe(3);
      const page = await records.query(me, lines, { sortBy: 'price', limit: 2 });
      expect(page.items.map(({ price }) => price)).toEqual([2.5, 4]);
      const rest = await records.query(me, lines, { sortBy: 'price', limit: 2, cursor: page.cursor });
      expect(rest.items.map(({ price }) => price)).toEqual([10]);
      expect(rest.cursor).toBeUndefined();
      const dear = await records.search(me, lines, { filters: [{ field: 'price', op: 'gt', value: 3 }] });
      expect(dear.items).toHaveLength(2);
      expect((await records.count(me, lines)).count).toBe(3);
      expect((await records.aggregate(me, lines, { field: 'price', op: 'sum' })).result).toBe(16.5);
      const { groups } = await records.summarize(me, lines, {
        groupBy: [{ field: 'order' }],
        measures: [{ op: 'sum', field: 'price' }],
      });
      expect(groups).toHaveLength(2);
      expect(await records.lookup(me, orders, { number: 'new' })).toMatchObject({ total: 7 });
      expect((await records.validate(me, orders, { number: 'other' })).id).toBe('other');
      await expect(records.validate(me, orders, { number: 'new' })).rejects.toThrow(/exists/);
      expect((await records.deleteByKey(me, orders, { number: 'kept' })).status).toBe('deleted');
      await expect(records.get(me, orders, 'kept')).rejects.toMatchObject({ code: 'not_found' });
    });
    expect(await counts()).toEqual([1, 3]);
    const { items } = await vitrine.records.query(me, lines, { sortBy: 'price' });
    expect(items.map(({ price }) => price)).toEqual([2.5, 4, 10]);
  });

  test(
    'unique keys, checks and tags hold within a transaction',
    verifies('library.transactions.rules'),
    async () => {
      await vitrine.records.add(me, orders, { number: '1', total: 1 });
      await vitrine.transaction(async ({ records }) => {
        await expect(records.add(me, orders, { number: '1' })).rejects.toMatchObject({
          code: 'record_exists',
        });
        await records.add(me, orders, { number: '2' });
        await expect(records.add(me, orders, { number: '2' })).rejects.toMatchObject({
          code: 'record_exists',
        });
        await expect(records.add(me, orders, { number: '3', other: 1 })).rejects.toBeInstanceOf(
          ValidationError,
        );
        const { results } = await records.batchUpsert(me, orders, {
          records: [{ number: '2', total: 5 }, { total: 1 }, { number: '4' }],
        });
        expect(results.map(({ status }) => status)).toEqual(['updated', 'failed', 'created']);
        const tagged = records.patch(me, orders, '2', { total: 6 }, { ifMatch: '"other"' });
        await expect(tagged).rejects.toMatchObject({ code: 'precondition_failed' });
      });
      expect(await counts()).toEqual([3, 0]);
    },
  );

  test('the log has the changes in their order', verifies('library.transactions.rules'), async () => {
    await vitrine.transaction(async ({ records }) => {
      await records.add(me, orders, { number: 'b' });
      await records.add(me, orders, { number: 'a' });
      await records.add(me, lines, { order: 'a' });
      await records.patch(me, orders, 'b', { total: 1 });
      await records.delete(me, orders, 'a');
      await records.add(me, lines, { order: 'a' });
      await records.add(me, orders, { number: 'A' });
    });
    const { items } = await vitrine.changes.list(me, orders, { since });
    expect(items.map(({ type, recordId }) => `${type} ${recordId}`)).toEqual([
      'record.created b',
      'record.created a',
      'record.updated b',
      'record.deleted a',
      'record.created A',
    ]);
    expect((await vitrine.records.list(me, orders)).items.map(({ id }) => id)).toEqual(['A', 'b']);
  });

  test('hooks run for its writes and may refuse it', verifies('library.transactions.rules'), async () => {
    vitrine.before('record.write', ({ values }) => {
      if (values.total === 13) throw new ValidationError([{ path: 'total', message: 'Unlucky.' }]);
      values.total ??= 0;
    });
    await vitrine.transaction(({ records }) => records.add(me, orders, { number: '1' }));
    expect(await totalOf('1')).toBe(0);
    const refused = vitrine.transaction(async ({ records }) => {
      await records.add(me, lines, { order: '2' }).catch(() => undefined);
      await records.add(me, orders, { number: '2', total: 13 });
    });
    await expect(refused).rejects.toThrow(/Unlucky/);
    expect(await counts()).toEqual([1, 0]);
  });

  test('quotas count what a transaction has created', verifies('library.transactions.rules'), async () => {
    await vitrine.accounts.changeLimits(me.accountId, { records: 2 });
    const three = vitrine.transaction(async ({ records }) => {
      for (const number of ['1', '2', '3']) await records.add(me, orders, { number });
    });
    await expect(three).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await counts()).toEqual([0, 0]);
    await vitrine.transaction(async ({ records }) => {
      const { results } = await records.batchUpsert(me, orders, {
        records: [{ number: '1' }, { number: '2' }, { number: '3' }],
      });
      expect(results.map(({ status }) => status)).toEqual(['created', 'created', 'failed']);
      await records.delete(me, orders, '1');
      await records.add(me, orders, { number: '4' });
    });
    expect(await counts()).toEqual([2, 0]);
    await expect(vitrine.records.add(me, orders, { number: '5' })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
  });

  test(
    'transactions that change what they have read are made one after the other',
    verifies('library.transactions.isolation'),
    async () => {
      await vitrine.records.add(me, orders, { number: '1', total: 0 });
      await vitrine.records.add(me, orders, { number: '2', total: 100 });
      const move = () =>
        vitrine.transaction(async (tx) => {
          await add(tx, '1', 1);
          await add(tx, '2', -1);
        });
      await Promise.all(Array.from({ length: 12 }, move));
      expect([await totalOf('1'), await totalOf('2')]).toEqual([12, 88]);
    },
  );

  test(
    'a write of others between its reads and its end runs it again',
    verifies('library.transactions.isolation'),
    async () => {
      await vitrine.records.add(me, orders, { number: '1', total: 1 });
      let runs = 0;
      const seen = await vitrine.transaction(async (tx) => {
        const [order] = (await tx.records.query(me, orders)).items;
        if (++runs === 1) {
          await vitrine.records.patch(me, orders, '1', { total: 5 });
          // What a run throws because of what it has read is no error of the transaction.
          throw new Error('seen too early');
        }
        await tx.records.add(me, lines, { order: '1', price: Number(order?.total) });
        return order?.total;
      });
      expect([runs, seen]).toEqual([2, 5]);
      expect(await counts()).toEqual([1, 1]);
    },
  );

  test(
    'its calls are refused after its end, and those of a nested one at once',
    verifies('library.transactions.bounds'),
    async () => {
      let late: Transaction | null = null;
      await vitrine.transaction(async (tx) => {
        late = tx;
        await expect(vitrine.transaction(async () => done)).rejects.toMatchObject({ code: 'conflict' });
        // Not awaited, and a part of the transaction nevertheless.
        void tx.records.add(me, orders, { number: '1' });
      });
      expect(await counts()).toEqual([1, 0]);
      const { records } = late as unknown as Transaction;
      await expect(records.add(me, orders, { number: '2' })).rejects.toThrow('The transaction has ended.');
      await expect(records.get(me, orders, '1')).rejects.toMatchObject({ code: 'unavailable' });
      await expect(vitrine.transaction(async () => done)).resolves.toBe(done);
    },
  );

  test('it uses at most 1,000 records', verifies('library.transactions.bounds'), async () => {
    const records = (from: number) =>
      Array.from({ length: 100 }, (_, i) => ({ number: `n${from * 100 + i}`, total: i }));
    const write = (batches: number) =>
      vitrine.transaction(async (tx) => {
        for (let i = 0; i < batches; i++) await tx.records.batchUpsert(me, orders, { records: records(i) });
      });
    await expect(write(11)).rejects.toThrow(/at most 1,000 records/);
    expect(await counts()).toEqual([0, 0]);
    await write(10);
    expect(await counts()).toEqual([1_000, 0]);
  });

  test(
    'keys, purges, exports and objects that are no clients are refused',
    verifies('library.transactions.bounds'),
    async () => {
      await vitrine.transaction(async ({ records }) => {
        const keyed = records.add(me, orders, { number: '1' }, { idempotencyKey: 'k' });
        await expect(keyed).rejects.toMatchObject({ issues: [{ path: 'idempotencyKey' }] });
        const purged = records.delete(me, orders, '1', {}, { purge: true });
        await expect(purged).rejects.toMatchObject({ issues: [{ path: 'purge' }] });
        expect(records).not.toHaveProperty('export');
      });
      const client = vitrine.transaction(async () => done, { client: {} });
      await expect(client).rejects.toMatchObject({ issues: [{ path: 'client' }] });
      expect(await counts()).toEqual([0, 0]);
    },
  );

  test(
    'a read-only key reads and a store key stays in its store',
    verifies('library.transactions.rules'),
    async () => {
      const reader = { ...me, key: { id: 'k', name: 'K', readOnly: true } } as Principal;
      const writes = vitrine.transaction(({ records }) => records.add(reader, orders, { number: '1' }));
      await expect(writes).rejects.toMatchObject({ code: 'forbidden' });
      const read = await vitrine.transaction(({ records }) => records.list(reader, orders));
      expect(read).toMatchObject({ items: [] });
      const ofOrders: Principal = { kind: 'store', accountId: me.accountId, storeId: orders, key: null };
      await vitrine.transaction(async ({ records }) => {
        await expect(records.add(ofOrders, lines, { order: '1' })).rejects.toMatchObject({
          code: 'not_found',
        });
        await records.add(ofOrders, orders, { number: '1' });
      });
      expect(await counts()).toEqual([1, 0]);
    },
  );
});
