import type { BatchUpsertRecordsResponse, StoreDetail } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  addRecords,
  createStore,
  expectProblem,
  notFound,
  recordPath,
  recordsPath,
  walk,
} from './arrange.ts';
import { onEveryStorage } from './world.ts';

onEveryStorage((arrange) => {
  test(
    'hides an expired record from every read, count, aggregate and export',
    verifies('stores.ttl.invisible', 'stores.record-count.expired'),
    async () => {
      const { a, advance } = await arrange();
      const store = await createStore(a, { sku: 'unique string', n: 'number' }, { recordTtl: 600 });
      await addRecord(a, store, { sku: 'old', n: 1 });
      advance(300_000);
      await addRecord(a, store, { sku: 'new', n: 2 });
      // The clock runs on beside it.
      advance(270_000);
      expect(await walk(a, store)).toHaveLength(2);
      advance(31_000);
      const records = recordsPath(store);
      expect((await walk(a, store)).map(({ id }) => id)).toEqual(['new']);
      expectProblem(await a.get(recordPath(store, 'old')), ...notFound);
      expectProblem(await a.post(`${records}/lookup`, { sku: 'old' }), ...notFound);
      expectProblem(await a.patch(recordPath(store, 'old'), { n: 5 }), ...notFound);
      expectProblem(await a.patch(recordPath(store, 'old'), {}), ...notFound);
      expect((await a.post(`${records}/search`)).body).toMatchObject({
        items: [{ id: 'new' }],
        truncated: false,
      });
      expect((await a.post(`${records}/count`)).body).toEqual({ count: 1 });
      expect((await a.post(`${records}/aggregate`, { field: 'n', op: 'sum' })).body).toMatchObject({
        result: 2,
      });
      expect((await a.get(`${records}/export`)).body).toMatchObject([{ id: 'new' }]);
      expect((await a.get(`${records}/export?format=csv`)).text).not.toContain('old');
      expect((await a.get(`/v2/stores/${store.id}`)).body).toMatchObject({ recordCount: 1 });
      expect((await a.delete(recordPath(store, 'old'))).body).toEqual({
        id: 'old',
        status: 'already_deleted',
      });
    },
  );

  test(
    'starts the time to live at the last write of a record',
    verifies('stores.ttl.since-last-write'),
    async () => {
      const { a, advance } = await arrange();
      const store = await createStore(a, { sku: 'unique string', n: 'number' }, { recordTtl: 60 });
      for (const sku of ['patched', 'upserted', 'untouched', 'empty patch'])
        await addRecord(a, store, { sku });
      advance(40_000);
      await a.patch(recordPath(store, 'patched'), { n: 1 });
      await a.patch(recordPath(store, 'empty patch'), {});
      await a.post(`${recordsPath(store)}/batch`, { records: [{ sku: 'upserted', n: 1 }] });
      advance(40_000);
      expect((await walk(a, store)).map(({ id }) => id)).toEqual(['upserted', 'patched']);
    },
  );

  test('creates a record when writing to an expired key', verifies('stores.ttl.write-creates'), async () => {
    const { a, advance } = await arrange();
    const store = await createStore(
      a,
      { sku: 'unique string', n: 'number', note: 'string' },
      { recordTtl: 60 },
    );
    await addRecords(a, store, [
      { sku: 'a', n: 1, note: 'old' },
      { sku: 'b', n: 1, note: 'old' },
      { sku: 'c' },
    ]);
    advance(61_000);
    const added = await addRecord(a, store, { sku: 'a', n: 2 });
    expect(added).toMatchObject({ n: 2, note: null });
    expect(added.date_created).toBe(added.date_updated);
    const { body } = await a.post<BatchUpsertRecordsResponse>(`${recordsPath(store)}/batch`, {
      records: [{ sku: 'b', n: 3 }],
    });
    expect(body).toMatchObject({ created: 1, updated: 0 });
    expect((await a.get(recordPath(store, 'b'))).body).toMatchObject({ n: 3, note: null });
    expect((await walk(a, store)).map(({ id }) => id)).toEqual(['b', 'a']);
    expect((await a.post(`${recordsPath(store)}/validate`, { sku: 'c' })).status).toBe(200);
  });

  test(
    'applies a changed time to live to existing records at once, and raising it may restore them',
    verifies('stores.ttl.at-once', 'stores.ttl.raised'),
    async () => {
      const { a, advance } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      await addRecord(a, store, { sku: 'a' });
      advance(3_600_000);
      const setTtl = (recordTtl: number | null) =>
        a.patch<StoreDetail>(`/v2/stores/${store.id}`, { recordTtl });
      expect((await setTtl(3_000)).body).toMatchObject({ recordCount: 0 });
      expect(await walk(a, store)).toEqual([]);
      expect((await setTtl(4_000)).body).toMatchObject({ recordCount: 1 });
      expect(await walk(a, store)).toHaveLength(1);
      expect((await setTtl(1)).body).toMatchObject({ recordCount: 0 });
      expect((await setTtl(null)).body).toMatchObject({ recordCount: 1, recordTtl: null });
    },
  );

  test(
    "purges expired records in the background, so that they can't be restored",
    verifies('stores.ttl.purged'),
    async () => {
      const { a, advance, vitrine } = await arrange();
      const store = await createStore(a, { sku: 'unique string' }, { recordTtl: 600 });
      await addRecords(
        a,
        store,
        Array.from({ length: 120 }, (_, index) => ({ sku: `s${index}` })),
      );
      advance(601_000);
      await addRecord(a, store, { sku: 'kept' });
      for (let ran = 1; ran > 0; ) ran = await vitrine.runDueJobs();
      await a.patch(`/v2/stores/${store.id}`, { recordTtl: null });
      expect((await walk(a, store)).map(({ id }) => id)).toEqual(['kept']);
    },
  );
});
