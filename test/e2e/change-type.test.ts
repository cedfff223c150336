import type { PropertyTypeChange, StoreDetail, StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  createStore,
  expectProblem,
  expectRefused,
  forbidden,
  notFound,
  recordPath,
  recordsPath,
  walk,
} from './arrange.ts';
import { onEveryStorage } from './world.ts';

onEveryStorage((arrange) => {
  test(
    'changes the type of a property in the background, while others write',
    verifies('properties.type', 'properties.type.meanwhile'),
    async () => {
      const { a, vitrine, withStoreKey } = await arrange();
      const store = await createStore(a, { sku: 'unique string', price: 'string', note: 'string' });
      const path = `/v2/stores/${store.id}/properties/price/change-type`;
      for (let at = 0; at < 1_100; at += 100) {
        const records = Array.from({ length: 100 }, (_, i) => ({ sku: `s${at + i}`, price: `1.${at + i}` }));
        expect((await a.post(`${recordsPath(store)}/batch`, { records })).status).toBe(200);
      }
      const page = (await a.get<{ cursor: string }>(`${recordsPath(store)}?sortBy=price&limit=2`)).body;
      const before = await a.get<StoreRecordResponse>(recordPath(store, 's5'));
      const change = await a.post<PropertyTypeChange>(path, { type: 'number' });
      expect([change.status, change.body]).toMatchObject([
        200,
        { property: 'price', status: 'running', values: 1_100, converted: 1_100, refused: 0 },
      ]);
      const property = async () => (await a.get<StoreDetail>(`/v2/stores/${store.id}`)).body.properties[1];
      const written = new Map<string, number>();
      const converted = vitrine.runDueJobs();
      let isText = true;
      for (let i = 0; isText || i < 20; i++) {
        isText = (await property())?.type === 'string';
        const [sku, price] = [`s${(i * 97) % 1_100}`, 100 + i];
        const sent = await a.patch(recordPath(store, sku), { price: isText ? String(price) : price });
        // The type may change between the look and the write.
        if (sent.status === 200) written.set(sku, price);
        else expectProblem(sent, 400, 'validation_failed');
      }
      await converted;
      expect(await property()).toEqual({
        ...{ name: 'price', type: 'number', required: false, unique: false, description: null },
      });
      const records = await walk(a, store);
      expect(records).toHaveLength(1_100);
      for (const { sku, price } of records) {
        const wanted = written.get(String(sku)) ?? Number(`1.${String(sku).slice(1)}`);
        expect([sku, price]).toEqual([sku, wanted]);
      }
      const sum = await a.post<{ result: number }>(`${recordsPath(store)}/aggregate`, {
        field: 'price',
        op: 'max',
      });
      expect(sum.body.result).toBe(Math.max(...written.values()));
      const after = await a.get<StoreRecordResponse>(recordPath(store, 's5'));
      if (!written.has('s5')) expect(after.body.date_updated).toBe(before.body.date_updated);
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
      expectRefused(await a.get(`${recordsPath(store)}?sortBy=price&cursor=${page.cursor}`), ['cursor']);
      expectRefused(await a.patch(recordPath(store, 's5'), { price: '5' }), ['price']);

      const storeKey = await withStoreKey(store.id);
      expectProblem(await storeKey.post(path, { type: 'string' }), ...forbidden);
    },
  );

  test(
    'says what does not fit, and refuses what is wrong',
    verifies('properties.type.refused', 'properties.type.unique', 'properties.type.trial'),
    async () => {
      const { a, b } = await arrange();
      const store = await createStore(a, { sku: 'unique string', price: 'string' });
      for (const [sku, price] of [
        ['a', '€ 5'],
        ['b', 'oops'],
        ['c', ''],
      ] as const) {
        await addRecord(a, store, { sku, price });
      }
      const path = (name: string) => `/v2/stores/${store.id}/properties/${name}/change-type`;
      const trial = await a.post(path('price'), { type: 'number', dryRun: true });
      expect(trial.body).toMatchObject({ status: 'dry_run', values: 3, converted: 1, unset: 1, refused: 1 });
      expectRefused(await a.post(path('price'), { type: 'number' }), ['type']);
      for (const [body, at] of [
        [{}, 'type'],
        [{ type: 'money' }, 'type'],
        [{ type: 'number', decimal: 'x' }, 'decimal'],
        [{ type: 'number', dates: 1 }, 'dates'],
        [{ type: 'number', unset: 'yes' }, 'unset'],
        [{ type: 'number', other: 1 }, 'other'],
      ] as const) {
        expectRefused(await a.post(path('price'), body), [at]);
      }
      expectRefused(await a.post(path('price')), ['']);
      expectRefused(await a.post(path('sku'), { type: 'number' }), ['']);
      expectProblem(await a.post(path('other'), { type: 'number' }), ...notFound);
      expectProblem(await b.post(path('price'), { type: 'number' }), ...notFound);
      const { body } = await a.get<StoreDetail>(`/v2/stores/${store.id}`);
      expect(body.properties[1]).toMatchObject({ type: 'string' });
    },
  );
});
