import type { Page, QueryRecordsResponse, StoreDetail, ViewResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, createStore, expectProblem, expectRefused, forbidden, notFound } from './arrange.ts';
import { onOneStorage } from './world.ts';

const NOTHING = { query: {}, display: {} };

onOneStorage((arrange) => {
  test(
    'saves, lists, reads, changes and deletes views',
    verifies('views.lifecycle', 'views.query', 'views.display'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', price: 'number' });
      for (const [sku, price] of [
        ['a', 30],
        ['b', 10],
        ['c', 20],
      ] as const) {
        await addRecord(a, store, { sku, price });
      }
      const path = `/v2/stores/${store.id}/views`;
      const given = {
        name: 'Dear ones',
        kind: 'records',
        query: {
          filters: [{ field: 'price', op: 'gt', value: 15 }],
          match: 'all',
          sortBy: [{ field: 'price', dir: 'asc' }, { field: 'sku' }],
        },
        display: { columns: [{ name: 'price', width: 80.5 }], '': null, deep: [[true]] },
      };
      const made = await a.post<ViewResponse>(path, given);
      expect(made.status).toBe(201);
      const { id, date_created: createdAt, ...members } = made.body;
      expect(members).toEqual({ ...given, date_updated: createdAt });
      expect(made.headers.get('location')).toBe(`${path}/${id}`);
      expect((await a.get(`${path}/${id}`)).body).toEqual(made.body);
      const found = await a.post<QueryRecordsResponse>(
        `/v2/stores/${store.id}/records/query`,
        made.body.query,
      );
      expect(found.body.items.map(({ sku }) => sku)).toEqual(['c', 'a']);

      const chart = (await a.post<ViewResponse>(path, { name: 'By sku', kind: 'chart' })).body;
      expect(chart).toMatchObject(NOTHING);
      const first = (await a.get<Page<ViewResponse>>(`${path}?limit=1`)).body;
      expect(first.items).toEqual([chart]);
      const rest = (await a.get<Page<ViewResponse>>(`${path}?limit=1&cursor=${first.cursor}`)).body;
      expect([rest.items, rest.cursor]).toEqual([[made.body], undefined]);
      const charts = (await a.get<Page<ViewResponse>>(`${path}?kind=chart`)).body;
      expect(charts.items).toEqual([chart]);

      const renamed = await a.patch<ViewResponse>(`${path}/${id}`, { name: 'Expensive' });
      expect(renamed.body).toMatchObject({ ...given, name: 'Expensive' });
      const emptied = await a.patch<ViewResponse>(`${path}/${id}`, NOTHING);
      expect(emptied.body).toMatchObject({ name: 'Expensive', kind: 'records', ...NOTHING });
      expect((await a.patch(`${path}/${id}`, {})).body).toEqual(emptied.body);

      expect((await a.delete(`${path}/${id}`)).status).toBe(204);
      expectProblem(await a.delete(`${path}/${id}`), ...notFound);
      expectProblem(await a.get(`${path}/${id}`), ...notFound);
      expect((await a.get<Page<ViewResponse>>(path)).body.items).toEqual([chart]);
    },
  );

  test('refuses what is no view, and changes nothing', verifies('views.limits'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string', price: 'number' });
    const path = `/v2/stores/${store.id}/views`;
    const view = { name: 'Kept', kind: 'records' };
    const { id } = (await a.post<ViewResponse>(path, view)).body;
    const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
    const refused: readonly (readonly [object, readonly string[]])[] = [
      [{}, ['name', 'kind']],
      [{ ...view, name: ' ' }, ['name']],
      [{ ...view, kind: 'map' }, ['kind']],
      [{ ...view, more: 1 }, ['more']],
      [{ ...view, query: [] }, ['query']],
      [{ ...view, query: { limit: 1 } }, ['query.limit']],
      [{ ...view, query: { filters: [{ field: 'nope', op: 'eq', value: 1 }] } }, ['query.filters[0].field']],
      [{ ...view, query: { filters: [{ field: 'price', op: 'like', value: 1 }] } }, ['query.filters[0].op']],
      [{ ...view, query: { sortBy: 'nope' } }, ['query.sortBy']],
      [{ ...view, query: { sortBy: [{ field: 'price' }], sortDir: 'asc' } }, ['query.sortDir']],
      [{ ...view, query: { q: 'x'.repeat(4_097) } }, ['query.q']],
      [{ ...view, display: 'wide' }, ['display']],
      [{ ...view, display: [] }, ['display']],
      [{ ...view, display: { text: 'x'.repeat(16_384) } }, ['display']],
      [{ ...view, display: nested(9) }, ['display']],
    ];
    for (const [body, paths] of refused) expectRefused(await a.post(path, body), [...paths]);
    expectRefused(await a.patch(`${path}/${id}`, { name: '', display: nested(9) }), ['display']);
    expectRefused(await a.patch(`${path}/${id}`, { query: { sortBy: 'nope' } }), ['query.sortBy']);
    expectRefused(await a.patch(`${path}/${id}`, { kind: 'chart' }), ['kind']);
    expectRefused(await a.get(`${path}?kind=map`), ['kind']);
    expect((await a.post(path, { ...view, display: nested(8) })).status).toBe(201);
    const all = (await a.get<Page<ViewResponse>>(path)).body.items;
    expect(all.map(({ name }) => name)).toEqual(['Kept', 'Kept']);
    expect(all[1]).toMatchObject({ ...view, ...NOTHING });
  });

  test('keeps at most 200 views of a store', verifies('views.limits'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'string' });
    const path = `/v2/stores/${store.id}/views`;
    const view = { name: 'One of many', kind: 'records' };
    const made = await Promise.all(Array.from({ length: 202 }, () => a.post<ViewResponse>(path, view)));
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(2);
    for (const response of refused) expectRefused(response, ['']);
    const [first] = made.filter(({ status }) => status === 201);
    expect((await a.delete(`${path}/${first?.body.id}`)).status).toBe(204);
    expect((await a.post(path, view)).status).toBe(201);
  });

  test('lets keys of the store read its views only', verifies('views.access'), async () => {
    const { a, b, withStoreKey } = await arrange();
    const store = await createStore(a, { sku: 'string' });
    const other = await createStore(a, { sku: 'string' });
    const path = `/v2/stores/${store.id}/views`;
    const { body: view } = await a.post<ViewResponse>(path, { name: 'Mine', kind: 'records' });
    const key = await withStoreKey(store.id);
    expect((await key.get<Page<ViewResponse>>(path)).body.items).toEqual([view]);
    expect((await key.get(`${path}/${view.id}`)).body).toEqual(view);
    expectProblem(await key.post(path, { name: 'x', kind: 'records' }), ...forbidden);
    expectProblem(await key.patch(`${path}/${view.id}`, { name: 'x' }), ...forbidden);
    expectProblem(await key.delete(`${path}/${view.id}`), ...forbidden);
    for (const foreign of [`/v2/stores/${other.id}/views/${view.id}`, `${path}/${'x'.repeat(300)}`]) {
      expectProblem(await a.get(foreign), ...notFound);
      expectProblem(await a.patch(foreign, { name: 'x' }), ...notFound);
      expectProblem(await a.delete(foreign), ...notFound);
    }
    expectProblem(await b.get(`${path}/${view.id}`), ...notFound);
    expectProblem(await b.get(path), ...notFound);
    expect((await a.get(`${path}/${view.id}`)).body).toEqual(view);
  });

  test(
    'keeps views as they are while properties change, and with their store',
    verifies('views.renamed', 'views.with-store'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', price: 'number' });
      const path = `/v2/stores/${store.id}/views`;
      const query = { sortBy: 'price', sortDir: 'desc' };
      const made = await a.post<ViewResponse>(path, { name: 'Dear', kind: 'records', query });
      const view = made.body;
      await a.post(`/v2/stores/${store.id}/properties/price/rename`, { name: 'cost' });
      expect((await a.get(`${path}/${view.id}`)).body).toEqual(view);
      const renamed = await a.patch<ViewResponse>(`${path}/${view.id}`, { name: 'Still dear' });
      expect(renamed.body).toMatchObject({ name: 'Still dear', query });
      expectRefused(await a.post(`/v2/stores/${store.id}/records/query`, query), ['sortBy']);
      expectRefused(await a.patch(`${path}/${view.id}`, { query }), ['query.sortBy']);
      await a.delete(`/v2/stores/${store.id}`);
      expectProblem(await a.get(`${path}/${view.id}`), ...notFound);
      await a.post(`/v2/stores/${store.id}/restore`);
      expect((await a.get(`${path}/${view.id}`)).body).toEqual(renamed.body);
    },
  );

  test(
    'keeps the format of a number, and its values plain',
    verifies('formats.shown', 'formats.refused'),
    async () => {
      const { a } = await arrange();
      const price = { name: 'price', type: 'number', format: { style: 'currency', currency: 'EUR' } };
      const given = [price, { name: 'note', type: 'string' }];
      const made = await a.post<StoreDetail>('/v2/stores', { name: 'Shop', properties: given });
      expect(made.body.properties).toMatchObject(given);
      expect(made.body.properties[1]).not.toHaveProperty('format');
      const path = `/v2/stores/${made.body.id}/properties`;
      const formatOf = async (name: string) =>
        (await a.get<StoreDetail>(`/v2/stores/${made.body.id}`)).body.properties.find(
          (property) => property.name === name,
        )?.format;
      await a.post(`${path}/price/rename`, { name: 'cost' });
      await a.patch(`${path}/cost`, { description: 'net' });
      expect(await formatOf('cost')).toEqual(price.format);
      const record = await a.post<{ id: string }>(`/v2/stores/${made.body.id}/records`, { cost: 1234.5 });
      expect(record.body).toMatchObject({ cost: 1234.5 });
      const percent = { style: 'percent', decimals: 0 };
      await a.patch(`${path}/cost`, { format: percent });
      expect(await formatOf('cost')).toEqual(percent);
      await a.post(path, { name: 'rate', type: 'number', format: { style: 'plain', decimals: 10 } });
      expect(await formatOf('rate')).toEqual({ style: 'plain', decimals: 10 });

      const refused: readonly (readonly [unknown, string])[] = [
        ['EUR', 'format'],
        [{}, 'format.style'],
        [{ style: 'scientific' }, 'format.style'],
        [{ style: 'currency' }, 'format.currency'],
        [{ style: 'currency', currency: 'euro' }, 'format.currency'],
        [{ style: 'percent', currency: 'EUR' }, 'format.currency'],
        [{ style: 'plain', decimals: 11 }, 'format.decimals'],
        [{ style: 'plain', decimals: 0.5 }, 'format.decimals'],
        [{ style: 'plain', width: 3 }, 'format.width'],
      ];
      for (const [format, issue] of refused) {
        expectRefused(await a.patch(`${path}/cost`, { format }), [issue]);
        expectRefused(await a.post(path, { name: 'more', type: 'number', format }), [issue]);
      }
      expectRefused(await a.patch(`${path}/note`, { format: percent }), ['format']);
      expectRefused(await a.post(path, { name: 'more', type: 'datetime', format: percent }), ['format']);
      expect(await formatOf('cost')).toEqual(percent);
      expect(await formatOf('note')).toBeUndefined();
      await a.patch(`${path}/cost`, { format: null });
      expect(await formatOf('cost')).toBeUndefined();
    },
  );
});
