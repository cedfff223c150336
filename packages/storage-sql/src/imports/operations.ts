import type {
  DraftRecord,
  ImportLoad,
  ImportPage,
  ImportRef,
  ImportRow,
  ImportStatus,
  ListedImport,
  Millis,
  NewImport,
  NewJob,
  RefusedRecord,
  Slice,
} from '@vitrine/core/storage';
import { holdBlobs, releaseBlobs } from '../blob-uses.ts';
import { changedRows, numberCell, numberOrNull, textCell } from '../cells.ts';
import { list } from '../clauses.ts';
import type { SqlDialect } from '../dialect.ts';
import { enqueueJobs } from '../enqueue-jobs.ts';
import { read, scan, write } from '../operation.ts';
import { takePage } from '../seq-page.ts';
import { NOTHING, sql } from '../sql.ts';
import { type Steps, statement } from '../statement.ts';
import { storeKey } from '../stores/store-key.ts';
import { advanceImport } from './advance.ts';
import { advanceNew } from './advance-new.ts';
import { holderOf, IMPORT, LISTED_IMPORT, readImport, readListedImport, readRefused } from './rows.ts';

export const importOperations = {
  insertImport: write(insertImport),
  getImport: read(getImport),
  importLoad: scan(importLoad),
  listImports: read(listImports),
  advanceImport: write(advanceImport, {
    store: ({ ref }) => ref.storeId,
    outdated: ({ ref }, outcome) =>
      outcome === 'stale' ? [storeKey({ accountId: ref.accountId, id: ref.storeId })] : [],
  }),
  advanceNew: write(advanceNew, { store: ({ ref }) => ref.storeId }),
  finishImport: write(finishImport),
  listRefused: read(listRefused),
  findDrafts: read(findDrafts),
  purgeImports: write(purgeImports),
};

function* insertImport(
  dialect: SqlDialect,
  { row, enqueue }: { readonly row: NewImport; readonly enqueue: readonly NewJob[] },
): Steps<null> {
  const { accountId, storeId, id, plan, chunks, createdAt } = row;
  yield* holdBlobs(
    dialect,
    holderOf(row),
    chunks.map(({ hash }) => hash),
  );
  yield statement(
    dialect,
    sql`
      INSERT INTO imports (
        account_id, store_id, id, status, plan, chunks, position, line, read_count, created_count,
        updated_count, unchanged_count, refused_count, changes, created_at
      )
      VALUES (
        ${accountId}, ${storeId}, ${id}, 'queued', ${plan}, ${JSON.stringify(chunks)},
        0, 0, 0, 0, 0, 0, 0, '[]', ${createdAt}
      )`,
  );
  yield* enqueueJobs(dialect, { jobs: enqueue });
  return null;
}

function* getImport(dialect: SqlDialect, { accountId, storeId, id }: ImportRef): Steps<ImportRow | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${IMPORT}
      FROM imports
      WHERE account_id = ${accountId}
        AND store_id = ${storeId}
        AND id = ${id}`,
  );
  return row === undefined ? null : readImport(row);
}

function* listImports(
  dialect: SqlDialect,
  { accountId, storeId, before, limit }: Omit<ImportRef, 'id'> & ImportPage,
): Steps<Slice<ListedImport>> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${LISTED_IMPORT}
      FROM imports
      WHERE account_id = ${accountId}
        AND store_id = ${storeId}
        ${before === null ? NOTHING : sql`AND id < ${before}`}
      ORDER BY id DESC
      LIMIT ${limit + 1}`,
  );
  return takePage(rows, limit, readListedImport);
}

function* importLoad(dialect: SqlDialect, _: null): Steps<ImportLoad> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT status, count(*), min(created_at)
      FROM imports
      WHERE finished_at IS NULL
      GROUP BY status`,
  );
  const find = (status: ImportStatus) =>
    rows.find(([cell]) => textCell(cell) === status) ?? [status, 0, null];
  const [, queued, oldestQueuedAt] = find('queued');
  const [, running] = find('running');
  return {
    queued: numberCell(queued),
    running: numberCell(running),
    oldestQueuedAt: numberOrNull(oldestQueuedAt),
  };
}

export interface FinishImport extends ImportRef {
  readonly status: ImportStatus;
  readonly reason: string | null;
  readonly now: Millis;
}

function* finishImport(
  dialect: SqlDialect,
  { accountId, storeId, id, status, reason, now }: FinishImport,
): Steps<boolean> {
  const ended = yield statement(
    dialect,
    sql`
      UPDATE imports
      SET status = ${status},
          reason = ${reason},
          finished_at = ${now},
          started_at = COALESCE(started_at, ${now})
      WHERE account_id = ${accountId}
        AND store_id = ${storeId}
        AND id = ${id}
        AND finished_at IS NULL`,
  );
  return changedRows(ended) > 0;
}

function* listRefused(
  dialect: SqlDialect,
  { id, after, limit }: { readonly id: string; readonly after: number; readonly limit: number },
): Steps<RefusedRecord[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT row_number, position, length, line, errors
      FROM import_refused
      WHERE import_id = ${id}
        AND row_number > ${after}
      ORDER BY row_number
      LIMIT ${limit}`,
  );
  return rows.map(readRefused);
}

function* findDrafts(
  dialect: SqlDialect,
  { id, ids }: { readonly id: string; readonly ids: readonly string[] },
): Steps<DraftRecord[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT record_id, draft
      FROM import_drafts
      WHERE import_id = ${id}
        AND record_id IN (${list(ids)})`,
  );
  return rows.map(([record, draft]) => ({ id: textCell(record), values: textCell(draft) }));
}

/** Removes ended imports with their refused records, drafts and uses of blobs. */
function* purgeImports(
  dialect: SqlDialect,
  { endedBefore, limit }: { readonly endedBefore: Millis; readonly limit: number },
): Steps<number> {
  const ended = yield statement(
    dialect,
    sql`
      SELECT id
      FROM imports
      WHERE finished_at < ${endedBefore}
      ORDER BY finished_at
      LIMIT ${limit}
      ${dialect.forUpdateSkipLocked}`,
  );
  for (const [cell] of ended) {
    const id = textCell(cell);
    yield* releaseBlobs(dialect, holderOf({ id }));
    yield statement(dialect, sql`DELETE FROM import_refused WHERE import_id = ${id}`);
    yield statement(dialect, sql`DELETE FROM import_drafts WHERE import_id = ${id}`);
    yield statement(dialect, sql`DELETE FROM imports WHERE id = ${id}`);
  }
  return ended.length;
}
