import assert from 'node:assert/strict';
import { EVERYTHING, NEWEST_FIRST } from '../query/ast.ts';
import type { RecordRow, Slice, StoreRow } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';
import {
  arrangeNumbered,
  arrangeStore,
  findRows,
  idsOf,
  NOW,
  numberedRecords,
  record,
  values,
} from './arrange.ts';
import { topic } from './case.ts';

/** More records than a storage is likely to return in one chunk. */
const MANY = 2500;

async function arrangeMany(storage: Storage): Promise<StoreRow> {
  const store = await arrangeStore(storage, ['t0', 'n0', 't24']);
  await arrangeNumbered(storage, store, MANY, (i) => ({ t0: 'ä', n0: i % 7, t24: 'x' }));
  return store;
}

async function collect(chunks: AsyncIterable<Slice<RecordRow>>): Promise<RecordRow[]> {
  const rows: RecordRow[] = [];
  for await (const chunk of chunks) rows.push(...chunk.rows);
  return rows;
}

export const recordsScan = topic('records-scan', [
  {
    id: 'equals-find',
    title: 'yields in chunks what find returns at once, in every order, up to the limit',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      const where = { column: 'n0', op: 'gt', value: 2 } as const;
      for (const order of [
        NEWEST_FIRST,
        { column: 'n0', direction: 'asc' },
        { column: 'id', direction: 'desc' },
      ] as const) {
        for (const limit of [0, 1, 500, 1000, 10_000, Number.POSITIVE_INFINITY]) {
          const most = Math.min(limit, 10_000);
          const found = await findRows(storage, store, { where, order, after: null, limit: most }, NOW);
          assert.deepEqual(await collect(storage.records.scan(store, { where, order, limit }, NOW)), found);
        }
      }
      assert.deepEqual(
        await collect(
          storage.records.scan(store, { where: { any: [] }, order: NEWEST_FIRST, limit: 9 }, NOW),
        ),
        [],
      );
    },
  },
  {
    id: 'one-moment',
    title: 'reads a snapshot: ignores writes during the scan',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      const query = { where: EVERYTHING, order: { column: 'seq', direction: 'asc' }, limit: 10_000 } as const;
      const expected = await collect(storage.records.scan(store, query, NOW));
      const seen: RecordRow[] = [];
      for await (const chunk of storage.records.scan(store, query, NOW)) {
        if (seen.length === 0) {
          await storage.records.delete(store, ['r0000', 'r1200', 'r2499'], NOW);
          await storage.records.patch(store, 'r2498', values({ t0: 'changed', t24: null }), NOW + 1);
          await storage.records.upsert(store, [record('r2400', { n0: 99 }), record('new', {})], NOW + 1);
        }
        seen.push(...chunk.rows);
      }
      assert.deepEqual(seen, expected);
      assert.equal(await storage.records.count(store, EVERYTHING, NOW), MANY - 3 + 1);
    },
  },
  {
    id: 'one-moment-schema',
    title: 'continues when the slots are cleared and the store is deleted during the scan',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      const query = { where: EVERYTHING, order: NEWEST_FIRST, limit: 10_000 };
      const expected = await collect(storage.records.scan(store, query, NOW));
      const seen: RecordRow[] = [];
      for await (const chunk of storage.records.scan(store, query, NOW)) {
        if (seen.length === 0) {
          await storage.records.clearSlots(store, ['t0', 't24'], null, MANY);
          await storage.stores.markDeleted(store, NOW, []);
          await storage.records.purge(store.id, MANY);
        }
        seen.push(...chunk.rows);
      }
      assert.deepEqual(seen, expected);
    },
  },
  {
    id: 'stop-early',
    title: 'a scan that stops early releases its resources, so that the storage continues to work and closes',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      const query = { where: EVERYTHING, order: NEWEST_FIRST, limit: 10_000 };
      for (let i = 0; i < 20; i++) {
        for await (const chunk of storage.records.scan(store, query, NOW)) {
          assert(chunk.rows.length > 0);
          break;
        }
        // Starts a scan and ends it without reading.
        const iterator = storage.records.scan(store, query, NOW)[Symbol.asyncIterator]();
        await iterator.return?.();
      }
      await assert.rejects(async () => {
        for await (const _ of storage.records.scan(store, query, NOW)) throw new Error('the reader fails');
      }, /the reader fails/);
      await storage.records.insert(store, record('new'), NOW);
      assert.equal(await storage.records.count(store, EVERYTHING, NOW), MANY + 1);
    },
  },
  {
    id: 'more',
    title: 'reports in every chunk whether more records match than the limit, in the same snapshot',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      const where = { column: 'n0', op: 'lt', value: 6 } as const;
      const matching = await storage.records.count(store, where, NOW);
      for (const [limit, expected] of [
        [matching - 1, true],
        [matching, false],
        [matching + 1, false],
        [1, true],
      ] as const) {
        let wrote = false;
        const seen: boolean[] = [];
        for await (const { more } of storage.records.scan(
          store,
          { where, order: NEWEST_FIRST, limit },
          NOW,
        )) {
          seen.push(more);
          if (!wrote) await storage.records.insert(store, record(`late ${limit}`, { n0: 99 }), NOW);
          wrote = true;
        }
        assert(seen.length > 0);
        assert(
          seen.every((more) => more === expected),
          `a limit of ${limit} of ${matching}`,
        );
      }
    },
  },
  {
    id: 'signal',
    title: 'rejects with the reason of an aborted signal and releases its resources',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      const query = { where: EVERYTHING, order: NEWEST_FIRST, limit: 10_000 };
      for (let i = 0; i < 10; i++) {
        const leaving = new AbortController();
        await assert.rejects(async () => {
          for await (const _ of storage.records.scan(store, query, NOW, { signal: leaving.signal })) {
            leaving.abort(new Error('the caller left'));
          }
        }, /the caller left/);
      }
      assert.equal((await collect(storage.records.scan(store, query, NOW))).length, MANY);
    },
  },
  {
    id: 'parallel',
    title: 'concurrent scans with racing writes each yield every record once',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      const query = { where: EVERYTHING, order: NEWEST_FIRST, limit: 10_000 };
      const scans = Array.from({ length: 6 }, () => collect(storage.records.scan(store, query, NOW)));
      const writes = numberedRecords(20, () => ({})).map(({ id }) =>
        storage.records.insert(store, record(`x${id}`), NOW),
      );
      const results = await Promise.all(scans);
      await Promise.all(writes);
      for (const rows of results) {
        const ids = idsOf(rows);
        assert.equal(new Set(ids).size, ids.length);
        assert.equal(ids.filter((id) => !id.startsWith('x')).length, MANY);
      }
    },
  },
]);
