import { fileBytes } from '@vitrine/core/adapter';
import type {
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
  Removable,
  Slice,
} from '@vitrine/core/storage';
import type { Authored } from '../change-log/logged-write.ts';
import { appendStoreEntry } from '../change-log/store-entry.ts';
import { read, scan, write } from '../operation.ts';
import { holdBlobs } from '../statements/blob-uses.ts';
import { booleanCell, numberCell, numberOrNull, textCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { enqueueJobs } from '../statements/enqueue-jobs.ts';
import { takePage } from '../statements/seq-page.ts';
import { NOTHING, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { live } from '../stores/live.ts';
import { storeKey } from '../stores/rows.ts';
import { advanceImport } from './advance.ts';
import { advanceNew } from './advance-new.ts';
import { findDrafts } from './drafts.ts';
import { holderOf, IMPORT, LISTED_IMPORT, readImport, readListedImport, readRefused } from './rows.ts';
import { trimImport } from './trim.ts';

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
  finishImport: write(finishImport, { store: ({ storeId }) => storeId, appends: () => true }),
  replaceImportPlan: write(replaceImportPlan),
  listRefused: read(listRefused),
  findDrafts: read(findDrafts),
  trimImport: write(trimImport),
  findRemovableImport: read(findRemovableImport),
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
        updated_count, unchanged_count, refused_count, changes, created_at, file_bytes
      )
      VALUES (
        ${accountId}, ${storeId}, ${id}, 'queued', ${plan}, ${JSON.stringify(chunks)},
        0, 0, 0, 0, 0, 0, 0, '[]', ${createdAt}, ${fileBytes(chunks)}
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

export interface FinishImport extends ImportRef, Authored {
  readonly status: ImportStatus;
  readonly reason: string | null;
  readonly isDryRun: boolean;
  readonly now: Millis;
}

function* finishImport(
  dialect: SqlDialect,
  { accountId, storeId, id, status, reason, isDryRun, now, by }: FinishImport,
): Steps<boolean> {
  const [ended] = yield statement(
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
        AND finished_at IS NULL
      RETURNING created_count, updated_count, refused_count`,
  );
  if (ended === undefined) return false;
  const [created, updated, refused] = [numberCell(ended[0]), numberCell(ended[1]), numberCell(ended[2])];
  if (isDryRun || created + updated === 0) return true;
  const [store] = yield statement(
    dialect,
    sql`
      SELECT version, is_logged
      FROM stores
      WHERE ${live({ id: storeId, accountId })}
      ${dialect.forShare}`,
  );
  if (store === undefined) return true;
  const logged = { storeId, storeVersion: numberCell(store[0]), isLogged: booleanCell(store[1]) };
  const imported = { importId: id, created, updated, refused };
  yield* appendStoreEntry(dialect, logged, { type: 'records.imported', at: now, imported, by });
  return true;
}

function* replaceImportPlan(
  dialect: SqlDialect,
  { accountId, storeId, id, plan }: ImportRef & { readonly plan: string },
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      UPDATE imports
      SET plan = ${plan}
      WHERE account_id = ${accountId}
        AND store_id = ${storeId}
        AND id = ${id}
        AND finished_at IS NOT NULL
      RETURNING id`,
  );
  return rows.length > 0;
}

function* listRefused(
  dialect: SqlDialect,
  { id, after, limit }: { readonly id: string; readonly after: number; readonly limit: number },
): Steps<RefusedRecord[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT
        refused.row_number,
        refused.position,
        refused.length,
        refused.line,
        COALESCE(same.errors, refused.errors)
      FROM import_refused AS refused
      LEFT JOIN import_refused AS same
        ON same.import_id = refused.import_id
        AND same.row_number = refused.same_as
      WHERE refused.import_id = ${id}
        AND refused.row_number > ${after}
      ORDER BY refused.row_number
      LIMIT ${limit}`,
  );
  return rows.map(readRefused);
}

function* findRemovableImport(dialect: SqlDialect, which: Removable): Steps<ImportRow | null> {
  const condition =
    'storeId' in which ? sql`store_id = ${which.storeId}` : sql`finished_at < ${which.endedBefore}`;
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${IMPORT}
      FROM imports
      WHERE ${condition}
      LIMIT 1`,
  );
  return row === undefined ? null : readImport(row);
}
