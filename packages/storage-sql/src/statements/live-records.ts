import type { Millis } from '@vitrine/core/storage';
import type { NumberedStore } from './dialect.ts';
import { NOTHING, type Sql, sql } from './sql.ts';

/** The live records of a store. */
export interface LiveRecords extends NumberedStore {
  /** A record is expired if it was last written at or before this time. Null: records do not expire. */
  readonly expiredUpTo: Millis | null;
}

/** Returns the condition that a record is live. None where records do not expire. */
export function isLive(expiredUpTo: Millis | Sql | null): readonly Sql[] {
  return expiredUpTo === null ? [] : [sql`updated_at > ${expiredUpTo}`];
}

/** Returns the condition, after others, that a record is live. */
export function andLive(expiredUpTo: Millis | Sql | null): Sql {
  return expiredUpTo === null ? NOTHING : sql`AND updated_at > ${expiredUpTo}`;
}
