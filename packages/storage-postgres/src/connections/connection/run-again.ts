import { setTimeout as wait } from 'node:timers/promises';
import { UnavailableError } from '@vitrine/core/adapter';

/** Attempts to run an operation again after other transactions won a race with it. */
export const RACES = 8;

/** Runs again, after a random delay that grows, while `worthwhile` returns true for the error. */
export async function runAgain<Result>(
  worthwhile: (error: unknown, attempt: number) => boolean,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof UnavailableError || !worthwhile(error, attempt)) throw error;
      await wait(Math.random() * 2 ** attempt);
    }
  }
}
