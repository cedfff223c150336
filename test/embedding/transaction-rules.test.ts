import { type Principal, ValidationError } from '@vitrine/core';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { onEveryStorage } from './transaction-shop.ts';

onEveryStorage('the rules of records within transactions', (shop) => {
  test(
    'unique keys, checks and tags hold within a transaction',
    verifies('library.transactions.rules'),
    async () => {
      const { vitrine, me, orders, counts } = shop();
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
    const { vitrine, me, orders, lines, since } = shop();
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
    const { vitrine, me, orders, lines, counts, totalOf } = shop();
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
    const { vitrine, me, orders, counts } = shop();
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
    'a read-only key reads and a store key stays in its store',
    verifies('library.transactions.rules'),
    async () => {
      const { vitrine, me, orders, lines, counts } = shop();
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
