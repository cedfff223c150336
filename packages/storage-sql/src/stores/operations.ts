import type { Millis, NewJob, StoreChange, StoreRef, StoreRow } from '@vitrine/core/storage';
import { beginHistoryNow } from '../change-log/begin-history.ts';
import type { Authored } from '../change-log/logged-write.ts';
import { startLog } from '../change-log/start-log.ts';
import { appendStoreEntry } from '../change-log/store-entry.ts';
import { foldedShadow } from '../layout/record-values.ts';
import { read, write } from '../operation.ts';
import { booleanCell, numberOrNull, onlyRow } from '../statements/cells.ts';
import { assignmentList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { enqueueJobs } from '../statements/enqueue-jobs.ts';
import { reserveAccountNumber, reserveNumber } from '../statements/numbers.ts';
import { ident, type Row, type SqlValue, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { getDeletedStore, markStoreDeleted, removeDeletedStore, restoreStore } from './deletion.ts';
import { setGuard } from './guards.ts';
import { type Follow, live } from './live.ts';
import { listStoreWork, releaseStoreSlots } from './maintenance.ts';
import { findNamedStores, getStore, getStoreVersion, listStores } from './reads.ts';
import { loggedStore, STORE, storeKey } from './rows.ts';
import { changeStoreSchema } from './schema.ts';

/** The cached results that a change of one store makes outdated. */
const changesStore = {
  table: 'stores',
  keys: ({ ref }: { readonly ref: StoreRef }) => [storeKey(ref)],
  othersForget: 'after',
} as const;

const store = ({ ref }: { readonly ref: StoreRef }) => ref.id;
const newStore = ({ id }: InsertStore) => id;
const appends = () => true;

export const storeOperations = {
  findNamedStores: read(findNamedStores),
  changeStoreSchema: write(changeStoreSchema, {
    store,
    appends,
    changes: { ...changesStore, when: (row) => row !== null && typeof row !== 'string' },
  }),
  getDeletedStore: read(getDeletedStore),
  getStore: read(getStore),
  getStoreVersion: read(getStoreVersion, { cached: { table: 'stores', key: storeKey } }),
  insertStore: write(insertStore, { store: newStore, appends, succeeded: () => true }),
  insertStoreUnlessNamed: write(insertStoreUnlessNamed, { store: newStore, appends }),
  listStores: read(listStores, { isScan: ({ nameContains }) => nameContains !== null }),
  listStoreWork: read(listStoreWork),
  markStoreDeleted: write(markStoreDeleted, {
    store,
    appends,
    changes: { ...changesStore, when: (isMarked) => isMarked },
  }),
  releaseStoreSlots: write(releaseStoreSlots, {
    store,
    changes: { ...changesStore, othersForget: 'before' },
  }),
  restoreStore: write(restoreStore, {
    store,
    appends,
    changes: { ...changesStore, when: (row) => row !== null },
  }),
  removeDeletedStore: write(removeDeletedStore, { changes: { table: 'stores', othersForget: 'any' } }),
  updateStore: write(updateStore, {
    store,
    appends,
    changes: { ...changesStore, when: (row) => row !== null },
  }),
};

const FIRST_VERSION = 1;

export interface InsertStore extends Authored, Pick<StoreRow, 'changes' | 'history'> {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string | null;
  readonly recordTtl: number | null;
  readonly storeType: string;
  readonly properties: string;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  readonly enqueue: readonly NewJob[];
}

function* insertStore(dialect: SqlDialect, store: InsertStore): Steps<Row> {
  const seq = yield* reserveNumber(dialect, 'stores');
  yield* enqueueJobs(dialect, { jobs: store.enqueue });
  const { id, accountId, name, description, recordTtl, storeType, properties, createdAt, updatedAt } = store;
  const { changes, history, by } = store;
  const isLogged = changes || history !== null || (yield* logsNewStores(dialect, accountId));
  const values = [
    ...[id, accountId, FIRST_VERSION, seq, name, description, recordTtl, storeType, properties, '[]'],
    ...[createdAt, updatedAt, changes ? 1 : 0, history, isLogged ? 1 : 0, foldedShadow(name)],
  ];
  const { recordNumbers } = dialect;
  if (recordNumbers.kind === 'reserved') {
    for (const step of recordNumbers.begin({ storeId: id, storeNumber: seq })) yield statement(dialect, step);
  }
  const row = onlyRow(
    yield statement(
      dialect,
      sql`
        INSERT INTO stores (${STORE}, name_folded)
        VALUES (${list(values)})
        RETURNING ${STORE}`,
    ),
  );
  yield* setGuard(dialect, store, row);
  if (isLogged) yield* startLog(dialect, id, createdAt);
  if (history !== null) yield* beginHistoryNow(dialect, id, createdAt);
  yield* appendStoreEntry(dialect, loggedStore(row), { type: 'store.created', at: createdAt, by });
  return row;
}

/** Returns whether the account logs its new stores. Holds until the transaction ends. */
function* logsNewStores(dialect: SqlDialect, accountId: string): Steps<boolean> {
  const [account] = yield statement(
    dialect,
    sql`
      SELECT logs_new_stores
      FROM accounts
      WHERE id = ${accountId}
      ${dialect.forShare}`,
  );
  return account !== undefined && booleanCell(account[0]);
}

/** Returns null if a live store has the name. */
function* insertStoreUnlessNamed(dialect: SqlDialect, store: InsertStore): Steps<Row | null> {
  // Names are not unique: the row of this number is the lock, held until the transaction ends.
  yield* reserveAccountNumber(dialect, store.accountId, 'ensured_stores');
  const named = yield* findNamedStores(dialect, { ...store, limit: 1 });
  return named.length > 0 ? null : yield* insertStore(dialect, store);
}

function* updateStore(
  dialect: SqlDialect,
  args: { readonly ref: StoreRef; readonly change: StoreChange } & Follow,
): Steps<Row | null> {
  const { ref, change, now, enqueue, by } = args;
  const asksForLog = change.changes === true || (change.history ?? null) !== null;
  const before = asksForLog ? yield* findLogging(dialect, ref) : null;
  const assignments = [sql`version = version + 1`, sql`updated_at = ${now}`];
  const assign = (column: string, value: SqlValue) => {
    assignments.push(sql`${ident(column)} = ${value}`);
  };
  if (change.name !== undefined) {
    assign('name', change.name);
    assign('name_folded', foldedShadow(change.name));
  }
  if (change.description !== undefined) assign('description', change.description);
  if (change.recordTtl !== undefined) assign('record_ttl', change.recordTtl);
  if (change.changes !== undefined) assign('changes', change.changes ? 1 : 0);
  if (change.history !== undefined) assign('history', change.history);
  if (asksForLog) assign('is_logged', 1);
  const [row] = yield statement(
    dialect,
    sql`
      UPDATE stores
      SET ${assignmentList(assignments)}
      WHERE ${live(ref)}
      RETURNING ${STORE}`,
  );
  if (row === undefined) return null;
  yield* setGuard(dialect, ref, row);
  if (before?.isLogged === false) yield* startLog(dialect, ref.id, now);
  if (before?.history === null && (change.history ?? null) !== null)
    yield* beginHistoryNow(dialect, ref.id, now);
  yield* appendStoreEntry(dialect, loggedStore(row), { type: 'store.updated', at: now, by });
  yield* enqueueJobs(dialect, { jobs: enqueue });
  return row;
}

/** Returns what a store logs, and locks the store. Null: no such store. */
function* findLogging(
  dialect: SqlDialect,
  ref: StoreRef,
): Steps<Pick<StoreRow, 'isLogged' | 'history'> | null> {
  const [store] = yield statement(
    dialect,
    sql`
      SELECT is_logged, history
      FROM stores
      WHERE ${live(ref)}
      ${dialect.forUpdate}`,
  );
  return store === undefined ? null : { isLogged: booleanCell(store[0]), history: numberOrNull(store[1]) };
}
