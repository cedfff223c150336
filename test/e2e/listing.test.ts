import type { Page, StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  addRecords,
  createStore,
  expectRefused,
  recordPath,
  recordsPath,
  walk,
} from './arrange.ts';
import type { Client } from './client.ts';
import { onOneStorage } from './world.ts';

type RecordPage = Page<StoreRecordResponse>;

async function page(client: Client, store: { id: string }, query: string): Promise<RecordPage> {
  return (await client.get<RecordPage>(`${recordsPath(store)}?${query}`)).body;
}

const idsOf = (records: readonly StoreRecordResponse[]) => records.map(({ id }) => id);

onOneStorage((arrange) => {
  test(
    'returns a page with its limit, and with a cursor unless it is the last',
    verifies(
      'page.envelope',
      'page.cursor.present',
      'page.cursor.absent',
      'page.flow',
      'page.limit.default',
      'operation.list-records',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { n: 'unique number' });
      await addRecords(
        a,
        store,
        Array.from({ length: 51 }, (_, n) => ({ n })),
      );
      const first = await page(a, store, '');
      expect(Object.keys(first).sort()).toEqual(['cursor', 'items', 'limit']);
      expect(first).toMatchObject({ limit: 50, cursor: expect.any(String) });
      expect(first.items).toHaveLength(50);
      const last = await page(a, store, `cursor=${first.cursor}`);
      expect(Object.keys(last).sort()).toEqual(['items', 'limit']);
      expect(last.items).toHaveLength(1);
      const exact = await page(a, store, 'limit=51');
      expect(exact.items).toHaveLength(51);
      expect(exact).not.toHaveProperty('cursor');
      expect(idsOf(await walk(a, store, 'limit=7'))).toEqual(idsOf(exact.items));
    },
  );

  test(
    'lowers a limit above 100 and returns it, and refuses one that is below 1 or not an integer',
    verifies('page.limit.lowered', 'page.limit.refused', 'page.empty-parameters', 'problem.paths.query'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { n: 'number' });
      await addRecords(
        a,
        store,
        Array.from({ length: 101 }, (_, n) => ({ n })),
      );
      for (const path of [recordsPath(store), '/v2/stores', '/admin/keys']) {
        for (const limit of ['101', '1000000', '99999999999999999999']) {
          expect((await a.get(`${path}?limit=${limit}`)).body).toMatchObject({ limit: 100 });
        }
        for (const limit of ['0', '-1', '1.5', 'ten', '1e1', '0x10', '%20', '1%20', 'NaN', 'Infinity']) {
          expectRefused(await a.get(`${path}?limit=${limit}`), ['limit']);
        }
        expect((await a.get(`${path}?limit=&cursor=`)).body).toMatchObject({ limit: 50 });
        expect((await a.get(`${path}?limit=1`)).body).toMatchObject({ limit: 1 });
      }
      expect((await page(a, store, 'limit=1000')).items).toHaveLength(100);
    },
  );

  test(
    'lists in the exact reverse order of insertion by default, also within one millisecond',
    verifies('records.list.default-order', 'records.list.insertion'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { n: 'unique number' });
      const order = Array.from({ length: 120 }, (_, index) => (index * 77) % 120);
      await addRecords(
        a,
        store,
        order.map((n) => ({ n })),
      );
      await addRecords(a, store, [{ n: 500 }]);
      await a.patch(recordPath(store, '5'), { n: 5 });
      const expected = [500, ...order.toReversed()].map(String);
      expect(idsOf(await walk(a, store, 'limit=11'))).toEqual(expected);
    },
  );

  test(
    'sorts by a property, id or date in both directions, with unset values last and ties newest first',
    verifies(
      'records.list.sort-by',
      'records.list.sort-dir',
      'records.list.ties',
      'records.list.unset-last',
      'order.strings',
    ),
    async () => {
      const { a, advance } = await arrange();
      const store = await createStore(a, {
        key: 'unique string',
        text: 'string',
        n: 'number',
        flag: 'boolean',
        at: 'datetime',
      });
      const rows = [
        { key: 'k1', text: 'b', n: 10, flag: true, at: '2026-01-02' },
        { key: 'k2', text: 'B', n: 9, flag: false, at: '2026-01-01' },
        { key: 'k3' },
        { key: 'k4', text: '', n: -1, flag: true, at: '1969-01-01' },
        { key: 'k5', text: '～', n: 10, flag: null, at: '2026-01-02T00:00:00.001Z' },
        { key: 'k6', text: '😀', n: 0.5 },
        { key: 'k7', text: 'b', n: 9 },
      ];
      for (const row of rows) {
        await addRecord(a, store, row);
        advance(3);
      }
      await a.patch(recordPath(store, 'k2'), { flag: false });
      const sorted = async (query: string) => idsOf(await walk(a, store, query)).join(' ');
      expect(await sorted('sortBy=text&limit=2')).toBe('k4 k2 k7 k1 k5 k6 k3');
      expect(await sorted('sortBy=text&sortDir=desc&limit=2')).toBe('k6 k5 k7 k1 k2 k4 k3');
      expect(await sorted('sortBy=n&sortDir=asc&limit=1')).toBe('k4 k6 k7 k2 k5 k1 k3');
      expect(await sorted('sortBy=n&sortDir=desc&limit=3')).toBe('k5 k1 k7 k2 k6 k4 k3');
      expect(await sorted('sortBy=flag&limit=2')).toBe('k2 k4 k1 k7 k6 k5 k3');
      expect(await sorted('sortBy=flag&sortDir=desc&limit=2')).toBe('k4 k1 k2 k7 k6 k5 k3');
      expect(await sorted('sortBy=at&limit=2')).toBe('k4 k2 k1 k5 k7 k6 k3');
      expect(await sorted('sortBy=id&limit=3')).toBe('k1 k2 k3 k4 k5 k6 k7');
      expect(await sorted('sortBy=id&sortDir=desc&limit=3')).toBe('k7 k6 k5 k4 k3 k2 k1');
      expect(await sorted('sortBy=date_created&limit=3')).toBe('k1 k2 k3 k4 k5 k6 k7');
      expect(await sorted('sortBy=date_created&sortDir=desc&limit=3')).toBe('k7 k6 k5 k4 k3 k2 k1');
      expect(await sorted('sortBy=date_updated&limit=3')).toBe('k1 k3 k4 k5 k6 k7 k2');
      expect(await sorted('sortBy=date_updated&sortDir=desc')).toBe('k2 k7 k6 k5 k4 k3 k1');
      for (const query of [
        'sortBy=colour',
        'sortBy=seq',
        'sortBy=t0',
        'sortBy=created_at',
        'sortBy=store_id',
        'sortBy=text%20desc',
      ]) {
        expectRefused(await a.get(`${recordsPath(store)}?${query}`), ['sortBy']);
      }
      for (const query of ['sortDir=up', 'sortDir=ASC', 'sortBy=n&sortDir=desc;']) {
        expectRefused(await a.get(`${recordsPath(store)}?${query}`), ['sortDir']);
      }
    },
  );

  test(
    'sorts by dates in insertion order within a millisecond, and in its reverse, in every operation',
    verifies('records.list.dates'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { key: 'unique string', n: 'number' });
      const keys = ['b', 'a', 'd', 'c', 'f', 'e', 'h', 'g'];
      await addRecords(
        a,
        store,
        keys.map((key, n) => ({ key, n })),
      );
      const path = recordsPath(store);
      const filters = [{ field: 'n', op: 'gte', value: 0 }];
      for (const sortBy of ['date_created', 'date_updated']) {
        for (const sortDir of ['asc', 'desc']) {
          const expected = sortDir === 'asc' ? keys : keys.toReversed();
          const order = { sortBy, sortDir };
          expect(idsOf(await walk(a, store, `sortBy=${sortBy}&sortDir=${sortDir}&limit=3`))).toEqual(
            expected,
          );
          for (const filtered of [order, { ...order, filters }]) {
            const found = await a.post<{ items: StoreRecordResponse[] }>(`${path}/search`, filtered);
            expect(idsOf(found.body.items)).toEqual(expected);
            const queried = await a.post<RecordPage>(`${path}/query`, { ...filtered, limit: 5 });
            const { cursor } = queried.body;
            const rest = await a.post<RecordPage>(`${path}/query`, { ...filtered, limit: 5, cursor });
            expect(idsOf([...queried.body.items, ...rest.body.items])).toEqual(expected);
            const exported = await a.post<StoreRecordResponse[]>(`${path}/export`, filtered);
            expect(idsOf(exported.body)).toEqual(expected);
          }
        }
      }
      expect(idsOf(await walk(a, store, 'sortDir=asc&limit=3'))).toEqual(keys);
      const newestFirst = await a.get<StoreRecordResponse[]>(`${path}/export`);
      expect(idsOf(newestFirst.body)).toEqual(keys.toReversed());
    },
  );

  test(
    'applies sortDir without sortBy to date_created',
    verifies('records.list.sort-dir-alone'),
    async () => {
      const { a, advance } = await arrange();
      const store = await createStore(a, { n: 'unique number' });
      for (const n of [1, 2, 3]) {
        await addRecord(a, store, { n });
        advance(2);
      }
      expect(idsOf(await walk(a, store, 'sortDir=asc&limit=2'))).toEqual(['1', '2', '3']);
      expect(idsOf(await walk(a, store, 'sortDir=desc&limit=2'))).toEqual(['3', '2', '1']);
    },
  );
});
