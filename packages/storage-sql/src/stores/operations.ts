import type { Millis, NewJob, SeqPage, Slot, StoreChange, StoreRef, StoreWork } from '@vitrine/core/storage';
import { changedRows, numberCell, numberOrNull, onlyRow, textCell } from '../cells.ts';
import { list } from '../clauses.ts';
import type { SqlDialect } from '../dialect.ts';
import { enqueueJobs } from '../enqueue-jobs.ts';
import { foldedShadow } from '../layout/record-layout.ts';
import { andLive } from '../live-records.ts';
import { reserveAccountNumber, reserveNumber } from '../numbers.ts';
import { read, scan, write } from '../operation.ts';
import { concat, ident, NOTHING, type Row, type Sql, type SqlValue, sql } from '../sql.ts';
import { keptStatement, type Steps, statement } from '../statement.ts';
import { STORE } from './rows.ts';
import { storeKey } from './store-key.ts';

/** What a change of one store makes outdated. */
const changesStore = {
  table: 'stores',
  keys: ({ ref }: { readonly ref: StoreRef }) => [storeKey(ref)],
  othersForget: 'after',
} as const;

export const storeOperations = {
  findNamedStores: scan(findNamedStores),
  changeStoreSchema: write(changeStoreSchema, {
    changes: { ...changesStore, when: (row) => row !== null && typeof row !== 'string' },
  }),
  getStore: read(getStore),
  getStoreVersion: read(getStoreVersion, { cached: { table: 'stores', key: storeKey } }),
  insertStore: write(insertStore),
  insertStoreUnlessNamed: write(insertStoreUnlessNamed),
  listStores: read(listStores, { isScan: ({ nameContains }) => nameContains !== null }),
  listStoreWork: read(listStoreWork),
  markStoreDeleted: write(markStoreDeleted, { changes: { ...changesStore, when: (isMarked) => isMarked } }),
  releaseStoreSlots: write(releaseStoreSlots, { changes: { ...changesStore, othersForget: 'before' } }),
  removeDeletedStore: write(removeDeletedStore, { changes: { table: 'stores', othersForget: 'any' } }),
  updateStore: write(updateStore, { changes: { ...changesStore, when: (row) => row !== null } }),
};

/** Rows here are those of `STORE`. */

export interface InsertStore {
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
  const values = [
    ...[id, accountId, 1, seq, name, description, recordTtl, storeType, properties, '[]'],
    ...[createdAt, updatedAt, foldedShadow(name)],
  ];
  const { recordNumbers } = dialect;
  if (recordNumbers.kind === 'reserved') {
    for (const step of recordNumbers.begin({ storeId: id, storeNumber: seq })) yield statement(dialect, step);
  }
  return onlyRow(
    yield statement(
      dialect,
      sql`
        INSERT INTO stores (${STORE}, name_folded)
        VALUES (${list(values)})
        RETURNING ${STORE}`,
    ),
  );
}

export interface NamedStores {
  readonly accountId: string;
  readonly name: string;
  readonly limit: number;
}

function* findNamedStores(
  dialect: SqlDialect,
  { accountId, name, limit }: NamedStores,
): Steps<readonly Row[]> {
  return yield statement(
    dialect,
    sql`
      SELECT ${STORE}
      FROM stores
      WHERE account_id = ${accountId}
        AND name = ${name}
        AND deleted_at IS NULL
      ORDER BY seq
      LIMIT ${limit}`,
  );
}

/** Returns null if a live store has the name. */
function* insertStoreUnlessNamed(dialect: SqlDialect, store: InsertStore): Steps<Row | null> {
  // There is no index on names: the row of this number is the lock, held until the transaction ends.
  yield* reserveAccountNumber(dialect, store.accountId, 'ensured_stores');
  const named = yield* findNamedStores(dialect, { ...store, limit: 1 });
  return named.length > 0 ? null : yield* insertStore(dialect, store);
}

/** The live store of an account. */
function live({ id, accountId }: StoreRef): Sql {
  return sql`id = ${id} AND account_id = ${accountId} AND deleted_at IS NULL`;
}

const selectVersion = keptStatement<StoreRef>(
  (_, { id, accountId }) => sql`
    SELECT version
    FROM stores
    WHERE id = ${id}
      AND account_id = ${accountId}
      AND deleted_at IS NULL`,
);

/** Returns the version of a store. Callers ask for it first, because most need no more: they cache the rest by version. */
function* getStoreVersion(dialect: SqlDialect, ref: StoreRef): Steps<number | null> {
  const [row] = yield selectVersion(dialect, ref);
  return row === undefined ? null : numberCell(row[0]);
}

function* getStore(dialect: SqlDialect, ref: StoreRef): Steps<Row | null> {
  const [row] = yield statement(
    dialect,
    sql`
    SELECT ${STORE}
    FROM stores
    WHERE ${live(ref)}`,
  );
  return row ?? null;
}

/** At most one row more than the page's limit. */
function* listStores(
  dialect: SqlDialect,
  args: { readonly accountId: string; readonly nameContains: string | null } & SeqPage,
): Steps<readonly Row[]> {
  const { accountId, nameContains, before, limit } = args;
  const page = before === null ? NOTHING : sql`AND seq < ${before}`;
  const named =
    nameContains === null || nameContains === ''
      ? NOTHING
      : sql`AND ${dialect.contains(sql`coalesce(name_folded, lower(name))`, nameContains)}`;
  return yield statement(
    dialect,
    sql`
      SELECT ${STORE}
      FROM stores
      WHERE account_id = ${accountId}
        AND deleted_at IS NULL
        ${page}
        ${named}
      ORDER BY seq DESC
      LIMIT ${limit + 1}`,
  );
}

