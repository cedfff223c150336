import type { Millis, NewJob, StoreRef } from '@vitrine/core/storage';
import { and } from '../statements/clauses.ts';
import { type Sql, sql } from '../statements/sql.ts';

/** Returns the conditions of a live store of an account. */
export function live({ id, accountId }: StoreRef): Sql {
  return and([sql`id = ${id}`, sql`account_id = ${accountId}`, sql`deleted_at IS NULL`]);
}

/** The time of a change, and the jobs that it enqueues. */
export interface Follow {
  readonly now: Millis;
  readonly enqueue: readonly NewJob[];
}
