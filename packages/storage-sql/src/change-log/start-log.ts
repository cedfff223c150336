import type { Millis } from '@vitrine/core/storage';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { numberEntries } from './number-entries.ts';

/**
 * Starts the log of a store that has been turned on in the same transaction. A log that was on before goes on with its
 * positions, and older ones expire.
 */
export function* startLog(dialect: SqlDialect, storeId: string, now: Millis): Steps<void> {
  // Entries from before it was turned off are numbered now, so that they do not follow the position of now.
  yield* numberEntries(dialect, storeId);
  yield statement(
    dialect,
    sql`
      INSERT INTO change_logs (store_id, is_on, last_position, complete_after, used_at, history_bytes)
      VALUES (${storeId}, 1, 0, 0, ${now}, 0)
      ON CONFLICT (store_id) DO UPDATE
      SET is_on = 1,
          complete_after = change_logs.last_position,
          used_at = excluded.used_at`,
  );
}
