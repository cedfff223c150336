import {
  type OperationArgs,
  type OperationName,
  type OperationResult,
  operationOf,
  type SqlEngine,
  startOperation,
} from '@vitrine/storage-sql';
import { isLost, isUnprepared } from '../connections/connection/errors.ts';
import { finish } from '../connections/connection/run-steps.ts';
import type { Presence } from './presence.ts';
import type { RecentReads } from './recent-reads.ts';

export interface LookUpsOptions {
  readonly engine: SqlEngine;
  readonly recent: RecentReads;
  readonly presence: Presence;
  /** Runs a read without the cache. */
  read<Name extends OperationName>(name: Name, args: OperationArgs<Name>): Promise<OperationResult<Name>>;
}

/** Runs reads. Results of the look-ups that nearly every request makes come from the cache while they are fresh. */
export function lookUps({ engine, recent, presence, read }: LookUpsOptions) {
  return async function lookUp<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>> {
    const { cached } = operationOf(name);
    const results = cached === null ? null : recent.of(cached.table);
    // Only results of the presence's session are cached: while it is open, other servers know that this one has a
    // cache.
    const session = results === null ? null : presence.session();
    if (cached === null || results === null || session === null) return read(name, args);
    try {
      const ask = () => finish(startOperation(engine, name, args), session.execute);
      // Null is what these operations return for absence.
      return (await results.read<unknown>(cached.key(args), ask)) as OperationResult<Name>;
    } catch (error) {
      if (!isLost(error) && !isUnprepared(error)) throw error;
      session.giveUp();
      return read(name, args);
    }
  };
}
