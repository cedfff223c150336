import type { Caller } from '@vitrine/core';
import { type Turns, UnavailableError } from '@vitrine/core/adapter';
import { isLost, isQueryCanceled } from '../connections/connection/errors.ts';
import type { Execute } from '../connections/connection/run-steps.ts';
import type { SharedPool } from '../connections/pools/shared-pool.ts';

export interface AttemptRunner {
  /**
   * Runs `work` in a turn of the caller's account. Returns null if there are no connections for attempts, the turn does not
   * come in time, the server ends a statement because it takes longer than `ATTEMPT_MS`, or the connection is lost: a scan has
   * connections of its own. Throws the reason of the caller's signal if that aborts while it waits.
   */
  run<Result>(caller: Caller, work: (execute: Execute) => Promise<Result>): Promise<Result | null>;
}

export function attemptRunner({ execute, load }: SharedPool, turns: Turns): AttemptRunner {
  return {
    async run(caller, work) {
      if (load().size === 0) return null;
      try {
        return await turns.run(caller, () => work(execute));
      } catch (error) {
        caller.signal?.throwIfAborted();
        if (error instanceof UnavailableError || isQueryCanceled(error) || isLost(error)) return null;
        throw error;
      }
    },
  };
}
