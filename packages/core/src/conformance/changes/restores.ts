import assert from 'node:assert/strict';
import type { Storage } from '../../storage/storage.ts';
import { arrangeStore, NOW, newJob, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

let last = 0;

async function arrangeRestore(storage: Storage) {
  const { id: storeId, accountId } = await arrangeStore(storage);
  const row = {
    id: `restore ${++last}`,
    accountId,
    storeId,
    plan: '{"a":"Ö"}',
    progress: '[0]',
    createdAt: NOW,
  };
  assert.equal(await storage.restores.insert(row, []), true);
  return row;
}

export const restores = topic('restores', [
  {
    id: 'insert',
    title: 'a restore is inserted with its job, unless another one of its store runs',
    async run({ storage }) {
      const row = await arrangeRestore(storage);
      const running = { ...row, status: 'running', reason: null, steps: 0, finishedAt: null };
      assert.deepEqual(await storage.restores.get(row), running);
      const second = { ...row, id: 'second' };
      assert.equal(await storage.restores.insert(second, [newJob({ kind: 'follow' })]), false);
      assert.equal(await storage.restores.get(second), null);
      assert.deepEqual(await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND), []);
      assert.equal(await storage.restores.finish(row, { status: 'done', reason: null }, NOW + 1), true);
      const raced = await Promise.all(
        ['one', 'two', 'three'].map((id) =>
          storage.restores.insert({ ...row, id }, [newJob({ kind: 'follow' })]),
        ),
      );
      assert.deepEqual(raced.toSorted(), [false, false, true]);
      assert.equal((await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND)).length, 1);
    },
  },
  {
    id: 'steps',
    title: 'each step adds its results once, and none after the end',
    async run({ storage }) {
      const row = await arrangeRestore(storage);
      const { restores } = storage;
      const raced = await Promise.all([1, 2].map((n) => restores.advance(row, 0, `["${n}"]`, `[${n}]`)));
      assert.deepEqual(raced.toSorted(), [false, true]);
      const [first] = await restores.listResults(row, 0, 10);
      assert.equal(first, raced[0] ? '["1"]' : '["2"]');
      assert.equal((await restores.get(row))?.progress, raced[0] ? '[1]' : '[2]');
      assert.equal(await restores.advance(row, 1, '["é"]', '[3]'), true);
      assert.equal(await restores.advance(row, 2, '[]', '[4]'), true);
      assert.deepEqual(await restores.listResults(row, 1, 1), ['["é"]']);
      assert.deepEqual(await restores.listResults(row, 1, 10), ['["é"]', '[]']);
      assert.deepEqual(await restores.listResults(row, 3, 10), []);
      assert.equal((await restores.get(row))?.steps, 3);
      assert.equal(await restores.finish(row, { status: 'failed', reason: 'Ö' }, NOW + 5), true);
      assert.equal(await restores.finish(row, { status: 'done', reason: null }, NOW + 6), false);
      assert.equal(await restores.advance(row, 3, '["late"]', '[5]'), false);
      const ended = await restores.get(row);
      assert.deepEqual(
        [ended?.status, ended?.reason, ended?.finishedAt, ended?.progress],
        ['failed', 'Ö', NOW + 5, '[4]'],
      );
    },
  },
  {
    id: 'isolation',
    title: 'a restore is found only with its account and its store',
    async run({ storage }) {
      const row = await arrangeRestore(storage);
      const other = await arrangeStore(storage);
      for (const foreign of [
        { ...row, accountId: other.accountId },
        { ...row, storeId: other.id },
        { ...row, id: 'unknown' },
      ]) {
        assert.equal(await storage.restores.get(foreign), null);
        assert.equal(await storage.restores.advance(foreign, 0, '[]', '[]'), false);
        assert.equal(await storage.restores.finish(foreign, { status: 'done', reason: null }, NOW), false);
        assert.deepEqual(await storage.restores.listResults(foreign, 0, 10), []);
      }
      assert.equal((await storage.restores.get(row))?.steps, 0);
    },
  },
  {
    id: 'purge',
    title: 'purge removes those that ended before a time, or all of a store, with their results',
    async run({ storage }) {
      const { restores } = storage;
      const [old, recent, running] = [
        await arrangeRestore(storage),
        await arrangeRestore(storage),
        await arrangeRestore(storage),
      ];
      for (const row of [old, recent, running]) await restores.advance(row, 0, '[1]', '[]');
      await restores.finish(old, { status: 'done', reason: null }, NOW - 1);
      await restores.finish(recent, { status: 'done', reason: null }, NOW);
      assert.equal(await restores.purge({ endedBefore: NOW }, 10), 1);
      assert.equal(await restores.purge({ endedBefore: NOW }, 10), 0);
      assert.equal(await restores.get(old), null);
      assert.deepEqual(await restores.listResults(old, 0, 10), []);
      assert.notEqual(await restores.get(recent), null);
      const second = { ...recent, id: 'second of the store' };
      assert.equal(await restores.insert(second, []), true);
      assert.equal(await restores.purge({ storeId: recent.storeId }, 1), 1);
      assert.equal(await restores.purge({ storeId: recent.storeId }, 10), 1);
      for (const gone of [recent, second]) assert.equal(await restores.get(gone), null);
      assert.deepEqual(await restores.listResults(running, 0, 10), ['[1]']);
    },
  },
]);
