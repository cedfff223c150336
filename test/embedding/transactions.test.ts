import type { Transaction } from '@vitrine/core';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { onEveryStorage } from './transaction-shop.ts';

const done = Symbol('done');

onEveryStorage('transactions', (shop) => {
  test('writes of several stores are made together', verifies('library.transactions'), async () => {
    const { vitrine, me, orders, lines, counts } = shop();
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
    const { vitrine, me, orders, lines, since, counts } = shop();
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
    const { vitrine, me, orders, lines, counts } = shop();
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
    'transactions that change what they have read are made one after the other',
    verifies('library.transactions.isolation'),
    async () => {
      const { vitrine, me, orders, totalOf, add } = shop();
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
      const { vitrine, me, orders, lines, counts } = shop();
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
      const { vitrine, me, orders, counts } = shop();
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
    const { vitrine, me, orders, counts } = shop();
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
      const { vitrine, me, orders, counts } = shop();
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
});
