import type { Millis } from '@vitrine/core/storage';
import { deleteExpired } from '../../change-log/delete-expired.ts';
import type { LogState } from '../../change-log/log-state.ts';
import { logged } from '../../change-log/logged-write.ts';
import { type Shape, shapeNamed } from '../../layout/record-layout.ts';
import { isAnySet, mergeOverflow, writtenColumns } from '../../layout/record-values.ts';
import { booleanCell, changedRows, numberCell, numberOrNull, textOrNull } from '../../statements/cells.ts';
import { and, assignmentList } from '../../statements/clauses.ts';
import type { NumberedStore, SeqRange, SqlDialect } from '../../statements/dialect.ts';
import { sql } from '../../statements/sql.ts';
import { type Steps, statement } from '../../statements/statement.ts';
import { isCurrent, type StoreGuard } from './store-guard.ts';

/** Removes at most `limit` records of a deleted store, whose row still exists. Returns how many it removed. */
export function* purgeRecords(
  dialect: SqlDialect,
  args: { readonly storeId: string; readonly limit: number },
): Steps<number> {
  const { storeId, limit } = args;
  const [store] = yield statement(
    dialect,
    sql`
      SELECT seq
      FROM stores
      WHERE id = ${storeId}
        AND deleted_at IS NOT NULL
      ${dialect.forShare}`,
  );
  if (store === undefined) return 0;
  const key = dialect.storeKey({ storeId, storeNumber: numberCell(store[0]) });
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM records
      WHERE store_id = ${key}
        AND seq IN (
          SELECT seq
          FROM records
          WHERE store_id = ${key}
          LIMIT ${limit}
        )`,
  );
  return changedRows(rows);
}

/** One step of a walk over all records of a store, newest first: the records with numbers `from` to `to`. */
interface Step {
  readonly from: number;
  readonly to: number;
  /** The number after which the walk continues. Null at its end. */
  readonly next: number | null;
}

function rangeOf({ from, to }: Step): SeqRange {
  return { above: from - 1, below: to + 1 };
}

function* walk(
  dialect: SqlDialect,
  store: NumberedStore,
  after: number | null,
  limit: number,
): Steps<Step | null> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT seq
      FROM records
      WHERE ${and(dialect.inStore(store, after === null ? {} : { below: after }))}
      ORDER BY seq DESC
      LIMIT ${limit + 1}`,
  );
  const numbers = rows.slice(0, limit).map((row) => numberCell(row[0]));
  const [newest] = numbers;
  const oldest = numbers.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  return { from: oldest, to: newest, next: rows.length > limit ? oldest : null };
}

interface ExpiringStore extends NumberedStore, LogState {
  readonly expiredUpTo: Millis;
}

/**
 * Returns a store whose records expire. Reads the time to live from its row, so records survive if it was increased after the
 * caller had read the store.
 */
function* readExpiring(dialect: SqlDialect, storeId: string, now: Millis): Steps<ExpiringStore | null> {
  const [store] = yield statement(
    dialect,
    sql`
      SELECT record_ttl, seq, version, is_logged, history
      FROM stores
      WHERE id = ${storeId}
        AND deleted_at IS NULL
      ${dialect.forShare}`,
  );
  const ttl = numberOrNull(store?.[0]);
  if (store === undefined || ttl === null) return null;
  const state = { isLogged: booleanCell(store[3]), history: numberOrNull(store[4]) };
  const numbers = { storeNumber: numberCell(store[1]), storeVersion: numberCell(store[2]) };
  return { storeId, ...numbers, ...logged(state), expiredUpTo: now - ttl * 1000 };
}

/** Removes the expired records among the next `limit` ones. */
export function* purgeExpiredRecords(
  dialect: SqlDialect,
  args: {
    readonly storeId: string;
    readonly after: number | null;
    readonly limit: number;
    readonly now: Millis;
  },
): Steps<{ purged: number; next: number | null }> {
  const { storeId, after, limit, now } = args;
  const store = yield* readExpiring(dialect, storeId, now);
  const step = store === null ? null : yield* walk(dialect, store, after, limit);
  if (store === null || step === null) return { purged: 0, next: null };
  const purged = yield* deleteExpired(
    dialect,
    { ...store, at: now },
    sql`
      DELETE FROM records
      WHERE ${and(dialect.inStore(store, rangeOf(step)))}
        AND updated_at <= ${store.expiredUpTo}`,
  );
  return { purged, next: step.next };
}

/** Removes those of the records that have expired, so that their ids are free. Returns their number. */
export function* removeExpiredRecords(
  dialect: SqlDialect,
  args: { readonly storeId: string; readonly ids: readonly string[]; readonly now: Millis },
): Steps<number> {
  const store = yield* readExpiring(dialect, args.storeId, args.now);
  if (store === null) return 0;
  return yield* deleteExpired(
    dialect,
    { ...store, at: args.now },
    sql`
      DELETE FROM records
      WHERE store_id = ${dialect.storeKey(store)}
        AND ${dialect.isIn(sql`id`, args.ids, 'text')}
        AND updated_at <= ${store.expiredUpTo}`,
  );
}

/** Unsets the slots in the next `limit` records. */
export function* clearRecordSlots(
  dialect: SqlDialect,
  args: StoreGuard & { readonly shape: string; readonly after: number | null; readonly limit: number },
): Steps<{ next: number | null } | 'stale'> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  const shape = shapeNamed(args.shape);
  const step = shape.slots.length === 0 ? null : yield* walk(dialect, args, args.after, args.limit);
  if (step === null) return { next: null };
  const columns = writtenColumns(shape);
  if (columns.length > 0) {
    yield statement(
      dialect,
      sql`
        UPDATE records
        SET ${assignmentList(columns.map((column) => sql`${column} = NULL`))}
        WHERE ${and([...dialect.inStore(args, rangeOf(step)), isAnySet(shape)])}`,
    );
  }
  if (shape.overflows) yield* clearOverflow(dialect, args, shape, step);
  return { next: step.next };
}

function* clearOverflow(dialect: SqlDialect, store: NumberedStore, shape: Shape, step: Step): Steps<void> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT seq, ${dialect.overflowColumn}
      FROM records
      WHERE ${and(dialect.inStore(store, rangeOf(step)))}
        AND overflow IS NOT NULL
      ${dialect.forUpdate}`,
  );
  for (const row of rows) {
    const overflow = mergeOverflow(textOrNull(row[1]), shape, []);
    yield statement(
      dialect,
      sql`
        UPDATE records
        SET overflow = ${dialect.jsonValue(sql`${overflow}`)}
        WHERE store_id = ${dialect.storeKey(store)}
          AND seq = ${numberCell(row[0])}`,
    );
  }
}
