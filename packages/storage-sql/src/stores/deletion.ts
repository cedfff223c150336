import type { Millis, StoreRef } from '@vitrine/core/storage';
import { appendStoreEntry } from '../change-log/store-entry.ts';
import { numberCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { enqueueJobs } from '../statements/enqueue-jobs.ts';
import { type Row, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { removeGuard, setGuard } from './guards.ts';
import { type Follow, live } from './live.ts';
import { DELETED_STORE, loggedStore, STORE } from './rows.ts';

export function* markStoreDeleted(
  dialect: SqlDialect,
  { ref, now, enqueue, by }: { readonly ref: StoreRef } & Follow,
): Steps<boolean> {
  const [row] = yield statement(
    dialect,
    sql`
      UPDATE stores
      SET deleted_at = ${now},
          updated_at = ${now},
          version = version + 1
      WHERE ${live(ref)}
      RETURNING ${STORE}`,
  );
  if (row === undefined) return false;
  yield* removeGuard(dialect, ref.id);
  yield* appendStoreEntry(dialect, loggedStore(row), { type: 'store.deleted', at: now, by });
  yield* enqueueJobs(dialect, { jobs: enqueue });
  return true;
}

export function* getDeletedStore(
  dialect: SqlDialect,
  { storeId }: { readonly storeId: string },
): Steps<Row | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${DELETED_STORE}
      FROM stores
      WHERE id = ${storeId}
        AND deleted_at IS NOT NULL`,
  );
  return row ?? null;
}

export function* restoreStore(
  dialect: SqlDialect,
  args: { readonly ref: StoreRef; readonly deletedAfter: Millis } & Follow,
): Steps<Row | null> {
  const { ref, deletedAfter, now, enqueue, by } = args;
  const [row] = yield statement(
    dialect,
    sql`
      UPDATE stores
      SET deleted_at = NULL,
          updated_at = ${now},
          version = version + 1
      WHERE id = ${ref.id}
        AND account_id = ${ref.accountId}
        AND deleted_at > ${deletedAfter}
      RETURNING ${STORE}`,
  );
  if (row === undefined) return null;
  yield* setGuard(dialect, ref, row);
  yield* appendStoreEntry(dialect, loggedStore(row), { type: 'store.updated', at: now, by });
  yield* enqueueJobs(dialect, { jobs: enqueue });
  return row;
}

export function* removeDeletedStore(
  dialect: SqlDialect,
  { storeId }: { readonly storeId: string },
): Steps<null> {
  const [removed] = yield statement(
    dialect,
    sql`
      DELETE FROM stores
      WHERE id = ${storeId}
        AND deleted_at IS NOT NULL
      RETURNING seq`,
  );
  if (removed === undefined) return null;
  yield statement(
    dialect,
    sql`
      DELETE FROM views
      WHERE store_id = ${storeId}`,
  );
  const { recordNumbers } = dialect;
  if (recordNumbers.kind === 'reserved') {
    const store = { storeId, storeNumber: numberCell(removed[0]) };
    for (const step of recordNumbers.forget(store)) yield statement(dialect, step);
  }
  return null;
}
