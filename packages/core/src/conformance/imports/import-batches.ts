import assert from 'node:assert/strict';
import { UnavailableError } from '../../ground/errors.ts';
import { type ImportRef, REFUSED_KEPT } from '../../storage/imports/imports.ts';
import type { Storage } from '../../storage/storage.ts';
import { arrangeStore, NOW, record, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeImport, batchOf, imported, refusedAt } from './arrange-imports.ts';

const numbers = async (storage: Storage, ref: ImportRef) => {
  const row = await storage.imports.get(ref);
  if (row === null) return null;
  const { read, created, updated, unchanged, refused } = row;
  return [read, created, updated, unchanged, refused];
};

export const importBatches = topic('imports', [
  {
    id: 'advance',
    title: 'a batch writes its records, its refused records and its progress in one step',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ref = await arrangeImport(storage, store);
      await storage.records.insert(store, record('a', { t0: 'old' }), NOW);
      const records = [imported('a', { t0: 'new' }), imported('b', { n0: 1 }), imported('c', {}, false)];
      const counts = { read: 5, created: 0, updated: 0, unchanged: 1, refused: 1 };
      const batch = batchOf({ records, counts, refused: [refusedAt(4)], changes: '[1]' });
      assert.equal(await storage.imports.advance(store, ref, batch, NOW + SECOND), 'advanced');
      const row = await storage.imports.get(ref);
      assert.deepEqual(
        row && [row.status, row.position, row.plan, row.changes, row.startedAt, row.finishedAt],
        ['running', { bytes: 50, line: 5 }, '{"漢":1}', '[1]', NOW + SECOND, null],
      );
      assert.deepEqual(await numbers(storage, ref), [5, 1, 1, 1, 2]);
      assert.equal((await storage.records.get(store, 'a', NOW))?.values[0], 'new');
      assert.equal((await storage.records.get(store, 'b', NOW))?.values[1], 1);
      assert.deepEqual(await storage.imports.listRefused(ref, 0, 10), [
        refusedAt(1, '{"n":["missing"]}'),
        refusedAt(4),
      ]);
      assert.deepEqual(await storage.imports.listRefused(ref, 1, 10), [refusedAt(4)]);
    },
  },
  {
    id: 'advance-once',
    title: 'of batches from one position one takes effect, also of racing ones',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ref = await arrangeImport(storage, store);
      const write = (id: string) =>
        storage.imports.advance(store, ref, batchOf({ records: [imported(id)] }), NOW);
      const results = await Promise.allSettled([write('a'), write('b'), write('c')]);
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal(await storage.records.count(store, { all: [] }, NOW), 1);
      await assert.rejects(write('d'), UnavailableError);
      assert.deepEqual(await numbers(storage, ref), [3, 1, 0, 0, 0]);
      const next = batchOf({
        from: { bytes: 50, line: 5 },
        to: { bytes: 90, line: 9 },
        records: [imported('d')],
      });
      assert.equal(await storage.imports.advance(store, ref, next, NOW), 'advanced');
      assert.deepEqual(await numbers(storage, ref), [6, 2, 0, 0, 0]);
    },
  },
  {
    id: 'advance-in-flight',
    title:
      'batches of one import that are in flight together take effect in order, and none after one that failed',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ref = await arrangeImport(storage, store);
      const count = 12;
      const at = (bytes: number) => ({ bytes, line: bytes });
      const write = (n: number, from: number) => {
        const records = [imported('a', { n0: n }), imported(`r${n}`)];
        return storage.imports.advance(store, ref, batchOf({ from: at(from), to: at(n + 1), records }), NOW);
      };
      const written = await Promise.all(Array.from({ length: count }, (_, n) => write(n, n)));
      assert.deepEqual(new Set(written), new Set(['advanced']));
      assert.equal((await storage.records.get(store, 'a', NOW))?.values[1], count - 1);
      const failed = await Promise.allSettled([write(count, 0), write(count + 1, count + 1)]);
      assert.deepEqual(
        failed.map(({ status }) => status),
        ['rejected', 'rejected'],
      );
      assert.equal(await storage.records.count(store, { all: [] }, NOW), count + 1);
      assert.equal((await storage.imports.get(ref))?.position.bytes, count);
    },
  },
  {
    id: 'advance-insert',
    title: 'in insert mode a record with an existing id is refused and stays as it is',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ref = await arrangeImport(storage, store);
      await storage.records.insert(store, record('a', { t0: 'old' }), NOW);
      const records = [imported('a', { t0: 'new' }), imported('b'), imported('c', {}, false, 2)];
      await storage.imports.advance(store, ref, batchOf({ mode: 'insert', records }), NOW);
      assert.deepEqual(await numbers(storage, ref), [3, 1, 0, 0, 2]);
      assert.deepEqual(
        (await storage.imports.listRefused(ref, 0, 10)).map(({ errors }) => errors),
        ['{"":["exists"]}', '{"n":["missing"]}'],
      );
      assert.equal((await storage.records.get(store, 'a', NOW))?.values[0], 'old');
    },
  },
  {
    id: 'advance-unchanged',
    title:
      'a record that has the given values is unchanged and keeps its time; records with one id apply in order',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ref = await arrangeImport(storage, store);
      await storage.records.insert(store, record('a', { t0: 'old', n0: 1 }), NOW);
      const records = [
        imported('a', { t0: 'old' }),
        imported('a', { t0: 'new' }, false),
        imported('a', { t0: 'new', n0: 1 }),
        imported('b', { t0: 'x' }),
        imported('b', { t0: 'x', n0: null }, false),
        imported('b', { n0: 0 }),
        imported('c', { n0: 0 }, false),
      ];
      await storage.imports.advance(store, ref, batchOf({ records }), NOW + SECOND);
      assert.deepEqual(await numbers(storage, ref), [3, 1, 2, 3, 1]);
      const from = { bytes: 50, line: 5 };
      const again = [imported('a', { t0: 'new' }), imported('b', { n0: 0 })];
      const next = batchOf({ from, to: { bytes: 90, line: 9 }, records: again });
      await storage.imports.advance(store, ref, next, NOW + 2 * SECOND);
      assert.deepEqual(await numbers(storage, ref), [6, 1, 2, 5, 1]);
      for (const id of ['a', 'b']) {
        assert.equal((await storage.records.get(store, id, NOW))?.updatedAt, NOW + SECOND);
      }
    },
  },
  {
    id: 'advance-expired',
    title: 'a batch creates records whose ids only expired records have',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0'], { recordTtl: 1 });
      const ref = await arrangeImport(storage, store);
      await storage.records.insert(store, record('a', { t0: 'x' }), NOW);
      const later = NOW + 2 * SECOND;
      await storage.imports.advance(store, ref, batchOf({ records: [imported('a', { t0: 'x' })] }), later);
      assert.deepEqual(await numbers(storage, ref), [3, 1, 0, 0, 0]);
      const from = { bytes: 50, line: 5 };
      const records = [imported('a', { t0: 'x' }), imported('b')];
      const next = batchOf({ from, to: { bytes: 90, line: 9 }, records });
      await storage.imports.advance(store, ref, next, later);
      assert.deepEqual(await numbers(storage, ref), [6, 2, 0, 1, 0]);
    },
  },
  {
    id: 'advance-stale',
    title: 'a batch for an outdated store writes nothing',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ref = await arrangeImport(storage, store);
      await storage.stores.update({ id: store.id, accountId: store.accountId }, { name: 'New' }, NOW);
      for (const mode of ['upsert', 'insert'] as const) {
        const batch = batchOf({ mode, records: [imported('a')] });
        assert.equal(await storage.imports.advance(store, ref, batch, NOW), 'stale');
      }
      assert.deepEqual(await numbers(storage, ref), [0, 0, 0, 0, 0]);
    },
  },
  {
    id: 'drafts',
    title: 'a batch keeps drafts, the last one of each id',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ref = await arrangeImport(storage, store);
      const other = await arrangeImport(storage, store);
      const first = batchOf({
        drafts: [
          { id: 'a', values: '1' },
          { id: 'b', values: '2' },
        ],
      });
      await storage.imports.advance(store, ref, first, NOW);
      const from = { bytes: 50, line: 5 };
      await storage.imports.advance(
        store,
        ref,
        batchOf({ from, to: { bytes: 90, line: 9 }, drafts: [{ id: 'a', values: '3' }] }),
        NOW,
      );
      const found = await storage.imports.findDrafts(ref, ['a', 'b', 'c']);
      assert.deepEqual(
        found.sort((one, two) => (one.id < two.id ? -1 : 1)),
        [
          { id: 'a', values: '3' },
          { id: 'b', values: '2' },
        ],
      );
      assert.deepEqual(await storage.imports.findDrafts(other, ['a']), []);
    },
  },
  {
    id: 'refused-kept',
    title: 'keeps the first refused records, equal errors once, and only counts those after them',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ref = await arrangeImport(storage, store);
      let at = 0;
      const refuse = async (rows: number[], errorsOf: (row: number) => string) => {
        const counts = { read: rows.length, created: 0, updated: 0, unchanged: 0, refused: rows.length };
        const refused = rows.map((row) => refusedAt(row, errorsOf(row)));
        const [from, to] = [
          { bytes: at, line: at },
          { bytes: at + 1, line: at + 1 },
        ];
        at++;
        await storage.imports.advance(store, ref, batchOf({ from, to, counts, refused }), NOW);
      };
      const numbersFrom = (first: number, count: number) =>
        Array.from({ length: count }, (_, index) => first + index);
      const errorsOf = (row: number) => `{"n":["no ${row % 3} 漢"]}`;
      await refuse([2, 1], errorsOf);
      await refuse(numbersFrom(3, REFUSED_KEPT - 10), errorsOf);
      await refuse(numbersFrom(REFUSED_KEPT - 7, 30), errorsOf);
      await refuse([REFUSED_KEPT + 50], errorsOf);
      const row = await storage.imports.get(ref);
      assert.deepEqual([row?.refused, row?.refusedKept], [REFUSED_KEPT + 23, REFUSED_KEPT]);
      const kept = await storage.imports.listRefused(ref, 0, 2 * REFUSED_KEPT);
      assert.deepEqual(
        kept,
        numbersFrom(1, REFUSED_KEPT).map((number) => refusedAt(number, errorsOf(number))),
      );
      assert.deepEqual(await storage.imports.listRefused(ref, 500, 1), [refusedAt(501, errorsOf(501))]);
    },
  },
  {
    id: 'refused-text',
    title: 'keeps no refused record after those whose different errors have 64 KiB',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ref = await arrangeImport(storage, store);
      const refused = Array.from({ length: 40 }, (_, index) =>
        refusedAt(index + 1, `{"":["${String(index).padEnd(4_000, 'x')}"]}`),
      );
      const counts = { read: 41, created: 0, updated: 0, unchanged: 0, refused: 41 };
      const same = refusedAt(41, refused[0]?.errors);
      await storage.imports.advance(store, ref, batchOf({ counts, refused: [...refused, same] }), NOW);
      const kept = await storage.imports.listRefused(ref, 0, 100);
      assert.deepEqual(kept, refused.slice(0, 16));
      assert.equal((await storage.imports.get(ref))?.refusedKept, 16);
    },
  },
]);
