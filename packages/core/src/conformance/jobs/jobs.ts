import assert from 'node:assert/strict';
import { NOW, newJob, present, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { claimOne, isDue, LEASE_END } from './arrange-jobs.ts';

export const jobs = topic('jobs', [
  {
    id: 'claim',
    title: 'claim returns a job once from its due time on, with its payload and no previous attempts',
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
    title: 'claim returns at most the limit of jobs, and only of the given kinds',
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
    id: 'claim-by-account',
    title: 'an account with 1,000 due jobs does not delay another account with one, nor system jobs',
    async run({ storage: { jobs } }) {
      const enqueue = (accountId: string | null, count: number, runAt: number) => {
        const job = (i: number) =>
          newJob({ accountId, payload: JSON.stringify(accountId), runAt: runAt + i });
        return jobs.enqueue(Array.from({ length: count }, (_, i) => job(i)));
      };
      const claim = async (limit: number) => {
        const claims = await jobs.claim(['sweep'], limit, NOW, LEASE_END);
        return claims.map(({ payload }) => JSON.parse(payload) as string | null);
      };
      await enqueue('a', 1_000, NOW - 2_000);
      assert.deepEqual(await claim(2), ['a', 'a']);
      await enqueue('b', 1, NOW);
      await enqueue(null, 1, NOW);
      assert.deepEqual((await claim(2)).toSorted(), ['b', null]);
      await enqueue('b', 70, NOW - 70);
      assert.deepEqual(await claim(2), ['a', 'b']);
      await enqueue(null, 2, NOW - 1);
      assert.deepEqual(await claim(4), [null, 'a', 'b', null]);
      assert.deepEqual(await claim(3), ['a', 'b', 'a']);
    },
  },
  {
    id: 'claim-race',
    title: 'each job is claimed by exactly one of many racing callers',
    async run({ storage: { jobs } }) {
      await jobs.enqueue(Array.from({ length: 40 }, () => newJob()));
      const claims = await Promise.all(
        Array.from({ length: 12 }, () => jobs.claim(['sweep'], 5, NOW, LEASE_END)),
      );
      const ids = claims.flat().map((job) => job.id);
      assert.equal(new Set(ids).size, ids.length, 'no job is claimed twice');
      const rest = await jobs.claim(['sweep'], 100, NOW, LEASE_END);
      assert.equal(ids.length + rest.length, 40);
    },
  },
  {
    id: 'lease-ends',
    title: 'a job is due again when its lease ends, with one more attempt',
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
    title: 'a claim that lost its lease to another can neither extend, complete, retry nor bury the job',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob()]);
      const lost = await claimOne(jobs);
      const current = await claimOne(jobs, LEASE_END);
      assert.equal(await jobs.extend(lost, LEASE_END * 2), false);
      assert.equal(await jobs.complete(lost), false);
      assert.equal(await jobs.retry(lost, NOW, { reason: 'late', failures: 1, payload: '"late"' }), false);
      assert.equal(await jobs.bury(lost, 'late', NOW), false);
      assert.equal(await isDue(jobs, LEASE_END + 1), false);
      assert.equal(await jobs.complete(current), true);
      assert.equal(await jobs.complete(current), false);
    },
  },
  {
    id: 'late-answer',
    title: 'a claim whose lease ended is valid until another caller claims the job',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob()]);
      assert.equal(await jobs.complete(await claimOne(jobs, NOW, NOW + 1)), true);
      assert.equal(await isDue(jobs, NOW + SECOND), false);
    },
  },
  {
    id: 'extend',
    title: 'an extended lease prevents other claims of the job',
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
    title: 'a retried job is due at its new time, with its new payload if one was given',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob({ payload: '1' })]);
      const first = await claimOne(jobs);
      assert.equal(
        await jobs.retry(first, NOW + SECOND, { reason: "it's broken", failures: 3, payload: '2' }),
        true,
      );
      assert.equal(await jobs.complete(first), false, 'the claim of a retried job has ended');
      assert.equal(await isDue(jobs, NOW + SECOND - 1), false);
      const second = await claimOne(jobs, NOW + SECOND);
      assert.deepEqual(second, { ...first, attempts: 1, failures: 3, payload: '2' });
      assert.equal(await jobs.retry(second, NOW, { reason: null, failures: 0 }), true);
      assert.deepEqual(await claimOne(jobs), { ...first, attempts: 2, payload: '2' });
    },
  },
  {
    id: 'dedupe',
    title: 'a job is not added while another one with its key waits',
    async run({ storage: { jobs } }) {
      const key = "store 'x' %";
      await jobs.enqueue([newJob({ key, payload: '1' }), newJob({ key, payload: '2' })]);
      await jobs.enqueue([newJob({ key, payload: '3' })]);
      const job = await claimOne(jobs);
      assert.equal(job.payload, '1');
      await jobs.retry(job, NOW, { reason: null, failures: 0 });
      await jobs.enqueue([newJob({ key, payload: '4' })]);
      const again = await claimOne(jobs);
      assert.equal(again.payload, '1');
      assert.equal(await jobs.complete(again), true);
      assert.equal(await isDue(jobs, NOW + 1e12), false);
      await jobs.enqueue([newJob({ key, payload: '5' })]);
      assert.equal((await claimOne(jobs)).payload, '5');
    },
  },
  {
    id: 'enqueued-while-running',
    title:
      'a job enqueued while one with its key runs is due after it: the last payload at the earliest time',
    async run({ storage: { jobs } }) {
      await jobs.enqueue([newJob({ key: 'same', payload: '1' })]);
      const first = await claimOne(jobs);
      await jobs.enqueue([newJob({ key: 'same', payload: '2', runAt: NOW + 5 })]);
      await jobs.enqueue([newJob({ key: 'same', payload: '3', runAt: NOW + 9 })]);
      assert.equal(await isDue(jobs, NOW + SECOND), false, 'the first job is still running');
      assert.equal(await jobs.extend(first, NOW + 60 * SECOND), true);
      await jobs.retry(first, NOW, { reason: 'one failure', failures: 1 });
      const second = await claimOne(jobs);
      assert.deepEqual([second.payload, second.failures], ['1', 1]);
      assert.equal(await jobs.complete(second), true);
      assert.equal(await jobs.complete(second), false);
      assert.equal(await isDue(jobs, NOW + 4), false);
      const third = await claimOne(jobs, NOW + 5);
      assert.deepEqual([third.payload, third.failures], ['3', 0]);
      await jobs.enqueue([newJob({ key: 'same', payload: '4' })]);
      assert.equal(await jobs.bury(third, 'broken', NOW), true);
      const fourth = await claimOne(jobs);
      assert.equal(fourth.payload, '4');
      assert.equal(await jobs.complete(fourth), true);
      assert.equal(await isDue(jobs, NOW + 1e12), false);
    },
  },
  {
    id: 'dedupe-race',
    title: 'one of several racing jobs with the same key is added',
    async run({ storage: { jobs } }) {
      await Promise.all(Array.from({ length: 10 }, () => jobs.enqueue([newJob({ key: 'same' }), newJob()])));
      assert.equal((await jobs.claim(['sweep'], 100, NOW, LEASE_END)).length, 11);
    },
  },
  {
    id: 'counts',
    title: 'counts returns the jobs by kind and state, with the earliest due time of waiting ones',
    async run({ storage: { jobs } }) {
      assert.deepEqual(await jobs.counts(), []);
      await jobs.enqueue([
        newJob({ kind: 'a' }),
        newJob({ kind: 'a', runAt: NOW + 9 }),
        newJob({ kind: 'a', runAt: NOW + 7 }),
        newJob({ kind: 'b' }),
        newJob({ kind: 'b', runAt: NOW - 1 }),
      ]);
      await jobs.claim(['a'], 1, NOW, LEASE_END);
      const [buried] = await jobs.claim(['b'], 1, NOW, LEASE_END);
      await jobs.bury(present(buried ?? null), 'broken', NOW);
      const counts = await jobs.counts();
      assert.deepEqual(
        counts.toSorted((x, y) => (x.kind + x.state < y.kind + y.state ? -1 : 1)),
        [
          { kind: 'a', state: 'running', count: 1, oldestDueAt: null },
          { kind: 'a', state: 'waiting', count: 2, oldestDueAt: NOW + 7 },
          { kind: 'b', state: 'buried', count: 1, oldestDueAt: null },
          { kind: 'b', state: 'waiting', count: 1, oldestDueAt: NOW },
        ],
      );
    },
  },
]);
