import type { Page, StoreDetail, StoreRecordResponse } from '@vitrine/core/contracts';
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
import { onOneStorage } from './world.ts';

onOneStorage((arrange) => {
  test(
    'renames a property, whose values, place and description stay',
    verifies('properties.rename', 'properties.rename.values'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, {
        sku: 'unique string',
        'list price': 'required number',
        note: 'string',
      });
      await addRecord(a, store, { sku: 'a', 'list price': 1.5, note: 'kept' });
      const path = `/v2/stores/${store.id}/properties`;
      await a.patch(`${path}/${encodeURIComponent('list price')}`, { description: 'net' });
      const rename = `${path}/${encodeURIComponent('list price')}/rename`;
      const { status, body } = await a.post<StoreDetail>(rename, { name: 'price' });
      expect(status).toBe(200);
      expect(body.properties.map(({ name }) => name)).toEqual(['sku', 'price', 'note']);
      expect(body.properties[1]).toEqual({
        name: 'price',
        type: 'number',
        required: true,
        unique: false,
        description: 'net',
      });
      const record = (await a.get<StoreRecordResponse>(recordPath(store, 'a'))).body;
      expect(Object.keys(record)).toEqual(['id', 'sku', 'price', 'note', 'date_created', 'date_updated']);
      expect(record).toMatchObject({ price: 1.5, note: 'kept' });
      const search = { filters: [{ field: 'price', op: 'eq', value: 1.5 }] };
      expect((await a.post(`${recordsPath(store)}/search`, search)).body).toMatchObject({ items: [record] });
      expectRefused(await a.patch(recordPath(store, 'a'), { 'list price': 2 }), ['list price']);
      expect((await a.patch(recordPath(store, 'a'), { price: 2 })).body).toMatchObject({ price: 2 });

      expect((await a.post(path, { name: 'list price', type: 'string' })).status).toBe(200);
      expect(await walk(a, store)).toMatchObject([{ price: 2, 'list price': null }]);
    },
  );

  test(
    'applies the rules of new names, and refuses unique properties',
    verifies('properties.rename.name', 'properties.rename.unique'),
    async () => {
      const { a, b, withStoreKey } = await arrange();
      const store = await createStore(a, { sku: 'unique string', note: 'string', price: 'number' });
      const rename = (name: string) => `/v2/stores/${store.id}/properties/${name}/rename`;
      for (const name of [
        '',
        ' x',
        'x'.repeat(65),
        'ID',
        'date_created',
        'PRICE',
        'sku',
        'e\u0301',
        7,
        null,
      ]) {
        expectRefused(await a.post(rename('note'), { name }), ['name']);
      }
      expectRefused(await a.post(rename('note'), {}), ['name']);
      expectRefused(await a.post(rename('note'), { name: 'x', type: 'number' }), ['type']);
      expectRefused(await a.post(rename('note')), ['']);
      expectRefused(await a.post(rename('sku'), { name: 'key' }), ['']);
      expectProblem(await a.post(rename('unknown'), { name: 'x' }), ...notFound);
      expectProblem(await b.post(rename('note'), { name: 'x' }), ...notFound);
      const storeKey = await withStoreKey(store.id);
      expectProblem(await storeKey.post(rename('unknown'), { name: '' }), ...forbidden);
      expectProblem(await storeKey.post(rename('note'), { name: '' }), ...forbidden);
      expect((await a.get(`/v2/stores/${store.id}`)).body).toMatchObject({ properties: store.properties });

      expect((await a.post<StoreDetail>(rename('note'), { name: 'Note' })).body.properties[1]?.name).toBe(
        'Note',
      );
      expect((await a.post<StoreDetail>(rename('Note'), { name: 'Note' })).status).toBe(200);
    },
  );

  test(
    'refuses a cursor over the old name like one over a deleted property',
    verifies('properties.rename.cursors'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { price: 'number', size: 'number' });
      for (const n of [1, 2, 3]) await addRecord(a, store, { price: n, size: n });
      const page = async (name: string) =>
        (await a.get<Page<StoreRecordResponse>>(`${recordsPath(store)}?limit=1&sortBy=${name}`)).body;
      const [price, size] = [await page('price'), await page('size')];
      await a.post(`/v2/stores/${store.id}/properties/price/rename`, { name: 'cost' });
      await a.delete(`/v2/stores/${store.id}/properties/size`);
      const next = (name: string, cursor = '') =>
        a.get(`${recordsPath(store)}?limit=1&sortBy=${name}&cursor=${encodeURIComponent(cursor)}`);
      expectRefused(await next('price', price.cursor), ['sortBy']);
      expectRefused(await next('size', size.cursor), ['sortBy']);
    },
  );

  test('applies racing renames and writes one after the other', async () => {
    const { a } = await arrange();
    const store = await createStore(a, { n0: 'number' });
    const record = await addRecord(a, store, { n0: 0 });
    const rename = (from: string, to: string) =>
      a.post<StoreDetail>(`/v2/stores/${store.id}/properties/${from}/rename`, { name: to });
    const racing = await Promise.all(['a', 'b', 'c', 'd'].map((name) => rename('n0', name)));
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    const [name = ''] = racing.flatMap(({ status, body }) =>
      status === 200 ? body.properties.map((property) => property.name) : [],
    );
    const writes = Array.from({ length: 10 }, (_, i) =>
      a.patch(recordPath(store, record.id), { [name]: i + 1 }),
    );
    const [patched] = await Promise.all([Promise.all(writes), rename(name, 'last')]);
    for (const { status } of patched) expect([200, 400]).toContain(status);
    const after = (await a.get<StoreRecordResponse>(recordPath(store, record.id))).body;
    expect(Object.keys(after)).toEqual(['id', 'last', 'date_created', 'date_updated']);
    const written = patched.flatMap(({ status }, i) => (status === 200 ? [i + 1] : []));
    expect([0, ...written]).toContain(after.last);
  });
});
