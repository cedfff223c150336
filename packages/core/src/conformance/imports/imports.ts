import assert from 'node:assert/strict';
import { UnavailableError } from '../../ground/errors.ts';
import type { Removable } from '../../storage/imports/imports.ts';
import { arrangeStore, NOW, newJob, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeBlob } from '../images/arrange-images.ts';
import { arrangeImport, batchOf, imported, importRef, refusedAt } from './arrange-imports.ts';

export const imports = topic('imports', [
  {
    id: 'finish',
    title: 'an import ends once, and writes nothing after its end',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ref = await arrangeImport(storage, store);
      const end = { status: 'failed', reason: 'because' } as const;
      assert.equal(await storage.imports.finish(ref, end, NOW), true);
      assert.equal(await storage.imports.finish(ref, { status: 'done', reason: null }, NOW), false);
      const row = await storage.imports.get(ref);
      assert.deepEqual(row && [row.status, row.reason, row.finishedAt], ['failed', 'because', NOW]);
      const late = storage.imports.advance(store, ref, batchOf({ records: [imported('a')] }), NOW);
      await assert.rejects(late, UnavailableError);
      assert.equal(await storage.records.count(store, { all: [] }, NOW), 0);
      assert.equal(await storage.imports.finish({ ...ref, id: 'unknown' }, end, NOW), false);
      assert.equal(await storage.imports.get({ ...ref, accountId: 'another' }), null);
    },
  },
  {
    id: 'replace-plan',
    title: 'the plan of an import is replaced after its end, and only that',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const ref = await arrangeImport(storage, store);
      assert.equal(await storage.imports.replacePlan(ref, '{"mode":"new"}'), false);
      await storage.imports.finish(ref, { status: 'done', reason: null }, NOW);
      const before = await storage.imports.get(ref);
      assert.equal(await storage.imports.replacePlan({ ...ref, storeId: 'another' }, '{}'), false);
      assert.equal(await storage.imports.replacePlan(ref, '{"mode":"new"}'), true);
      assert.deepEqual(await storage.imports.get(ref), { ...before, plan: '{"mode":"new"}' });
    },
  },
  {
    id: 'list',
    title: 'lists the imports of one store by descending id, in pages',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const refs = [await arrangeImport(storage, store), await arrangeImport(storage, store)];
      const [first, last] = refs.sort((one, two) => (one.id < two.id ? 1 : -1));
      await arrangeImport(storage, await arrangeStore(storage));
      assert.ok(first && last);
      await storage.imports.advance(store, last, batchOf({ changes: '[1]' }), NOW);
      const ids = (page: { readonly before: string | null; readonly limit: number }) =>
        storage.imports
          .list({ accountId: store.accountId, storeId: store.id }, page)
          .then(({ rows, more }) => [rows.map(({ id }) => id), more]);
      assert.deepEqual(await ids({ before: null, limit: 2 }), [[first.id, last.id], false]);
      assert.deepEqual(await ids({ before: null, limit: 1 }), [[first.id], true]);
      assert.deepEqual(await ids({ before: first.id, limit: 1 }), [[last.id], false]);
      assert.deepEqual(await ids({ before: last.id, limit: 1 }), [[], false]);
      const { rows } = await storage.imports.list(
        { accountId: store.accountId, storeId: store.id },
        { before: first.id, limit: 1 },
      );
      const found = await storage.imports.get(last);
      assert.ok(found);
      const { changes, ...listed } = found;
      assert.equal(changes, '[1]');
      assert.deepEqual(rows, [listed]);
    },
  },
  {
    id: 'load',
    title: 'counts the imports that wait and that have begun, without those that have ended',
    async run({ storage }) {
      const before = await storage.imports.load();
      const store = await arrangeStore(storage);
      const [first, second, third] = [
        await arrangeImport(storage, store),
        await arrangeImport(storage, store),
        await arrangeImport(storage, store),
      ];
      const load = async () => {
        const { queued, running, oldestQueuedAt } = await storage.imports.load();
        return [queued - before.queued, running - before.running, oldestQueuedAt !== null];
      };
      assert.deepEqual(await load(), [3, 0, true]);
      await storage.imports.advance(store, first, batchOf({}), NOW);
      await storage.imports.finish(second, { status: 'cancelled', reason: null }, NOW);
      assert.deepEqual(await load(), [1, 1, true]);
      await storage.imports.finish(first, { status: 'done', reason: null }, NOW);
      await storage.imports.finish(third, { status: 'done', reason: null }, NOW);
      assert.deepEqual((await load()).slice(0, 2), [0, 0]);
    },
  },
  {
    id: 'blobs',
    title: 'the file is kept until the import is removed, and its job is enqueued with it',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const hash = await arrangeBlob(storage);
      const ref = importRef(store);
      const job = newJob({ kind: 'import' });
      await storage.imports.insert({ ...ref, plan: '{}', chunks: [{ hash, size: 10 }], createdAt: NOW }, [
        job,
      ]);
      assert.equal((await storage.jobs.claim(['import'], 10, NOW, NOW + SECOND)).length, 1);
      assert.deepEqual(await storage.blobs.purgeUnused(NOW + SECOND, 10), []);
      assert.deepEqual(await storage.imports.trim(ref, 'all'), { more: false, released: [] });
      assert.notEqual(await storage.imports.get(ref), null);
      await storage.imports.finish(ref, { status: 'cancelled', reason: null }, NOW);
      assert.deepEqual(await storage.imports.trim(ref, 'all'), { more: false, released: [hash] });
      assert.equal(await storage.imports.get(ref), null);
      assert.deepEqual(await storage.blobs.purgeUnused(NOW + SECOND, 10), [hash]);
      const missing = { ...ref, plan: '{}', chunks: [{ hash, size: 10 }], createdAt: NOW };
      await assert.rejects(storage.imports.insert(missing, []), UnavailableError);
      assert.equal(await storage.imports.get(ref), null);
    },
  },
  {
    id: 'trim',
    title: 'trims drafts and the file of an import that has ended, but not a file with refused records',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const [clean, partly] = [await arrangeImport(storage, store), await arrangeImport(storage, store)];
      const drafts = [{ id: 'a', values: '1' }];
      await storage.imports.advance(store, clean, batchOf({ drafts }), NOW);
      await storage.imports.advance(store, partly, batchOf({ drafts, refused: [refusedAt(1)] }), NOW);
      for (const ref of [clean, partly]) {
        assert.deepEqual(await storage.imports.trim(ref, 'unneeded'), { more: false, released: [] });
        assert.equal((await storage.imports.findDrafts(ref, ['a'])).length, 1);
        await storage.imports.finish(ref, { status: 'done', reason: null }, NOW);
      }
      assert.equal((await storage.imports.trim(clean, 'unneeded')).released.length, 1);
      assert.deepEqual(await storage.imports.trim(clean, 'unneeded'), { more: false, released: [] });
      assert.deepEqual(await storage.imports.trim(partly, 'unneeded'), { more: false, released: [] });
      for (const ref of [clean, partly]) {
        assert.deepEqual(await storage.imports.findDrafts(ref, ['a']), []);
        assert.equal((await storage.imports.get(ref))?.status, 'done');
      }
      assert.equal((await storage.imports.trim(partly, 'all')).released.length, 1);
      assert.equal(await storage.imports.get(partly), null);
      assert.deepEqual(await storage.imports.listRefused(partly, 0, 10), []);
      const foreign = { ...clean, accountId: 'another' };
      assert.deepEqual(await storage.imports.trim(foreign, 'all'), { more: false, released: [] });
      assert.notEqual(await storage.imports.get(clean), null);
    },
  },
  {
    id: 'trim-in-parts',
    title: 'trims many drafts and large files in several calls',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const hashes: string[] = [];
      for (let part = 0; part < 9; part++) hashes.push(await arrangeBlob(storage));
      const ref = importRef(store);
      const chunks = hashes.map((hash) => ({ hash, size: 10 }));
      await storage.imports.insert({ ...ref, plan: '{}', chunks, createdAt: NOW }, []);
      const drafts = Array.from({ length: 2_500 }, (_, index) => ({ id: `d${index}`, values: '[]' }));
      await storage.imports.advance(store, ref, batchOf({ drafts }), NOW);
      await storage.imports.finish(ref, { status: 'done', reason: null }, NOW);
      const released: string[] = [];
      for (let call = 0; call < 100; call++) {
        const trimmed = await storage.imports.trim(ref, 'unneeded');
        released.push(...trimmed.released);
        if (!trimmed.more) break;
      }
      assert.deepEqual(released.toSorted(), hashes.toSorted());
      assert.deepEqual(await storage.imports.findDrafts(ref, ['d0', 'd2499']), []);
    },
  },
  {
    id: 'removable',
    title: 'finds imports of a store, and those that ended before a time',
    async run({ storage }) {
      const [store, other] = [await arrangeStore(storage), await arrangeStore(storage)];
      const [ref, foreign] = [await arrangeImport(storage, store), await arrangeImport(storage, other)];
      const long = NOW - 1_000_000 * SECOND;
      const find = async (which: Removable) => (await storage.imports.findRemovable(which))?.id ?? null;
      assert.equal(await find({ endedBefore: long }), null);
      assert.equal(await find({ storeId: store.id }), ref.id);
      await storage.imports.finish(foreign, { status: 'done', reason: null }, long - 1);
      assert.equal(await find({ endedBefore: long - 1 }), null);
      assert.equal(await find({ endedBefore: long }), foreign.id);
      await storage.imports.trim(foreign, 'all');
      assert.equal(await find({ storeId: other.id }), null);
      assert.equal(await find({ endedBefore: long }), null);
    },
  },
]);
