import assert from 'node:assert/strict';
import type { RecordEncoding } from '../../encoding/record-encoding.ts';
import type { RecordRow, StoreRow } from '../../ground/rows.ts';
import { EVERYTHING, NEWEST_FIRST } from '../../query/ast.ts';
import type { ExportedRecords } from '../../storage/records/records.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  arrangeNumbered,
  arrangeStore,
  findRows,
  idsOf,
  NOW,
  numberedRecords,
  record,
  values,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { documentOf, encodeRows, parseRaw, rawEncoding } from '../fixtures/raw-export.ts';

/** More records than fit into two chunks. */
const MANY = 1000;

async function arrangeMany(storage: Storage): Promise<StoreRow> {
  const store = await arrangeStore(storage, ['t0', 'n0', 't24']);
  await arrangeNumbered(storage, store, MANY, (i) => ({
    t0: 'ä',
    n0: i % 7,
    t24: 'x'.repeat(8 * (i % 100)),
  }));
  return store;
}

type ExportQuery = Parameters<Storage['records']['export']>[1];

const ALL: ExportQuery = { where: EVERYTHING, order: NEWEST_FIRST, limit: 10_000 };

function open(storage: Storage, store: StoreRow, query = ALL): AsyncIterable<ExportedRecords> {
  return storage.records.export(store, query, rawEncoding(store), NOW);
}

async function collect(storage: Storage, store: StoreRow, query = ALL): Promise<RecordRow[]> {
  return parseRaw(await documentOf(open(storage, store, query)));
}

/** Passes the chunks on, and disturbs the export after the first one. */
async function* disturbed(
  chunks: AsyncIterable<ExportedRecords>,
  disturb: () => Promise<void>,
): AsyncGenerator<ExportedRecords> {
  let count = 0;
  for await (const chunk of chunks) {
    if (count++ === 0) await disturb();
    yield chunk;
  }
  assert(count > 2, 'the export has more than two chunks');
}

