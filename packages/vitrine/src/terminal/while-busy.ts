import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '@vitrine/core';

const ATTEMPTS = 5;

/**
 * Runs a write again while the database is busy, at most five times in all. A write that fails with `UnavailableError`
 * changed nothing.
 */
export async function retryWhileBusy<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt === ATTEMPTS) throw error;
      await sleep(error.retryAfterSeconds * 1_000);
    }
  }
}
