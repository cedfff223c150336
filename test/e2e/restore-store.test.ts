import type { Page, StoreDetail, StoreSummary } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  addRecords,
  createStore,
  expectProblem,
  expectRefused,
  forbidden,
  notFound,
  recordPath,
  recordsPath,
} from './arrange.ts';
import type { Client } from './client.ts';
import { onEveryStorage } from './world.ts';

const DAY = 24 * 3_600_000;

const deletedStores = async (client: Client, query = '') =>
  (await client.get<Page<StoreSummary>>(`/v2/stores?status=DELETED${query}`)).body;

onEveryStorage((arrange) => {
  test(
    'restores a deleted store with its records, its schema and its keys',
    verifies('stores.restore'),
    async () => {
      const { a, withStoreKey, advance, vitrine } = await arrange();
      const store = await createStore(a, { sku: 'unique string', price: 'number', old: 'string' });
      await addRecords(a, store, [
        { sku: 'a', price: 1.5, old: 'x' },
        { sku: 'b', price: null },
      ]);
      const path = `/v2/stores/${store.id}`;
      await a.delete(`${path}/properties/old`);
      await a.post(`${path}/properties/price/rename`, { name: 'cost' });
      const key = await withStoreKey(store.id);
      const before = (await a.get<StoreDetail>(path)).body;
      const records = (await a.get(`${recordsPath(store)}?sortBy=sku`)).body;
      expect((await a.delete(path)).status).toBe(200);
      expectProblem(await key.get(recordsPath(store)), ...notFound);
      advance(7 * DAY - 60_000);
      for (let ran = 1; ran > 0; ) ran = await vitrine.runDueJobs();
      const { status, body } = await a.post<StoreDetail>(`${path}/restore`);
      expect(status).toBe(200);
      expect(body).toEqual({ ...before, date_updated: expect.any(String) });
      expect(body.date_updated > before.date_updated).toBe(true);
      expect((await a.get(path)).body).toEqual(body);
      expect((await a.get(`${recordsPath(store)}?sortBy=sku`)).body).toEqual(records);
      expect((await key.get(recordPath(store, 'a'))).body).toMatchObject({ sku: 'a', cost: 1.5 });
      expect((await key.post(recordsPath(store), { sku: 'c' })).status).toBe(201);
      expect(
        (await a.post(`${recordsPath(store)}/search`, { filters: [{ field: 'cost', op: 'gt', value: 1 }] }))
          .body,
      ).toMatchObject({
        items: [{ sku: 'a' }],
      });
      expect((await a.get<Page<StoreSummary>>('/v2/stores')).body.items.map(({ id }) => id)).toEqual([
        store.id,
      ]);
      expect((await deletedStores(a)).items).toEqual([]);
    },
  );

  test(
    'returns a live store as it is, and one state to racing restores',
    verifies('stores.restore.idempotent'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      const restore = () => a.post<StoreDetail>(`/v2/stores/${store.id}/restore`);
      expect(await restore()).toMatchObject({ status: 200, body: store });
      await a.delete(`/v2/stores/${store.id}`);
      const racing = await Promise.all(Array.from({ length: 6 }, restore));
      for (const { status, body } of racing) {
        expect(status).toBe(200);
        expect(body).toEqual(racing[0]?.body);
      }
    },
  );

  test(
    'restores nothing after seven days, and only stores that the key may restore',
    verifies('stores.restore', 'stores.restore.purged', 'stores.list.deleted'),
    async () => {
      const { a, b, anonymous, withStoreKey, advance, vitrine } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      const other = await createStore(a, { sku: 'unique string' });
      const path = `/v2/stores/${store.id}/restore`;
      const own = await withStoreKey(store.id);
      const foreign = await withStoreKey(other.id);
      expectProblem(await own.post(path), ...forbidden);
      await a.delete(`/v2/stores/${store.id}`);
      expectProblem(await anonymous.post(path), 401, 'unauthorized');
      for (const client of [b, foreign]) expectProblem(await client.post(path), ...notFound);
      expectProblem(await own.post(path), ...forbidden);
      for (const id of ['unknown', 'a%00b', '%F0%9F%98%80', 'x'.repeat(500)])
        expectProblem(await a.post(`/v2/stores/${id}/restore`), ...notFound);
      advance(7 * DAY + 1_000);
      expectProblem(await a.post(path), ...notFound);
      expect((await deletedStores(a)).items).toEqual([]);
      advance(DAY);
      for (let ran = 1; ran > 0; ) ran = await vitrine.runDueJobs();
      expectProblem(await a.post(path), ...notFound);
    },
  );

  test(
    'lists the deleted stores of the account in pages, by name, and not for store keys',
    verifies('stores.list.deleted', 'stores.list.active'),
    async () => {
      const { a, b, withStoreKey, now } = await arrange();
      const live = await createStore(a, { n: 'number' }, { name: 'Live' });
      const stores: StoreDetail[] = [];
      const ownKey = await withStoreKey(live.id);
      for (const name of ['Straße', 'STRASSE', '100%'])
        stores.push(await createStore(a, { n: 'number' }, { name }));
      expect((await deletedStores(a)).items).toEqual([]);
      const before = now();
      for (const { id } of stores) await a.delete(`/v2/stores/${id}`);
      const first = await deletedStores(a, '&limit=2');
      expect(first.items.map(({ name }) => name)).toEqual(['100%', 'STRASSE']);
      const rest = await deletedStores(a, `&limit=2&cursor=${first.cursor}`);
      expect(rest).toEqual({
        items: [expect.objectContaining({ id: stores[0]?.id, status: 'DELETED' })],
        limit: 2,
      });
      const [shown] = first.items;
      expect(Date.parse(shown?.date_deleted ?? '')).toBeGreaterThanOrEqual(before);
      expect(shown).toEqual({
        id: stores[2]?.id,
        name: '100%',
        description: null,
        status: 'DELETED',
        store_type: stores[2]?.store_type,
        recordTtl: null,
        date_created: stores[2]?.date_created,
        date_updated: shown?.date_deleted,
        date_deleted: shown?.date_deleted,
      });
      expect((await deletedStores(a, '&q=stra')).items.map(({ name }) => name)).toEqual([
        'STRASSE',
        'Straße',
      ]);
      expect((await deletedStores(a, '&q=%25')).items.map(({ name }) => name)).toEqual(['100%']);
      expect((await deletedStores(b)).items).toEqual([]);
      expectProblem(await ownKey.get('/v2/stores?status=DELETED'), ...forbidden);
      for (const status of ['deleted', 'ALL', 'GONE'])
        expectRefused(await a.get(`/v2/stores?status=${status}`), ['status']);
      expectRefused(await a.get(`/v2/stores?cursor=${first.cursor}`), ['cursor']);
      expectRefused(await a.get(`/v2/stores?status=DELETED&q=x&cursor=${first.cursor}`), ['cursor']);
      const active = (await a.get<Page<StoreSummary>>('/v2/stores?status=ACTIVE')).body;
      expect(active.items.map(({ name }) => name)).toEqual(['Live']);
    },
  );

  test(
    'restores a store only if the quotas have room for it and its records',
    verifies('stores.restore.quota'),
    async () => {
      const { a, vitrine, accountId } = await arrange();
      const store = await createStore(a, { n: 'number' });
      await addRecords(a, store, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      await a.delete(`/v2/stores/${store.id}`);
      const other = await createStore(a, { n: 'number' });
      const restore = () => a.post<StoreDetail>(`/v2/stores/${store.id}/restore`);
      await vitrine.accounts.changeLimits(accountId, { stores: 1, records: 100 });
      expectProblem(await restore(), 403, 'quota_exceeded');
      await vitrine.accounts.changeLimits(accountId, { stores: 2, records: 3 });
      await addRecord(a, other, { n: 1 });
      expectProblem(await restore(), 403, 'quota_exceeded');
      expect((await deletedStores(a)).items).toHaveLength(1);
      await vitrine.accounts.changeLimits(accountId, { stores: 2, records: 4 });
      expect(await restore()).toMatchObject({ status: 200, body: { recordCount: 3 } });
    },
  );

  test('records expire while their store is deleted', verifies('stores.restore'), async () => {
    const { a, advance } = await arrange();
    const store = await createStore(a, { n: 'number' }, { recordTtl: 3_600 });
    await addRecord(a, store, { n: 1 });
    advance(1_800_000);
    await addRecord(a, store, { n: 2 });
    await a.delete(`/v2/stores/${store.id}`);
    advance(2_000_000);
    expect((await a.post<StoreDetail>(`/v2/stores/${store.id}/restore`)).body).toMatchObject({
      recordCount: 1,
      recordTtl: 3_600,
    });
    const { items } = (await a.get<Page<{ n: number }>>(recordsPath(store))).body;
    expect(items.map(({ n }) => n)).toEqual([2]);
  });
});
