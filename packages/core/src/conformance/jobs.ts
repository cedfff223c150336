import assert from 'node:assert/strict';
import type { JobRow } from '../storage/rows.ts';
import type { JobStorage } from '../storage/storage.ts';
import { NOW, newJob, present, SECOND } from './arrange.ts';
import { topic } from './case.ts';

const LEASE_END = NOW + 30 * SECOND;

/** The one job that is due at `now`, claimed. */
async function claimOne(jobs: JobStorage, now = NOW, leaseUntil = now + 30 * SECOND): Promise<JobRow> {
  const [job = null, another] = await jobs.claim(['sweep'], 2, now, leaseUntil);
  assert.equal(another, undefined);
  return present(job);
}

async function isDue(jobs: JobStorage, now: number): Promise<boolean> {
  return (await jobs.claim(['sweep'], 1, now, now)).length > 0;
}

export const jobs = topic('jobs', [
  {
    id: 'claim',
    title: 'gives out a job from the moment it is due, once, with its payload and no attempts before',
    async run({ storage: { jobs } }) {
      const payload = JSON.stringify({ text: "it's \u{1F600}", list: [1, null] });
      await jobs.enqueue([]);
      await jobs.enqueue([newJob({ payload, runAt: NOW + 5 })]);
      assert.deepEqual(await jobs.claim(['sweep'], 10, NOW + 4, LEASE_END), []);
      const [job, ...rest] = await jobs.claim(['sweep'], 10, NOW + 5, LEASE_END);
      assert.deepEqual([job?.kind, job?.payload, job?.attempts, rest], ['sweep', payload, 0, []]);
      assert.deepEqual(await jobs.claim(['sweep'], 10, NOW + 6, LEASE_END), []);
    },
  },
  {
    id: 'claim-kinds',
    title: 'gives out jobs of the asked kinds only, and at most the limit',
    async run({ storage: { jobs } }) {
      await jobs.enqueue(['a', 'b', 'a', 'c', 'a'].map((kind) => newJob({ kind })));
      assert.deepEqual(await jobs.claim([], 10, NOW, LEASE_END), []);
      assert.deepEqual(await jobs.claim(['a'], 0, NOW, LEASE_END), []);
      const first = await jobs.claim(['a', 'c'], 3, NOW, LEASE_END);
      const second = await jobs.claim(['a', 'c'], 3, NOW, LEASE_END);
      const kinds = [...first, ...second].map((job) => job.kind);
      assert.deepEqual([first.length, kinds.toSorted()], [3, ['a', 'a', 'a', 'c']]);
    },
  },
  {
    id: 'claim-race',
    title: 'gives each job to exactly one of many racing callers',
    async run({ storage: { jobs } }) {
      await jobs.enqueue(Array.from({ length: 40 }, () => newJob()));
      const claims = await Promise.all(
        Array.from({ length: 12 }, () => jobs.claim(['sweep'], 5, NOW, LEASE_END)),
      );
      const ids = claims.flat().map((job) => job.id);
      assert.equal(new Set(ids).size, ids.length, 'no job was given out twice');
      const rest = await jobs.claim(['sweep'], 100, NOW, LEASE_END);
      assert.equal(ids.length + rest.length, 40);
    },
  },
  {
    id: 'lease-ends',
    title: 'a job is due again when its lease ends, with one attempt more',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob()]);
      const first = await claimOne(jobs);
      assert.equal(await isDue(jobs, LEASE_END - 1), false);
      const second = await claimOne(jobs, LEASE_END);
      assert.deepEqual(second, { ...first, attempts: 1 });
    },
  },
  {
    id: 'fencing',
    title: 'who lost its lease to another can neither prolong, complete, retry nor bury the job',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob()]);
      const lost = await claimOne(jobs);
      const current = await claimOne(jobs, LEASE_END);
      assert.equal(await jobs.extend(lost, LEASE_END * 2), false);
      assert.equal(await jobs.complete(lost), false);
      assert.equal(await jobs.retry(lost, NOW, { reason: 'late', payload: '"late"' }), false);
      assert.equal(await jobs.bury(lost, 'late'), false);
      assert.equal(await isDue(jobs, LEASE_END + 1), false);
      assert.equal(await jobs.complete(current), true);
      assert.equal(await jobs.complete(current), false);
    },
  },
  {
    id: 'late-answer',
    title: 'a lease that ended but was given to nobody else still counts',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob()]);
      assert.equal(await jobs.complete(await claimOne(jobs, NOW, NOW + 1)), true);
      assert.equal(await isDue(jobs, NOW + SECOND), false);
    },
  },
  {
    id: 'extend',
    title: 'a prolonged lease keeps the job from others',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob()]);
      const job = await claimOne(jobs);
      assert.equal(await jobs.extend(job, LEASE_END + SECOND), true);
      assert.equal(await isDue(jobs, LEASE_END), false);
      assert.equal(await jobs.extend(job, LEASE_END + 2 * SECOND), true);
      assert.equal((await claimOne(jobs, LEASE_END + 2 * SECOND)).attempts, 1);
    },
  },
  {
    id: 'retry',
    title: 'a retried job is due at its new time, with a new payload when one was given',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob({ payload: '1' })]);
      const first = await claimOne(jobs);
      assert.equal(await jobs.retry(first, NOW + SECOND, { reason: "it's broken", payload: '2' }), true);
      assert.equal(await jobs.complete(first), false, 'a job that was given back is nobody’s');
      assert.equal(await isDue(jobs, NOW + SECOND - 1), false);
      const second = await claimOne(jobs, NOW + SECOND);
      assert.deepEqual(second, { ...first, attempts: 1, payload: '2' });
      assert.equal(await jobs.retry(second, NOW, { reason: null }), true);
      assert.deepEqual(await claimOne(jobs), { ...first, attempts: 2, payload: '2' });
    },
  },
  {
    id: 'dedupe',
    title: 'a job whose key waits or runs is not added again, until it is completed',
    async run({ storage: { jobs } }) {
      const key = "store 'x' %";
      await jobs.enqueue([newJob({ key, payload: '1' }), newJob({ key, payload: '2' })]);
      await jobs.enqueue([newJob({ key, kind: 'another', payload: '3' })]);
      const job = await claimOne(jobs);
      assert.equal(job.payload, '1');
      await jobs.enqueue([newJob({ key, payload: '4' })]);
      await jobs.retry(job, NOW, { reason: null });
      await jobs.enqueue([newJob({ key, payload: '5' })]);
      assert.equal(await jobs.complete(await claimOne(jobs)), true);
      assert.equal(await isDue(jobs, NOW), false);
      await jobs.enqueue([newJob({ key, payload: '6' })]);
      assert.equal((await claimOne(jobs)).payload, '6');
    },
  },
  {
    id: 'dedupe-race',
    title: 'of racing jobs with one key one is added',
    async run({ storage: { jobs } }) {
      await Promise.all(Array.from({ length: 10 }, () => jobs.enqueue([newJob({ key: 'same' }), newJob()])));
      assert.equal((await jobs.claim(['sweep'], 100, NOW, LEASE_END)).length, 11);
    },
  },
  {
    id: 'bury',
    title: 'a buried job is never given out again, and its key is free',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob({ key: 'same', payload: '1' })]);
      const job = await claimOne(jobs);
      assert.equal(await jobs.bury(job, 'no such store'), true);
      assert.equal(await jobs.bury(job, 'again'), false);
      assert.equal(await jobs.extend(job, LEASE_END), false);
      assert.equal(await isDue(jobs, NOW + 1e12), false);
      await jobs.enqueue([newJob({ key: 'same', payload: '2' })]);
      const next = await claimOne(jobs);
      assert.deepEqual([next.payload, next.attempts], ['2', 0]);
      assert.equal(await jobs.bury(next, 'and the same key buried twice'), true);
    },
  },
]);
