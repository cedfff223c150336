import type { Millis, NewJob, StoreRef } from '@vitrine/core/storage';
import type { Authored } from '../change-log/logged-write.ts';
import { and } from '../statements/clauses.ts';
import { type Sql, sql } from '../statements/sql.ts';

/** Returns the conditions of a live store of an account. */
export function live({ id, accountId }: StoreRef): Sql {
  return and([sql`id = ${id}`, sql`account_id = ${accountId}`, sql`deleted_at IS NULL`]);
}

/** The time and the author of a change, and the jobs that it enqueues. */
export interface Follow extends Authored {
  readonly now: Millis;
  readonly enqueue: readonly NewJob[];
}
