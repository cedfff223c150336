import assert from 'node:assert/strict';
import type { StoreRow } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  arrangeRecords,
  arrangeStore,
  findRows,
  idsOf,
  NOW,
  numberedRecords,
  present,
  record,
  SECOND,
  values,
  withoutSeq,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { documentOf, parseRaw, rawEncoding } from '../fixtures/raw-export.ts';
import { purgeAllExpired } from '../fixtures/steps.ts';

const ALL_BY_ID = {
  where: { all: [] },
  order: { column: 'id', direction: 'asc' },
  after: null,
  limit: 1000,
} as const;

/** Inserts a store with a recordTtl of 10 s, with `old`, which expires at NOW + 10 s, and `young`, at NOW + 15 s. */
async function arrangeAges(storage: Storage): Promise<StoreRow> {
  const store = await arrangeStore(storage, ['t0', 'n0', 't24'], { recordTtl: 10 });
  await arrangeRecords(storage, store, [record('old', { t0: 'Ä', n0: 1, t24: 'Ö' })], NOW);
  await arrangeRecords(storage, store, [record('young', { n0: 2 })], NOW + 5 * SECOND);
  return store;
}

export const recordsTtl = topic('records-ttl', [
  {
    id: 'reads',
    title: 'no read returns a record from the millisecond of its expiry on',
    async run({ storage }) {
      const store = await arrangeAges(storage);
      const { records } = storage;
      for (const [now, ids, sum] of [
        [NOW + 10 * SECOND - 1, ['old', 'young'], 3],
        [NOW + 10 * SECOND, ['young'], 2],
        [NOW + 15 * SECOND, [], null],
      ] as const) {
        assert.deepEqual(idsOf(await findRows(storage, store, ALL_BY_ID, now)), ids);
        assert.equal(await records.count(store, { all: [] }, now), ids.length);
        assert.equal(await records.aggregate(store, 'sum', 'n0', { all: [] }, now), sum);
        assert.equal((await records.get(store, 'old', now)) !== null, ids.length === 2);
        const document = await documentOf(records.export(store, ALL_BY_ID, rawEncoding(store), now));
        assert.deepEqual(idsOf(parseRaw(document)), ids);
      }
    },
  },
  {
    id: 'writes-create',
    title: 'a write to the id of an expired record creates a new one without the old values',
    async run({ storage }) {
      const now = NOW + 60 * SECOND;
      const created = { id: 'old', createdAt: now, updatedAt: now, values: [null, 5, null] };
      const inserting = await arrangeAges(storage);
      const before = present(await storage.records.get(inserting, 'young', NOW));
      assert.equal(await storage.records.insert(inserting, record('old', { n0: 5 }), now), 'created');
      const inserted = present(await storage.records.get(inserting, 'old', now));
      assert.deepEqual(withoutSeq(inserted), created);
      assert(inserted.seq > before.seq, 'the inserted record is the newest');
      const upserting = await arrangeAges(storage);
      const records = [{ ...record('old', { t0: 'x' }), complete: false }, record('old', { n0: 5 })];
      assert.deepEqual(await storage.records.upsert(upserting, records, now), ['incomplete', 'created']);
      assert.deepEqual(withoutSeq(present(await storage.records.get(upserting, 'old', now))), created);
    },
  },
  {
    id: 'patch-delete',
    title: 'patch and delete do not find an expired record',
    async run({ storage }) {
      const store = await arrangeAges(storage);
      const now = NOW + 10 * SECOND;
      assert.equal(await storage.records.patch(store, 'old', values({ n0: 9 }), now), null);
      assert.deepEqual(await storage.records.delete(store, ['old', 'young'], now), ['young']);
    },
  },
  {
    id: 'writes-renew',
    title: 'every write to a record restarts its time to live',
    async run({ storage }) {
      const store = await arrangeAges(storage);
      const later = NOW + 9 * SECOND;
      await storage.records.patch(store, 'old', values({ n0: 1 }), later);
      await storage.records.upsert(store, [record('young', { n0: 2 })], later + SECOND);
      assert.notEqual(await storage.records.get(store, 'old', later + 10 * SECOND - 1), null);
      assert.equal(await storage.records.get(store, 'old', later + 10 * SECOND), null);
      assert.notEqual(await storage.records.get(store, 'young', later + 11 * SECOND - 1), null);
    },
  },
  {
    id: 'change-applies',
    title: 'a changed recordTtl applies to existing records',
    async run({ storage }) {
      const store = await arrangeAges(storage);
      const now = NOW + 12 * SECOND;
      const shorter = present(await storage.stores.update(store, { recordTtl: 7 }, now));
      assert.equal(await storage.records.count(shorter, { all: [] }, now), 0);
      const never = present(await storage.stores.update(store, { recordTtl: null }, now));
      assert.equal(await storage.records.count(never, { all: [] }, now + 1e12), 2);
      const longest = present(await storage.stores.update(store, { recordTtl: 2_147_483_647 }, now));
      assert.equal(await storage.records.count(longest, { all: [] }, now), 2);
    },
  },
  {
    id: 'paging',
    title: 'a page continues after the position of a record that expired meanwhile',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['n0'], { recordTtl: 10 });
      for (let i = 0; i < 6; i++)
        await arrangeRecords(storage, store, [record(`r${i}`, { n0: i })], NOW + i * SECOND);
      const order = { column: 'n0', direction: 'asc' } as const;
      const [first] = await findRows(storage, store, { ...ALL_BY_ID, order, limit: 1 }, NOW);
      const after = { value: 0, seq: first?.seq ?? 0 };
      const rest = await findRows(storage, store, { ...ALL_BY_ID, order, after }, NOW + 12 * SECOND);
      assert.deepEqual(idsOf(rest), ['r3', 'r4', 'r5']);
    },
  },
  {
    id: 'purge-expired',
    title: 'purgeExpired removes expired records and no live ones, a bounded number in each step',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['n0'], { recordTtl: 10 });
      const other = await arrangeStore(storage, ['n0'], { recordTtl: 10 });
      assert.deepEqual(await storage.records.purgeExpired(store, null, 10, NOW), { purged: 0, next: null });
      const records = numberedRecords(25, (i) => ({ n0: i }));
      await arrangeRecords(storage, other, records, NOW);
      for (const [i, one] of records.entries()) {
        await arrangeRecords(storage, store, [one], i % 3 === 0 ? NOW + 5 * SECOND : NOW);
      }
      assert.equal(await purgeAllExpired(storage, store, 4, NOW + 10 * SECOND), 16);
      assert.equal(await purgeAllExpired(storage, store, 1, NOW + 10 * SECOND), 0);
      const never = present(await storage.stores.update(store, { recordTtl: null }, NOW));
      assert.equal(await storage.records.count(never, { all: [] }, NOW), 9);
      assert.deepEqual(await storage.records.purgeExpired(never, null, 100, NOW + 1e12), {
        purged: 0,
        next: null,
      });
      const kept = present(await storage.stores.update(other, { recordTtl: null }, NOW));
      assert.equal(await storage.records.count(kept, { all: [] }, NOW), 25);
    },
  },
  {
    id: 'purge-expired-saved',
    title: 'purgeExpired keeps records that a longer recordTtl has restored since the store was read',
    async run({ storage }) {
      const store = await arrangeAges(storage);
      const longer = present(await storage.stores.update(store, { recordTtl: 60 }, NOW));
      const now = NOW + 30 * SECOND;
      assert.equal(await purgeAllExpired(storage, store, 10, now), 0);
      assert.equal(await storage.records.count(longer, { all: [] }, now), 2);
      const never = present(await storage.stores.update(store, { recordTtl: null }, NOW));
      assert.equal(await purgeAllExpired(storage, longer, 10, NOW + 1e12), 0);
      assert.equal(await storage.records.count(never, { all: [] }, now), 2);
    },
  },
]);
