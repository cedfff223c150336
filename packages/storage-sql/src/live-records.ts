import type { Millis } from '@vitrine/core/storage';
import type { NumberedStore } from './dialect.ts';
import { NOTHING, type Sql, sql } from './sql.ts';

/** The live records of a store. */
export interface LiveRecords extends NumberedStore {
  /** A record last written at or before this is expired. Null: none expires. */
  readonly expiredUpTo: Millis | null;
}

/** Behind `WHERE store_id = ?`: only what has not expired. */
export function andLive(expiredUpTo: Millis | null): Sql {
  return expiredUpTo === null ? NOTHING : sql` AND updated_at > ${expiredUpTo}`;
}
