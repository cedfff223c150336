import {
  type OperationArgs,
  type OperationName,
  type OperationResult,
  operationOf,
  type Statement,
  type Steps,
} from '@vitrine/storage-sql';
import { mayBeCommitted } from '../connections/connection/errors.ts';
import { type Execute, transact } from '../connections/connection/run-steps.ts';
import type { ExclusivePool } from '../connections/pools/exclusive-pool.ts';
import { type Presence, waitUntil } from './presence.ts';
import type { RecentReads } from './recent-reads.ts';

/** A write, which may be attempted several times. */
export interface NoticedWrite<Result> {
  /**
   * Runs the steps in a transaction on a connection of its own. `through` returns how to run statements on that
   * connection.
   */
  inTransaction(
    steps: Steps<Result>,
    first: Statement,
    pool: ExclusivePool,
    through: (execute: Execute) => Execute,
  ): Promise<Result>;
}

export interface NoticedWritesOptions {
  readonly workers: ExclusivePool;
  readonly presence: Presence;
  readonly recent: RecentReads;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Runs writes so that no server uses a cached result that a write has changed once that write has ended: this process
 * invalidates its own cache, and the write waits until the caches of the others must have expired.
 *
 * A write that failed but may be committed waits as well: a second attempt then finds the change done, and no server
 * that missed it.
 */
export function noticedWrites({ workers, presence, recent, now }: NoticedWritesOptions) {
  return async function notice<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
    run: (write: NoticedWrite<OperationResult<Name>>) => Promise<OperationResult<Name>>,
  ): Promise<OperationResult<Name>> {
    const operation = operationOf(name);
    const { changes } = operation;
    const othersForget = changes === null || recent.of(changes.table) === null ? 'any' : changes.othersForget;
    let result: OperationResult<Name> | undefined;
    let noticedAt = Number.NEGATIVE_INFINITY;

    const write: NoticedWrite<OperationResult<Name>> = {
      inTransaction: (steps, first, pool, through) =>
        pool.use(async (connection) => {
          try {
            const done = await transact({ execute: through(connection.execute) }, steps, first);
            const isChanged = changes?.when?.(done) ?? true;
            if (othersForget === 'after' && isChanged) noticedAt = await presence.noticedAt(connection);
            return done;
          } catch (error) {
            if (othersForget === 'after' && mayBeCommitted(error)) noticedAt = presence.noticedAtLatest();
            throw error;
          }
        }),
    };

    if (othersForget === 'before') await waitUntil(await workers.use(presence.noticedAt), now);
    try {
      result = await run(write);
      return result;
    } finally {
      recent.written(operation, args, result);
      await waitUntil(noticedAt, now);
    }
  };
}
