import {
  countOutcomes,
  type ImportBatch,
  type ImportRef,
  type RefusedRecord,
  refusedOutcomes,
  UnavailableError,
} from '@vitrine/core/storage';
import { list } from '../clauses.ts';
import type { SqlDialect } from '../dialect.ts';
import type { SqlEngine } from '../engine.ts';
import type { RecordRun } from '../records/runs.ts';
import type { RecordWrite } from '../records/writes.ts';
import { sql } from '../sql.ts';
import { type Steps, statement } from '../statement.ts';
import { type Places, placeAt } from './places.ts';
import { setProgress } from './set-progress.ts';
import { writeImported } from './write-imported.ts';

export interface AdvanceImport {
  readonly ref: ImportRef;
  readonly write: RecordWrite;
  readonly storeShape: string;
  readonly batch: Omit<ImportBatch, 'records'> & {
    readonly runs: readonly RecordRun[];
    /** The places of the records of the runs. */
    readonly places: Places;
  };
}

/** Writes the records of a batch and the progress of its import. */
export function* advanceImport(engine: SqlEngine, args: AdvanceImport): Steps<'advanced' | 'stale'> {
  const { ref, batch, write } = args;
  // First, so that the records are written in the transaction of the progress.
  const [held] = yield statement(
    engine,
    sql`
      SELECT id
      FROM imports
      WHERE account_id = ${ref.accountId}
        AND store_id = ${ref.storeId}
        AND id = ${ref.id}
        AND position = ${batch.from.bytes}
        AND finished_at IS NULL
      ${engine.forUpdate}`,
  );
  if (held === undefined) throw new UnavailableError('The import is not where the batch begins.');
  const { storeShape } = args;
  const outcomes = yield* writeImported(engine, { write, storeShape, mode: batch.mode }, batch.runs);
  if (outcomes === 'stale') return outcomes;
  const { to, changes } = batch;
  const progress = { ...countOutcomes(batch.counts, outcomes), ...to, changes, now: write.now };
  yield statement(engine, setProgress({ ...ref, ...progress }));
  const refusedNow = refusedOutcomes(batch, outcomes, (at) => placeAt(batch.places, at));
  yield* insertRefused(engine, ref, [...batch.refused, ...refusedNow]);
  for (const { id, values } of batch.drafts) {
    yield statement(
      engine,
      sql`
        INSERT INTO import_drafts (import_id, record_id, draft)
        VALUES (${ref.id}, ${id}, ${values})
        ON CONFLICT (import_id, record_id) DO UPDATE
        SET draft = excluded.draft`,
    );
  }
  return 'advanced';
}

/** Rows of a statement. */
const ROWS = 50;

function* insertRefused(
  dialect: SqlDialect,
  { id }: ImportRef,
  refused: readonly RefusedRecord[],
): Steps<null> {
  for (let at = 0; at < refused.length; at += ROWS) {
    const rows = refused
      .slice(at, at + ROWS)
      .map(
        ({ row, bytes, length, line, errors }) =>
          sql`(${id}, ${row}, ${bytes}, ${length}, ${line}, ${errors})`,
      );
    yield statement(
      dialect,
      sql`
        INSERT INTO import_refused (import_id, row_number, position, length, line, errors)
        VALUES ${list(rows)}`,
    );
  }
  return null;
}
