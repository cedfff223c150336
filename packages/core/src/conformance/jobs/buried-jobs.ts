import assert from 'node:assert/strict';
import { NOW, newJob, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { claimOne, isDue, LEASE_END } from './arrange-jobs.ts';

export const buriedJobs = topic('jobs', [
  {
    id: 'bury',
    title: 'a buried job is not claimed again, and its key is free',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob({ key: 'same', payload: '1' })]);
      const job = await claimOne(jobs);
      assert.equal(await jobs.bury(job, 'no such store', NOW), true);
      assert.equal(await jobs.bury(job, 'again', NOW), false);
      assert.equal(await jobs.extend(job, LEASE_END), false);
      assert.equal(await isDue(jobs, NOW + 1e12), false);
      await jobs.enqueue([newJob({ key: 'same', payload: '2' })]);
      const next = await claimOne(jobs);
      assert.deepEqual([next.payload, next.attempts, next.failures], ['2', 0, 0]);
      assert.equal(await jobs.bury(next, 'and the same key buried twice', NOW), true);
    },
  },
  {
    id: 'list-buried',
    title: 'listBuried returns the newest first, one for each key, with account, reason and time',
    async run({ storage: { jobs } }) {
      const bury = async (key: string, reason: string, now: number) => {
        await jobs.enqueue([newJob({ key, accountId: key === 'a' ? 'account' : null })]);
        const job = await claimOne(jobs);
        await jobs.bury(job, reason, now);
        return { id: job.id, kind: 'sweep', attempts: 1, reason, buriedAt: now };
      };
      assert.deepEqual(await jobs.listBuried(10), []);
      await bury('a', 'first', NOW);
      const b = await bury('b', "it's broken", NOW + 1);
      const a = await bury('a', 'last', NOW + 2);
      const expected = [
        { ...a, accountId: 'account' },
        { ...b, accountId: null },
      ];
      assert.deepEqual(await jobs.listBuried(10), expected);
      assert.deepEqual(await jobs.listBuried(1), expected.slice(0, 1));
    },
  },
  {
    id: 'revive',
    title: 'a revived job is due again with its payload and no failures; only buried jobs can be revived',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob({ payload: '"kept"' })]);
      const job = await claimOne(jobs);
      assert.equal(await jobs.revive(job.id, NOW), false);
      await jobs.retry(job, NOW, { reason: 'broken', failures: 19 });
      await jobs.bury(await claimOne(jobs), 'broken', NOW);
      assert.equal(await jobs.revive(job.id + 1_000, NOW), false);
      assert.equal(await jobs.revive(job.id, NOW + 5), true);
      assert.equal(await jobs.revive(job.id, NOW + 5), false);
      assert.deepEqual(await jobs.listBuried(10), []);
      assert.equal(await isDue(jobs, NOW + 4), false);
      const again = await claimOne(jobs, NOW + 5);
      assert.deepEqual([again.payload, again.failures], ['"kept"', 0]);
      assert.equal(await jobs.complete(again), true);
    },
  },
  {
    id: 'revive-taken-key',
    title:
      'a waiting job with the same key becomes due instead of the revived one, and a running one replaces it',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob({ key: 'same', payload: '1' })]);
      const buried = await claimOne(jobs);
      await jobs.bury(buried, 'broken', NOW);
      await jobs.enqueue([newJob({ key: 'same', payload: '2', runAt: NOW + 60 * SECOND })]);
      assert.equal(await jobs.revive(buried.id, NOW), true);
      assert.deepEqual(await jobs.listBuried(10), []);
      const live = await claimOne(jobs);
      assert.equal(live.payload, '2');
      await jobs.bury(live, 'broken', NOW);
      await jobs.enqueue([newJob({ key: 'same', payload: '3' })]);
      const running = await claimOne(jobs);
      assert.equal(await jobs.revive(live.id, NOW), true);
      assert.equal(await jobs.complete(running), true);
      assert.equal(await isDue(jobs, NOW + 1e12), false);
    },
  },
]);