export interface Follow {
  readonly now: Millis;
  readonly enqueue: readonly NewJob[];
}

function* updateStore(
  dialect: SqlDialect,
  args: { readonly ref: StoreRef; readonly change: StoreChange } & Follow,
): Steps<Row | null> {
  const { ref, change, now, enqueue } = args;
  const assignments: Sql[] = [];
  const assign = (column: string, value: SqlValue) => {
    assignments.push(sql`, ${ident(column)} = ${value}`);
  };
  if (change.name !== undefined) {
    assign('name', change.name);
    assignments.push(sql`, name_folded = ${foldedShadow(change.name)}`);
  }
  if (change.description !== undefined) assign('description', change.description);
  if (change.recordTtl !== undefined) assign('record_ttl', change.recordTtl);
  const [row] = yield statement(
    dialect,
    sql`
      UPDATE stores
      SET version = version + 1, updated_at = ${now}${concat(assignments)}
      WHERE ${live(ref)}
      RETURNING ${STORE}`,
  );
  if (row === undefined) return null;
  yield* enqueueJobs(dialect, { jobs: enqueue });
  return row;
}

/** Expired records that one schema change removes: more would hold up every other write. */
const EXPIRED_STEP = 5_000;

/** Removes at most `EXPIRED_STEP` records of a store; answers how many. */
function* removeRecords(dialect: SqlDialect, storeKey: string | number): Steps<number> {
  const rows = yield statement(
    dialect,
    sql`DELETE FROM records
      WHERE store_id = ${storeKey}
        AND seq IN (
          SELECT seq
          FROM records
          WHERE store_id = ${storeKey}
          LIMIT ${EXPIRED_STEP}
        )`,
  );
  return changedRows(rows);
}

function* changeStoreSchema(
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
      SELECT version, record_ttl, seq
      FROM stores
      WHERE ${live(ref)}
      ${dialect.forUpdate}`,
  );
  if (store === undefined) return null;
  if (store[0] !== args.expectedVersion) return 'stale';
  if (args.requireEmpty) {
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
    // No record is live and no other can come (the store is locked): all that are left have expired.
    if (ttl !== null && (yield* removeRecords(dialect, key)) === EXPIRED_STEP) return 'purging';
  }
  yield* enqueueJobs(dialect, { jobs: args.enqueue });
  return onlyRow(
    yield statement(
      dialect,
      sql`
        UPDATE stores
        SET version = version + 1, updated_at = ${now}, properties = ${args.properties}, freed_slots = ${args.freedSlots}
        WHERE ${live(ref)}
        RETURNING ${STORE}`,
    ),
  );
}

function* markStoreDeleted(
  dialect: SqlDialect,
  { ref, now, enqueue }: { readonly ref: StoreRef } & Follow,
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      UPDATE stores
      SET deleted_at = ${now}, updated_at = ${now}, version = version + 1
      WHERE ${live(ref)}`,
  );
  if (changedRows(rows) === 0) return false;
  yield* enqueueJobs(dialect, { jobs: enqueue });
  return true;
}

function* releaseStoreSlots(
  dialect: SqlDialect,
  { ref, slots }: { readonly ref: StoreRef; readonly slots: readonly Slot[] },
): Steps<null> {
  const [store] = yield statement(
    dialect,
    sql`
      SELECT freed_slots
      FROM stores
      WHERE ${live(ref)}
      ${dialect.forUpdate}`,
  );
  if (store === undefined) return null;
  const freed: Slot[] = JSON.parse(textCell(store[0]));
  const left = JSON.stringify(freed.filter((slot) => !slots.includes(slot)));
  yield statement(
    dialect,
    sql`
      UPDATE stores
      SET version = version + 1, freed_slots = ${left}
      WHERE ${live(ref)}`,
  );
  return null;
}

function* removeDeletedStore(dialect: SqlDialect, { storeId }: { readonly storeId: string }): Steps<null> {
  const [removed] = yield statement(
    dialect,
    sql`
      DELETE FROM stores
      WHERE id = ${storeId}
        AND deleted_at IS NOT NULL
      RETURNING seq`,
  );
  const { recordNumbers } = dialect;
  if (removed !== undefined && recordNumbers.kind === 'reserved') {
    const store = { storeId, storeNumber: numberCell(removed[0]) };
    for (const step of recordNumbers.forget(store)) yield statement(dialect, step);
  }
  return null;
}

/** Literal, as the index has it. */
const HAS_WORK = sql`(deleted_at IS NOT NULL OR record_ttl IS NOT NULL OR freed_slots <> '[]')`;

function* listStoreWork(
  dialect: SqlDialect,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Steps<StoreWork[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT id, account_id, record_ttl, freed_slots, CASE WHEN deleted_at IS NULL THEN 0 ELSE 1 END
      FROM stores
      WHERE ${HAS_WORK}
        ${after === null ? NOTHING : sql`AND id > ${after}`}
      ORDER BY id
      LIMIT ${limit}`,
  );
  return rows.map((row) => ({
    id: textCell(row[0]),
    accountId: textCell(row[1]),
    recordTtl: numberOrNull(row[2]),
    freedSlots: JSON.parse(textCell(row[3])) as Slot[],
    isDeleted: numberCell(row[4]) === 1,
  }));
}
