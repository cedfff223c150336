import assert from 'node:assert/strict';
import type { JobRow, JobStorage } from '../../storage/jobs.ts';
import { NOW, present, SECOND } from '../fixtures/arrange.ts';

export const LEASE_END = NOW + 30 * SECOND;

/** Claims the only job that is due at `now`. */
export async function claimOne(jobs: JobStorage, now = NOW, leaseUntil = now + 30 * SECOND): Promise<JobRow> {
  const [job = null, another] = await jobs.claim(['sweep'], 2, now, leaseUntil);
  assert.equal(another, undefined);
  return present(job);
}

/** Returns whether a job is due at `now`. Claims it with a lease that ends at once. */
export async function isDue(jobs: JobStorage, now: number): Promise<boolean> {
  return (await jobs.claim(['sweep'], 1, now, now)).length > 0;
}
