import type {
  Millis,
  NewJob,
  NewRestore,
  PurgedRestores,
  RestoreEnd,
  RestoreRef,
  RestoreRow,
} from '@vitrine/core/storage';
import { read, write } from '../operation.ts';
import { changedRows, numberCell, numberOrNull, textCell, textOrNull } from '../statements/cells.ts';
import { and } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { enqueueJobs } from '../statements/enqueue-jobs.ts';
import { type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const restoreOperations = {
  insertRestore: write(insertRestore),
  getRestore: read(getRestore),
  advanceRestore: write(advanceRestore),
  finishRestore: write(finishRestore),
  listRestoreResults: read(listRestoreResults),
  purgeRestores: write(purgeRestores),
};

function isOne({ accountId, storeId, id }: RestoreRef): Sql {
  return and([sql`account_id = ${accountId}`, sql`store_id = ${storeId}`, sql`id = ${id}`]);
}

function* insertRestore(
  dialect: SqlDialect,
  { row, enqueue }: { readonly row: NewRestore; readonly enqueue: readonly NewJob[] },
): Steps<boolean> {
  const { accountId, storeId, id, plan, progress, createdAt } = row;
  // The index `restores_in_progress` refuses a second one of the store.
  const inserted = yield statement(
    dialect,
    sql`
      INSERT INTO restores (account_id, store_id, id, status, plan, progress, steps, created_at)
      VALUES (${accountId}, ${storeId}, ${id}, 'running', ${plan}, ${progress}, 0, ${createdAt})
      ON CONFLICT DO NOTHING`,
  );
  if (changedRows(inserted) === 0) return false;
  yield* enqueueJobs(dialect, { jobs: enqueue });
  return true;
}

function* getRestore(dialect: SqlDialect, ref: RestoreRef): Steps<RestoreRow | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT status, plan, progress, steps, reason, created_at, finished_at
      FROM restores
      WHERE ${isOne(ref)}`,
  );
  if (row === undefined) return null;
  return {
    accountId: ref.accountId,
    storeId: ref.storeId,
    id: ref.id,
    status: textCell(row[0]) as RestoreRow['status'],
    plan: textCell(row[1]),
    progress: textCell(row[2]),
    steps: numberCell(row[3]),
    reason: textOrNull(row[4]),
    createdAt: numberCell(row[5]),
    finishedAt: numberOrNull(row[6]),
  };
}

export interface AdvanceRestore {
  readonly ref: RestoreRef;
  readonly from: number;
  readonly results: string;
  readonly progress: string;
}

function* advanceRestore(
  dialect: SqlDialect,
  { ref, from, results, progress }: AdvanceRestore,
): Steps<boolean> {
  const advanced = yield statement(
    dialect,
    sql`
      UPDATE restores
      SET steps = steps + 1,
          progress = ${progress}
      WHERE ${isOne(ref)}
        AND steps = ${from}
        AND finished_at IS NULL`,
  );
  if (changedRows(advanced) === 0) return false;
  yield statement(
    dialect,
    sql`
      INSERT INTO restore_results (restore_id, step, results)
      VALUES (${ref.id}, ${from}, ${results})`,
  );
  return true;
}

function* finishRestore(
  dialect: SqlDialect,
  { ref, end, now }: { readonly ref: RestoreRef; readonly end: RestoreEnd; readonly now: Millis },
): Steps<boolean> {
  const finished = yield statement(
    dialect,
    sql`
      UPDATE restores
      SET status = ${end.status},
          reason = ${end.reason},
          finished_at = ${now}
      WHERE ${isOne(ref)}
        AND finished_at IS NULL`,
  );
  return changedRows(finished) > 0;
}

function* listRestoreResults(
  dialect: SqlDialect,
  { ref, from, limit }: { readonly ref: RestoreRef; readonly from: number; readonly limit: number },
): Steps<string[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT results
      FROM restores
      JOIN restore_results ON restore_id = id
      WHERE ${isOne(ref)}
        AND step >= ${from}
      ORDER BY step
      LIMIT ${limit}`,
  );
  return rows.map(([results]) => textCell(results));
}

function* purgeRestores(
  dialect: SqlDialect,
  { which, limit }: { readonly which: PurgedRestores; readonly limit: number },
): Steps<number> {
  const wanted =
    'storeId' in which ? sql`store_id = ${which.storeId}` : sql`finished_at < ${which.endedBefore}`;
  const rows = yield statement(
    dialect,
    sql`
      SELECT id
      FROM restores
      WHERE ${wanted}
      LIMIT ${limit}`,
  );
  const ids = rows.map(([id]) => textCell(id));
  if (ids.length === 0) return 0;
  yield statement(
    dialect,
    sql`
      DELETE FROM restore_results
      WHERE ${dialect.isIn(sql`restore_id`, ids, 'text')}`,
  );
  yield statement(
    dialect,
    sql`
      DELETE FROM restores
      WHERE ${and([wanted, dialect.isIn(sql`id`, ids, 'text')])}`,
  );
  return ids.length;
}