export const recordsExport = topic('records-export', [
  {
    id: 'equals-find',
    title: 'exports what find returns, in every order, up to the limit',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      const where = { column: 'n0', op: 'gt', value: 2 } as const;
      for (const order of [
        NEWEST_FIRST,
        { column: 'n0', direction: 'asc' },
        { column: 'id', direction: 'desc' },
      ] as const) {
        for (const limit of [0, 1, 300, 10_000, Number.POSITIVE_INFINITY]) {
          const most = Math.min(limit, 10_000);
          const found = await findRows(storage, store, { where, order, after: null, limit: most }, NOW);
          assert.deepEqual(await collect(storage, store, { where, order, limit }), found);
        }
      }
    },
  },
  {
    id: 'encodings',
    title: 'writes the members of an encoding, of columns in any order, as JSON and as CSV',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0', 't24', 'n24', 'n1']);
      await arrangeNumbered(storage, store, 5, (i) => ({
        t0: ['=1', 'a"b,\n', '\u2028\\', '', '\u{1F600}'][i] ?? null,
        n0: [0, 1, null, 1, 0][i] ?? null,
        t24: i === 2 ? null : `+${i}`,
        n24: [0.1, -1e21, 5e-324, null, 2 ** 53][i] ?? null,
        n1: i === 3 ? null : NOW - i,
      }));
      const members: RecordEncoding['members'] = [
        { name: 'tall "t24"', cell: 2, type: 'string', isGuarded: true },
        { name: 'id', cell: 0, type: 'string', isGuarded: false },
        { name: 'again', cell: 0, type: 'string', isGuarded: false },
        { name: '7', cell: 3, type: 'number', isGuarded: false },
        { name: 'b', cell: 1, type: 'boolean', isGuarded: false },
        { name: 'd', cell: 4, type: 'datetime', isGuarded: false },
        { name: 'u', cell: 6, type: 'datetime', isGuarded: false },
        { name: 't', cell: 5, type: 'url_link', isGuarded: true },
      ];
      const rows = await findRows(storage, store, { ...ALL, after: null }, NOW);
      for (const format of ['csv', 'json'] as const) {
        const encoding: RecordEncoding = {
          format,
          columns: ['id', 'n0', 't24', 'n24', 'n1', 't0', 'updated_at'],
          members,
        };
        for (const limit of [2, 5, Number.POSITIVE_INFINITY]) {
          assert.equal(
            await documentOf(storage.records.export(store, { ...ALL, limit }, encoding, NOW)),
            encodeRows(store, encoding, rows.slice(0, limit)),
          );
        }
      }
    },
  },
  {
    id: 'nothing',
    title: 'exports a document without records if nothing matches',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await storage.records.insert(store, record('r'), NOW);
      assert.equal(await documentOf(open(storage, store, { ...ALL, where: { any: [] } })), '[]');
    },
  },
  {
    id: 'one-moment',
    title: 'reads a snapshot: ignores writes during the export',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      const query: ExportQuery = { ...ALL, order: { column: 'seq', direction: 'asc' } };
      const expected = await collect(storage, store, query);
      const chunks = disturbed(open(storage, store, query), async () => {
        await storage.records.delete(store, ['r0000', 'r0500', 'r0999'], NOW);
        await storage.records.patch(store, 'r0998', values({ t0: 'changed', t24: null }), NOW + 1);
        await storage.records.upsert(store, [record('r0400', { n0: 99 }), record('new', {})], NOW + 1);
      });
      assert.deepEqual(parseRaw(await documentOf(chunks)), expected);
      assert.equal(await storage.records.count(store, EVERYTHING, NOW), MANY - 3 + 1);
    },
  },
  {
    id: 'one-moment-schema',
    title: 'continues when the slots are cleared and the store is deleted during the export',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      const expected = await collect(storage, store);
      const chunks = disturbed(open(storage, store), async () => {
        await storage.records.clearSlots(store, ['t0', 't24'], null, MANY);
        await storage.stores.markDeleted(store, NOW, []);
        await storage.records.purge(store.id, MANY);
      });
      assert.deepEqual(parseRaw(await documentOf(chunks)), expected);
    },
  },
  {
    id: 'stop-early',
    title:
      'an export that stops early releases its resources, so that the storage continues to work and closes',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      for (let i = 0; i < 20; i++) {
        for await (const chunk of open(storage, store)) {
          assert(chunk.records > 0 && chunk.records < MANY);
          break;
        }
        // Starts an export and ends it without reading.
        const iterator = open(storage, store)[Symbol.asyncIterator]();
        await iterator.return?.();
      }
      await assert.rejects(async () => {
        for await (const _ of open(storage, store)) throw new Error('the reader fails');
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
        let records = 0;
        const seen: boolean[] = [];
        for await (const chunk of open(storage, store, { ...ALL, where, limit })) {
          seen.push(chunk.more);
          if (records === 0) await storage.records.insert(store, record(`late ${limit}`, { n0: 99 }), NOW);
          records += chunk.records;
        }
        assert.equal(records, Math.min(limit, matching));
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
      for (let i = 0; i < 10; i++) {
        const leaving = new AbortController();
        const { signal } = leaving;
        await assert.rejects(async () => {
          for await (const _ of storage.records.export(store, ALL, rawEncoding(store), NOW, { signal })) {
            leaving.abort(new Error('the caller left'));
          }
        }, /the caller left/);
      }
      assert.equal((await collect(storage, store)).length, MANY);
    },
  },
  {
    id: 'parallel',
    title: 'concurrent exports with racing writes each contain every record once',
    async run({ storage }) {
      const store = await arrangeMany(storage);
      const exports = Array.from({ length: 6 }, () => collect(storage, store));
      const writes = numberedRecords(20, () => ({})).map(({ id }) =>
        storage.records.insert(store, record(`x${id}`), NOW),
      );
      const results = await Promise.all(exports);
      await Promise.all(writes);
      for (const rows of results) {
        const ids = idsOf(rows);
        assert.equal(new Set(ids).size, ids.length);
        assert.equal(ids.filter((id) => !id.startsWith('x')).length, MANY);
      }
    },
  },
]);
