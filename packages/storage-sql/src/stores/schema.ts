import type { StoreRef } from '@vitrine/core/storage';
import { deleteExpired } from '../change-log/delete-expired.ts';
import { logged } from '../change-log/logged-write.ts';
import { appendStoreEntry } from '../change-log/store-entry.ts';
import { booleanCell, numberCell, numberOrNull, onlyRow } from '../statements/cells.ts';
import { andLive } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { enqueueJobs } from '../statements/enqueue-jobs.ts';
import { type Row, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { lockGuard, setGuard } from './guards.ts';
import { type Follow, live } from './live.ts';
import { loggedStore, STORE } from './rows.ts';

/** The number of expired records that one schema change removes at most, because it blocks other writes. */
const EXPIRED_STEP = 5_000;

/** Removes at most `EXPIRED_STEP` records of a store, which have expired. Returns how many it removed. */
function* removeRecords(
  dialect: SqlDialect,
  storeKey: string | number,
  log: Parameters<typeof deleteExpired>[1],
): Steps<number> {
  return yield* deleteExpired(
    dialect,
    log,
    sql`
      DELETE FROM records
      WHERE store_id = ${storeKey}
        AND seq IN (
          SELECT seq
          FROM records
          WHERE store_id = ${storeKey}
          LIMIT ${EXPIRED_STEP}
        )`,
  );
}

export function* changeStoreSchema(
  dialect: SqlDialect,
  args: {
    readonly ref: StoreRef;
    readonly expectedVersion: number;
    readonly properties: string;
    readonly freedSlots: string;
    readonly requireEmpty: boolean;
  } & Follow,
): Steps<Row | 'stale' | 'not_empty' | 'purging' | null> {
  const { ref, now } = args;
  const [store] = yield statement(
    dialect,
    sql`
      SELECT version, record_ttl, seq, is_logged, history
      FROM stores
      WHERE ${live(ref)}
      ${dialect.forUpdate}`,
  );
  if (store === undefined) return null;
  if (store[0] !== args.expectedVersion) return 'stale';
  if (args.requireEmpty) {
    yield* lockGuard(dialect, ref.id);
    const ttl = numberOrNull(store[1]);
    const key = dialect.storeKey({ storeId: ref.id, storeNumber: numberCell(store[2]) });
    const records = yield statement(
      dialect,
      sql`
        SELECT 1
        FROM records
        WHERE store_id = ${key}
          ${andLive(ttl === null ? null : now - ttl * 1000)}
        LIMIT 1`,
    );
    if (records.length > 0) return 'not_empty';
    // All remaining records have expired, and the lock on the store prevents new ones.
    const state = { isLogged: booleanCell(store[3]), history: numberOrNull(store[4]) };
    const log = { storeId: ref.id, storeVersion: args.expectedVersion, ...logged(state), at: now };
    if (ttl !== null && (yield* removeRecords(dialect, key, log)) === EXPIRED_STEP) return 'purging';
  }
  yield* enqueueJobs(dialect, { jobs: args.enqueue });
  const row = onlyRow(
    yield statement(
      dialect,
      sql`
        UPDATE stores
        SET version = version + 1,
            updated_at = ${now},
            properties = ${args.properties},
            freed_slots = ${args.freedSlots}
        WHERE ${live(ref)}
        RETURNING ${STORE}`,
    ),
  );
  yield* setGuard(dialect, ref, row);
  yield* appendStoreEntry(dialect, loggedStore(row), { type: 'store.schema', at: now, by: args.by });
  return row;
}
